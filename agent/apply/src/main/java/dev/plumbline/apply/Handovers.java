package dev.plumbline.apply;

import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which objects move from one Sync of a tenant to another.
 *
 * @param claimed objects that are not this Sync's to keep: a peer renders them
 * @param released objects that this Sync may take from the peer whose marks they bear
 */
record Handovers(Map<ObjectKey, Name> claimed, Set<ObjectKey> released) {
  static final Handovers NONE = new Handovers(Map.of(), Set.of());

  Handovers {
    claimed = Map.copyOf(claimed);
    released = Set.copyOf(released);
  }

  /** Asks about objects that would be pruned, and about wanted ones that bear others' marks. */
  static Handovers of(
      Desired desired, Inventory inventory, Map<ObjectKey, State> states, Marks marks, Peers peers)
      throws IOException {
    Map<ObjectKey, Name> claimed = new HashMap<>();
    Set<ObjectKey> released = new HashSet<>();
    Set<ObjectKey> wanted = desired.keys();
    for (Entry entry : inventory.entries()) {
      if (!wanted.contains(entry.key()) && !entry.merged() && states.containsKey(entry.key())) {
        peers.claimant(entry.key()).ifPresent(peer -> claimed.put(entry.key(), peer));
      }
    }
    for (ObjectKey key : wanted) {
      Optional<Name> other =
          Optional.ofNullable(states.get(key))
              .filter(State::isOurs)
              .flatMap(State::sync)
              .filter(sync -> !sync.equals(marks.sync()));
      if (other.isPresent() && peers.claims(other.get(), key)) {
        claimed.put(key, other.get());
      } else if (other.isPresent() && peers.releases(other.get(), key)) {
        released.add(key);
      }
    }
    return new Handovers(claimed, released);
  }
}
