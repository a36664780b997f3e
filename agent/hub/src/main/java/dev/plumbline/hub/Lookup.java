package dev.plumbline.hub;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import java.util.Optional;

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
   * @param body as it is, for who can do with a part of it
   * @param last the spec it had when it could last be read, by this process
   */
  record Malformed<S extends Record, T extends Record>(
      Name name,
      String uid,
      String resourceVersion,
      String sentence,
      MapNode body,
      Optional<S> last)
      implements Lookup<S, T> {

    Malformed<S, T> after(Lookup<S, T> before) {
      Optional<S> known =
          switch (before) {
            case Found<S, T>(var object) when object.uid().equals(uid) ->
                Optional.of(object.spec());
            case Malformed<S, T> earlier when earlier.uid.equals(uid) -> earlier.last;
            case Found<S, T> another -> Optional.empty();
            case Malformed<S, T> another -> Optional.empty();
            case Absent<S, T> absent -> Optional.empty();
          };
      return new Malformed<>(name, uid, resourceVersion, sentence, body, known);
    }
  }

  /** Nothing. */
  record Absent<S extends Record, T extends Record>() implements Lookup<S, T> {}
}
