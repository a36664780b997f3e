package dev.plumbline.api.v1alpha1;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  /** The first entries by key. */
  static <T> Map<String, T> first(Map<String, T> map, int max) {
    if (map == null || map.size() <= max) {
      return map == null ? Map.of() : Map.copyOf(map);
    }
    var kept = new HashMap<String, T>();
    map.keySet().stream().sorted().limit(max).forEach(key -> kept.put(key, map.get(key)));
    return Map.copyOf(kept);
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
