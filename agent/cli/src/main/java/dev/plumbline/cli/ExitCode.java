package dev.plumbline.cli;

/** What a command's exit code says; scripts rely on it. */
final class ExitCode {
  static final int GOOD = 0;

  /** Differences, or a refusal: somebody has to change something. */
  static final int REFUSED = 1;

  /** The command line makes no sense. */
  static final int USAGE = 2;

  /** No answer either way: trying again may help. */
  static final int COULD_NOT_FIND_OUT = 3;

  private ExitCode() {}
}
