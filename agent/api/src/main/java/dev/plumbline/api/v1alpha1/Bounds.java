package dev.plumbline.api.v1alpha1;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Cuts what goes into a status to what its definition allows. */
final class Bounds {
  private Bounds() {}

  static String text(String text, int max) {
    if (text == null || text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 2)) ? max - 2 : max - 1;
    return text.substring(0, end) + "…";
  }

  static <T> List<T> first(List<T> list, int max) {
    return list == null ? List.of() : List.copyOf(list.subList(0, Math.min(max, list.size())));
  }

  static <T> List<T> last(List<T> list, int max) {
    return list == null
        ? List.of()
        : List.copyOf(list.subList(Math.max(0, list.size() - max), list.size()));
  }

  static Instant millis(Instant at) {
    return at == null ? null : at.truncatedTo(ChronoUnit.MILLIS);
  }
}
