package dev.plumbline.yaml;

/** Writes one string in the style its shape allows, folded past column 80 as libyaml folds. */
final class ScalarPrinter {
  /** Where go-yaml version 2 starts to look for a place to break a line. */
  static final int WIDTH = 80;

  private static final String HEX = "0123456789ABCDEF";

  private final StringBuilder out;
  private final int width;
  private int lineStart;

  ScalarPrinter(StringBuilder out, int width) {
    this.out = out;
    this.width = width;
    this.lineStart = out.length();
  }

  void startLine() {
    lineStart = out.length();
  }

  /** A blank, unless a line has just begun. */
  StringBuilder space() {
    return out.length() == lineStart ? out : out.append(' ');
  }

  void key(String text, ScalarShape shape, boolean ambiguous) {
    if (ambiguous || !shape.singleAllowed) {
      doubleQuoted(text, -1);
    } else if (text.isEmpty() || !shape.plainAllowed) {
      singleQuoted(text, -1);
    } else {
      out.append(text);
    }
  }

  /**
   * @param indent where continuation lines start
   */
  void value(String text, ScalarShape shape, boolean ambiguous, int indent) {
    space();
    if (text.indexOf('\n') >= 0 && shape.blockAllowed) {
      literal(text, indent);
    } else if (ambiguous || !shape.singleAllowed || text.indexOf('\n') >= 0) {
      doubleQuoted(text, indent);
    } else if (!shape.plainAllowed) {
      singleQuoted(text, indent);
    } else {
      plain(text, indent);
    }
  }

  void doubleQuotedValue(String text, int indent) {
    space();
    doubleQuoted(text, indent);
  }

  void singleQuotedValue(String text, int indent) {
    space();
    singleQuoted(text, indent);
  }

  void doubleQuotedKey(String text) {
    doubleQuoted(text, -1);
  }

  void singleQuotedKey(String text) {
    singleQuoted(text, -1);
  }

  /** A text in braces or brackets. */
  void flow(String text, ScalarShape shape, boolean ambiguous) {
    boolean special = text.chars().anyMatch(c -> ",?[]{}:".indexOf(c) >= 0);
    if (ambiguous || !shape.singleAllowed || shape.multiline) {
      doubleQuoted(text, -1);
    } else if (text.isEmpty() || special || !shape.plainAllowed) {
      singleQuoted(text, -1);
    } else {
      out.append(text);
    }
  }

  /**
   * @param comment what stands behind the sign that starts the block
   */
  void block(String text, int indent, boolean folded, String comment) {
    space();
    out.append(folded ? '>' : '|');
    hints(text);
    out.append(comment).append('\n');
    lines(folded ? FoldedText.written(text) : text, indent);
  }

  private void plain(String text, int indent) {
    boolean spaces = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != ' ') {
        out.append(c);
        spaces = false;
        continue;
      }
      boolean next = i + 1 < text.length() && text.charAt(i + 1) == ' ';
      if (!spaces && !next && column() > width) {
        breakLine(indent);
      } else {
        out.append(' ');
      }
      spaces = true;
    }
  }

  private void singleQuoted(String text, int indent) {
    out.append('\'');
    boolean breaks = false;
    boolean spaces = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ') {
        boolean inside = i > 0 && i < text.length() - 1;
        if (indent >= 0 && !spaces && inside && text.charAt(i + 1) != ' ' && column() > width) {
          breakLine(indent);
        } else {
          out.append(' ');
        }
        spaces = true;
        continue;
      }
      if (ScalarShape.isBreak(c)) {
        out.append(c);
        startLine();
        breaks = true;
        continue;
      }
      if (breaks) {
        out.repeat(' ', Math.max(indent, 0));
      }
      out.append(c == '\'' ? "''" : String.valueOf(c));
      spaces = false;
      breaks = false;
    }
    out.append('\'');
  }

  private void doubleQuoted(String text, int indent) {
    out.append('"');
    // libyaml looks for a byte order mark at the start, whichever character it is about to write.
    boolean marked = text.startsWith("\ufeff");
    boolean spaces = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ' && !marked) {
        boolean inside = i > 0 && i < text.length() - 1;
        if (indent >= 0 && !spaces && inside && column() > width) {
          breakLine(indent);
          if (text.charAt(i + 1) == ' ') {
            out.append('\\');
          }
        } else {
          out.append(' ');
        }
        spaces = true;
        continue;
      }
      spaces = false;
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (!marked && ScalarShape.isPrintable(c) && !ScalarShape.isBreak(c)) {
        out.append(c);
      } else {
        i += escape(text, i);
      }
    }
    out.append('"');
  }

  /** How many characters more than one were written. */
  private int escape(String text, int i) {
    int code = text.codePointAt(i);
    out.append('\\');
    switch (code) {
      case 0 -> out.append('0');
      case 7 -> out.append('a');
      case 8 -> out.append('b');
      case 9 -> out.append('t');
      case 10 -> out.append('n');
      case 11 -> out.append('v');
      case 12 -> out.append('f');
      case 13 -> out.append('r');
      case 27 -> out.append('e');
      case 0x85 -> out.append('N');
      case 0xa0 -> out.append('_');
      case 0x2028 -> out.append('L');
      case 0x2029 -> out.append('P');
      default -> {
        int digits = code <= 0xff ? 2 : code <= 0xffff ? 4 : 8;
        out.append(digits == 2 ? 'x' : digits == 4 ? 'u' : 'U');
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
          out.append(HEX.charAt(code >> shift & 15));
        }
      }
    }
    return Character.charCount(code) - 1;
  }

  private void literal(String text, int indent) {
    out.append('|');
    hints(text);
    out.append('\n');
    lines(text, indent);
  }

  private void hints(String text) {
    char first = text.charAt(0);
    if (first == ' ' || ScalarShape.isBreak(first)) {
      out.append('2');
    }
    int length = text.length();
    if (!ScalarShape.isBreak(text.charAt(length - 1))) {
      out.append('-');
    } else if (length == 1 || ScalarShape.isBreak(text.charAt(length - 2))) {
      out.append('+');
    }
  }

  private void lines(String text, int indent) {
    int length = text.length();
    boolean atStart = true;
    int end = length > 0 && text.charAt(length - 1) == '\n' ? length - 1 : length;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (atStart && !ScalarShape.isBreak(c)) {
        out.repeat(' ', indent);
      }
      atStart = ScalarShape.isBreak(c);
      out.append(c);
    }
    startLine();
  }

  private void breakLine(int indent) {
    out.append('\n');
    startLine();
    out.repeat(' ', indent);
  }

  private int column() {
    return out.length() - lineStart;
  }
}
