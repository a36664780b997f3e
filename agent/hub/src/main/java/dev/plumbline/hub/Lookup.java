package dev.plumbline.hub;

import dev.plumbline.model.Name;

/** What stands under a name in the hub. */
public sealed interface Lookup<S extends Record, T extends Record> {

  /** An object that can be used. */
  record Found<S extends Record, T extends Record>(HubObject<S, T> object)
      implements Lookup<S, T> {}

  /**
   * An object is there and cannot be read: its definition is older than this agent, or looser. It
   * is not absent, so nothing that belongs to it may go.
   *
   * @param sentence which field, what was found, what was expected
   */
  record Malformed<S extends Record, T extends Record>(
      Name name, String uid, String resourceVersion, String sentence) implements Lookup<S, T> {}

  /** Nothing. */
  record Absent<S extends Record, T extends Record>() implements Lookup<S, T> {}
}
