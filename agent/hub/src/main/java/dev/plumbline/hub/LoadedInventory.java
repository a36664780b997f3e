package dev.plumbline.hub;

import java.util.List;

/** The inventory of a Sync as it was found. A part that is missing is never an empty part. */
public sealed interface LoadedInventory {

  /** None was ever written, or the status was lost: what it owns shows on the target only. */
  record None() implements LoadedInventory {}

  /**
   * @param entries packed, in the order they were written; none: it owns nothing, and knows it
   */
  record Whole(List<String> entries) implements LoadedInventory {
    public Whole {
      entries = List.copyOf(entries);
    }
  }

  /**
   * The status names a part that is not there, or is not what was written.
   *
   * @param sentence which, and what is wrong with it
   */
  record Incomplete(String sentence) implements LoadedInventory {}
}
