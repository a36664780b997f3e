package dev.plumbline.yaml;

/**
 * What becomes of a folded scalar that go-yaml version 3 writes and reads again, which kustomize
 * does before it prints. Its writer takes the wrong character for the start of the next line, so a
 * line that is followed by an indented one gets a blank line in between.
 */
final class FoldedText {
  private FoldedText() {}

  static String writtenAndRead(String text) {
    if (text.indexOf('\n') < 0) {
      return text;
    }
    String written = written(text);
    int end = text.length();
    boolean strip = text.charAt(end - 1) != '\n';
    boolean keep = !strip && (end == 1 || text.charAt(end - 2) == '\n');
    return read(written, strip, keep);
  }

  /** What stands between the signs of a folded block, indentation aside. */
  static String written(String text) {
    int first = 0;
    while (first < text.length() && text.charAt(first) == '\n') {
      first++;
    }
    boolean doubles = first < text.length() && !ScalarShape.isBlank(text.charAt(first));
    var out = new StringBuilder(text.length() + 16);
    boolean breaks = true;
    boolean leadingSpaces = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        if (!breaks && !leadingSpaces && doubles) {
          out.append('\n');
        }
        breaks = true;
      } else {
        leadingSpaces = breaks ? ScalarShape.isBlank(c) : leadingSpaces;
        breaks = false;
      }
      out.append(c);
    }
    return out.toString();
  }

  private static String read(String written, boolean strip, boolean keep) {
    var out = new StringBuilder(written.length());
    String leadingBreak = "";
    int trailingBreaks = 0;
    boolean leadingBlank = false;
    int at = 0;
    while (at < written.length()) {
      if (written.charAt(at) == '\n') {
        trailingBreaks++;
        at++;
        continue;
      }
      boolean blank = ScalarShape.isBlank(written.charAt(at));
      if (!leadingBlank && !blank && !leadingBreak.isEmpty()) {
        out.append(trailingBreaks == 0 ? " " : "");
      } else {
        out.append(leadingBreak);
      }
      out.repeat('\n', trailingBreaks);
      trailingBreaks = 0;
      leadingBlank = blank;
      int end = written.indexOf('\n', at);
      end = end < 0 ? written.length() : end;
      out.append(written, at, end);
      leadingBreak = "\n";
      at = end + 1;
    }
    if (!strip) {
      out.append(leadingBreak);
    }
    if (keep) {
      out.repeat('\n', trailingBreaks);
    }
    return out.toString();
  }
}
