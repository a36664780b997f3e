package dev.plumbline.hub;

/** What became of a write to one of our objects. */
public sealed interface Write<S extends Record, T extends Record> {

  /**
   * @param object as it is now; the hub serves no older one from here on
   */
  record Written<S extends Record, T extends Record>(HubObject<S, T> object)
      implements Write<S, T> {}

  /**
   * The object changed since it was read, and nothing was written.
   *
   * @param newest what is there now: decide again from it
   */
  record Superseded<S extends Record, T extends Record>(HubObject<S, T> newest)
      implements Write<S, T> {}

  /** The object is not there any more, or another one of the same name is. */
  record Gone<S extends Record, T extends Record>() implements Write<S, T> {}

  /**
   * It was not written, or nobody knows; a late arrival is refused by its resourceVersion once
   * something else was written.
   *
   * @param permanent whether trying the same again is pointless
   */
  record Failed<S extends Record, T extends Record>(String why, boolean permanent)
      implements Write<S, T> {}
}
