package dev.plumbline.source;

/**
 * The pattern of one name in a gitignore rule: {@code *}, {@code ?}, {@code [a-z]} and a backslash.
 */
final class NamePattern {
  private NamePattern() {}

  // Only the last star is ever gone back to, so this takes length times length at most.
  static boolean matches(String pattern, String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int mark = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = n;
        continue;
      }
      int next = p < pattern.length() ? one(pattern, p, name.charAt(n)) : -1;
      if (next > 0) {
        p = next;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** Where the pattern goes on after it matched one character; -1 where it does not. */
  private static int one(String pattern, int at, char c) {
    return switch (pattern.charAt(at)) {
      case '?' -> at + 1;
      case '[' -> set(pattern, at, c);
      case '\\' -> at + 1 < pattern.length() && pattern.charAt(at + 1) == c ? at + 2 : -1;
      default -> pattern.charAt(at) == c ? at + 1 : -1;
    };
  }

  // A bracket that is never closed matches nothing.
  private static int set(String pattern, int open, char c) {
    int at = open + 1;
    boolean not = at < pattern.length() && (pattern.charAt(at) == '!' || pattern.charAt(at) == '^');
    if (not) {
      at++;
    }
    boolean in = false;
    boolean first = true;
    while (at < pattern.length() && (first || pattern.charAt(at) != ']')) {
      first = false;
      if (pattern.charAt(at) == '\\' && at + 1 < pattern.length()) {
        at++;
      }
      char from = pattern.charAt(at);
      char to = from;
      if (at + 2 < pattern.length()
          && pattern.charAt(at + 1) == '-'
          && pattern.charAt(at + 2) != ']') {
        at += 2;
        if (pattern.charAt(at) == '\\' && at + 1 < pattern.length()) {
          at++;
        }
        to = pattern.charAt(at);
      }
      in |= from <= c && c <= to;
      at++;
    }
    return at < pattern.length() && in != not ? at + 1 : -1;
  }
}
