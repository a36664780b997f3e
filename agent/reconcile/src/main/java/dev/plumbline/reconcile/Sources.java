package dev.plumbline.reconcile;

import dev.plumbline.model.Name;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where the repositories stand, as their last look found. */
final class Sources {
  private final Map<Name, RepositoryState> states = new ConcurrentHashMap<>();

  /** Empty while nobody looked yet. */
  Optional<RepositoryState> get(Name repository) {
    return Optional.ofNullable(states.get(repository));
  }

  void put(Name repository, RepositoryState state) {
    states.put(repository, state);
  }

  void remove(Name repository) {
    states.remove(repository);
  }
}
