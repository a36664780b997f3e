package dev.plumbline.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The middle of several times. */
final class Median {
  private Median() {}

  /**
   * @param nanos one or more
   */
  static double millis(List<Long> nanos) {
    var sorted = new ArrayList<>(nanos);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2) / 1e6;
  }
}
