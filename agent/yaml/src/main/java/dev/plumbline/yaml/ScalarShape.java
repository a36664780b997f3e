package dev.plumbline.yaml;

/** What a text contains that decides how it may be written, as libyaml's emitter looks at it. */
final class ScalarShape {
  final boolean multiline;
  final boolean plainAllowed;
  final boolean singleAllowed;
  final boolean blockAllowed;

  private ScalarShape(boolean multiline, boolean plain, boolean single, boolean block) {
    this.multiline = multiline;
    this.plainAllowed = plain;
    this.singleAllowed = single;
    this.blockAllowed = block;
  }

  private static final ScalarShape EMPTY = new ScalarShape(false, true, true, false);

  static ScalarShape of(String text) {
    if (text.isEmpty()) {
      return EMPTY;
    }
    boolean indicators = text.startsWith("---") || text.startsWith("...");
    boolean lineBreaks = false;
    boolean special = false;
    boolean breakSpace = false;
    boolean spaceBreak = false;
    boolean previousSpace = false;
    boolean previousBreak = false;
    boolean precededByWhite = true;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      boolean followedByWhite = i + 1 >= length || isBlank(text.charAt(i + 1));
      indicators |=
          i == 0
              ? startsIndicator(c, followedByWhite)
              : isIndicator(c, precededByWhite, followedByWhite);
      special |= !isPrintable(c);
      if (c == ' ') {
        breakSpace |= previousBreak;
        previousSpace = true;
        previousBreak = false;
      } else if (isBreak(c)) {
        lineBreaks = true;
        spaceBreak |= previousSpace;
        previousSpace = false;
        previousBreak = true;
      } else {
        previousSpace = false;
        previousBreak = false;
      }
      precededByWhite = isBlank(c) || isBreak(c);
    }
    char first = text.charAt(0);
    char last = text.charAt(length - 1);
    boolean edges = first == ' ' || isBreak(first) || last == ' ' || isBreak(last);
    boolean hopeless = spaceBreak || special;
    return new ScalarShape(
        lineBreaks,
        !edges && !breakSpace && !hopeless && !lineBreaks && !indicators,
        !breakSpace && !hopeless,
        last != ' ' && !hopeless);
  }

  private static boolean startsIndicator(char c, boolean followedByWhite) {
    return switch (c) {
      case '#', ',', '[', ']', '{', '}', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`' -> true;
      case '?', ':', '-' -> followedByWhite;
      default -> false;
    };
  }

  private static boolean isIndicator(char c, boolean precededByWhite, boolean followedByWhite) {
    return (c == ':' && followedByWhite) || (c == '#' && precededByWhite);
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  static boolean isBreak(char c) {
    return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
  }

  static boolean isPrintable(char c) {
    return c == '\n'
        || (c >= ' ' && c <= '~')
        || (c >= '\u00a0' && c < '\ud800')
        || (c >= '\ue000' && c <= '\ufffd' && c != '\ufeff');
  }
}
