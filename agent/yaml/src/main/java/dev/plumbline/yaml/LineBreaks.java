package dev.plumbline.yaml;

import java.util.regex.Pattern;

/**
 * What becomes of a string that is written as JSON and read back as YAML, which is how kustomize
 * prints: U+0085 is a line break in YAML, and one line break in quotes is folded to a blank.
 */
final class LineBreaks {
  private static final char NEXT_LINE = '\u0085';
  private static final Pattern SEPARATOR = Pattern.compile("[ \t]*([\u2028\u2029])[ \t]*");

  private LineBreaks() {}

  /** A text to read: here U+0085 is a line break like any other. */
  static String asGoReads(String text) {
    return text.indexOf(NEXT_LINE) < 0 ? text : text.replace(NEXT_LINE, '\n');
  }

  /** Whether U+2028 or U+2029 are in it, which end lines as well, but stay. */
  static boolean hasSeparator(String text) {
    return text.chars().anyMatch(c -> isSeparator((char) c));
  }

  static boolean isSeparator(char c) {
    return c == '\u2028' || c == '\u2029';
  }

  /** A quoted text, in which blanks around the end of a line go away. */
  static String foldedAtSeparators(String text) {
    return SEPARATOR.matcher(text).replaceAll("$1");
  }

  static String asJsonThroughYaml(String text) {
    return text.indexOf(NEXT_LINE) < 0 ? text : fold(text);
  }

  private static String fold(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) != NEXT_LINE) {
        out.append(text.charAt(i++));
        continue;
      }
      while (!out.isEmpty() && out.charAt(out.length() - 1) == ' ') {
        out.setLength(out.length() - 1);
      }
      int breaks = 0;
      while (i < text.length() && (text.charAt(i) == NEXT_LINE || text.charAt(i) == ' ')) {
        breaks += text.charAt(i++) == NEXT_LINE ? 1 : 0;
      }
      out.append(breaks == 1 ? " " : "\n".repeat(breaks - 1));
    }
    return out.toString();
  }
}
