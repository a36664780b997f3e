package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a plan knows of the target, gathered before: the index of what is live, and what was read
 * back where the index alone proves nothing.
 *
 * @param states by key; a key that is missing was seen to be absent
 * @param marked objects that carry this Sync's marks
 * @param staleGroups API groups whose discovery cannot be trusted
 * @param contested objects whose repair pauses, with the sentence that says why
 */
record Facts(
    Map<ObjectKey, State> states,
    List<State> marked,
    Set<String> staleGroups,
    Map<ObjectKey, String> contested) {
  Facts {
    states = Map.copyOf(states);
    marked = List.copyOf(marked);
    staleGroups = Set.copyOf(staleGroups);
    contested = Map.copyOf(contested);
  }

  Optional<State> state(ObjectKey key) {
    return Optional.ofNullable(states.get(key));
  }

  boolean stale(String group) {
    return staleGroups.contains(group);
  }

  Optional<String> contested(ObjectKey key) {
    return Optional.ofNullable(contested.get(key));
  }

  Collection<ObjectKey> keys() {
    return states.keySet();
  }
}
