package dev.plumbline.source.git;

/** Text that others wrote, made fit for one of our sentences. */
final class Text {
  private static final int MAX_LENGTH = 200;

  private Text() {}

  /** One line of printable characters, not too long. */
  static String line(String text) {
    if (text == null) {
      return "no reason given";
    }
    var line = new StringBuilder();
    text.codePoints()
        .limit(MAX_LENGTH)
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(line::appendCodePoint);
    return line.toString().strip();
  }
}
