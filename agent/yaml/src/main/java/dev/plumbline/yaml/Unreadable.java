package dev.plumbline.yaml;

import dev.plumbline.model.Position;
import java.util.Locale;

/**
 * Characters that JSON holds and no YAML reader takes. kustomize prints by reading its own JSON as
 * YAML, so that they end a build there.
 */
final class Unreadable {
  private static final char NEXT_LINE = '\u0085';

  private Unreadable() {}

  static void demandNone(String text, Position where) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '\u007f' && isUnreadable(c)) {
        throw refused(c, where);
      }
      if (Character.isSurrogate(c)) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          throw refused(c, where);
        }
        i++;
      }
    }
  }

  /** A key has one line. */
  static void demandNoneInKey(String key, Position where) {
    demandNone(key, where);
    if (key.indexOf(NEXT_LINE) >= 0) {
      throw refused(NEXT_LINE, where);
    }
  }

  private static boolean isUnreadable(char c) {
    return (c <= '\u009f' && c != NEXT_LINE) || c >= '\ufffe';
  }

  private static YamlException refused(char c, Position where) {
    return new YamlException(
        where,
        String.format(
            Locale.ROOT, "control characters are not allowed, and U+%04X is one", (int) c));
  }
}
