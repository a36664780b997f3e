package dev.plumbline.source;

import java.util.List;
import java.util.Optional;

/**
 * One line of a file with gitignore rules.
 *
 * @param names what must match, a name each; {@code **} stands for any number of names
 */
record IgnoreRule(String line, boolean ignores, boolean directoriesOnly, List<String> names) {
  private static final String ANY = "**";

  /** Empty for a line that is no rule. */
  static Optional<IgnoreRule> parse(String line) {
    String text = withoutTrailingSpace(line);
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.empty();
    }
    boolean ignores = !text.startsWith("!");
    String pattern = ignores ? text : text.substring(1);
    boolean directoriesOnly = pattern.endsWith("/");
    if (directoriesOnly) {
      pattern = pattern.substring(0, pattern.length() - 1);
    }
    boolean anchored = pattern.indexOf('/') >= 0;
    if (pattern.startsWith("/")) {
      pattern = pattern.substring(1);
    }
    if (pattern.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = List.of((anchored ? pattern : ANY + "/" + pattern).split("/", -1));
    return Optional.of(new IgnoreRule(text, ignores, directoriesOnly, names));
  }

  private static String withoutTrailingSpace(String line) {
    int end = line.length();
    while (end > 0
        && (line.charAt(end - 1) == ' ' || line.charAt(end - 1) == '\t')
        && !(end > 1 && line.charAt(end - 2) == '\\')) {
      end--;
    }
    return line.substring(0, end);
  }

  /**
   * @param path the names from the directory of the file down
   */
  boolean matches(List<String> path, boolean directory) {
    return (directory || !directoriesOnly) && matches(path);
  }

  // Only the last ** is ever gone back to: for these patterns that finds every match there is.
  private boolean matches(List<String> path) {
    int n = 0;
    int p = 0;
    int any = -1;
    int mark = 0;
    while (p < path.size()) {
      if (n < names.size() && names.get(n).equals(ANY)) {
        any = n++;
        mark = p;
        if (n == names.size()) {
          return true; // a/** is all that is in a
        }
      } else if (n < names.size() && NamePattern.matches(names.get(n), path.get(p))) {
        n++;
        p++;
      } else if (any >= 0) {
        n = any + 1;
        p = ++mark;
      } else {
        return false;
      }
    }
    return n == names.size();
  }
}
