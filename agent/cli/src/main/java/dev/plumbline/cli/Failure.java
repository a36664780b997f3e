package dev.plumbline.cli;

/** Ends a command with a sentence for the person who typed it, and an exit code. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exitCode;

  private Failure(int exitCode, String sentence, Throwable cause) {
    super(sentence, cause);
    this.exitCode = exitCode;
  }

  static Failure refused(String sentence) {
    return new Failure(ExitCode.REFUSED, sentence, null);
  }

  static Failure misused(String sentence) {
    return new Failure(ExitCode.USAGE, sentence, null);
  }

  static Failure unknown(String sentence, Throwable cause) {
    return new Failure(ExitCode.COULD_NOT_FIND_OUT, sentence, cause);
  }

  int exitCode() {
    return exitCode;
  }
}
