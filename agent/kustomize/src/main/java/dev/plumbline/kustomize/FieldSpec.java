package dev.plumbline.kustomize;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names a field of some kinds of resources.
 *
 * @param path segments separated by slashes; {@code \/} is a slash, {@code x[]} says x is a list
 * @param create whether a missing field is made
 */
record FieldSpec(Gvk gvk, String path, boolean create) {
  boolean selects(Gvk other) {
    return other.selectedBy(gvk);
  }

  List<String> segments() {
    return split(path, '/');
  }

  /** Splits at the delimiter unless a backslash stands before it; one leading one is dropped. */
  static List<String> split(String path, char delimiter) {
    var raw = new ArrayList<>(List.of(path.split(Pattern.quote("" + delimiter), -1)));
    if (raw.size() > 1 && raw.getFirst().isEmpty()) {
      raw.removeFirst();
    }
    var segments = new ArrayList<String>();
    segments.add(raw.getFirst());
    for (String next : raw.subList(1, raw.size())) {
      String last = segments.getLast();
      if (last.endsWith("\\")) {
        segments.set(segments.size() - 1, last.substring(0, last.length() - 1) + delimiter + next);
      } else {
        segments.add(next);
      }
    }
    return segments;
  }

  /**
   * Whether {@code added} says nothing new: kustomize asks the old one to fit the new one's kind.
   */
  boolean covers(FieldSpec added) {
    return path.equals(added.path) && gvk.selectedBy(added.gvk);
  }
}
