package dev.plumbline.apply;

import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a plan knows of the target, gathered before by {@link Survey}: the index of what is live,
 * and what was read back where the index alone proves nothing.
 */
public final class Facts {
  private final Map<ObjectKey, State> states;
  private final List<State> marked;
  private final Set<String> staleGroups;
  private final Map<ObjectKey, String> contested;
  private final Map<ObjectKey, Instant> lingering;
  private final Set<ObjectKey> added;
  private final Set<ObjectKey> shared;
  private final Map<ObjectKey, String> unreadable;
  private final Handovers handovers;

  /**
   * @param states by key; a key that is missing was seen to be absent
   * @param marked objects that carry this Sync's marks
   * @param staleGroups API groups whose discovery cannot be trusted
   * @param contested objects whose repair pauses, with the sentence that says why
   * @param lingering absent objects of which a create may still arrive, and until when
   * @param added objects with something of others beside our fields that can be taken out
   * @param shared objects of which only fields are ours, and others have fields, too
   * @param unreadable objects that may not be read, with the sentence that says why
   */
  Facts(
      Map<ObjectKey, State> states,
      List<State> marked,
      Set<String> staleGroups,
      Map<ObjectKey, String> contested,
      Map<ObjectKey, Instant> lingering,
      Set<ObjectKey> added,
      Set<ObjectKey> shared,
      Map<ObjectKey, String> unreadable,
      Handovers handovers) {
    this.states = Map.copyOf(states);
    this.marked = List.copyOf(marked);
    this.staleGroups = Set.copyOf(staleGroups);
    this.contested = Map.copyOf(contested);
    this.lingering = Map.copyOf(lingering);
    this.added = Set.copyOf(added);
    this.shared = Set.copyOf(shared);
    this.unreadable = Map.copyOf(unreadable);
    this.handovers = handovers;
  }

  Optional<State> state(ObjectKey key) {
    return Optional.ofNullable(states.get(key));
  }

  List<State> marked() {
    return marked;
  }

  boolean stale(String group) {
    return staleGroups.contains(group);
  }

  Optional<String> contested(ObjectKey key) {
    return Optional.ofNullable(contested.get(key));
  }

  boolean added(ObjectKey key) {
    return added.contains(key);
  }

  boolean shared(ObjectKey key) {
    return shared.contains(key);
  }

  Optional<Instant> lingersUntil(ObjectKey key) {
    return Optional.ofNullable(lingering.get(key));
  }

  /** Why nobody knows what the object is like; empty where it is known. */
  Optional<String> unreadable(ObjectKey key) {
    return Optional.ofNullable(unreadable.get(key));
  }

  /** The peer that renders the object. */
  public Optional<Name> claimant(ObjectKey key) {
    return Optional.ofNullable(handovers.claimed().get(key));
  }

  /** Whether the peer whose marks the object bears has let go of it. */
  boolean released(ObjectKey key) {
    return handovers.released().contains(key);
  }
}
