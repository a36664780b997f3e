package dev.plumbline.reconcile;

import dev.plumbline.model.Revision;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of a repository.
 *
 * @param heads where its branches stand; from the last good fetch
 * @param missing branches that were asked for and do not exist
 * @param failure why the last look failed; the heads are then those of before
 */
record RepositoryState(
    Map<String, Revision> heads, Set<String> missing, Optional<Failure> failure) {
  static final RepositoryState NEVER_SEEN =
      new RepositoryState(Map.of(), Set.of(), Optional.empty());

  RepositoryState {
    heads = Map.copyOf(heads);
    missing = Set.copyOf(missing);
  }

  Optional<Revision> head(String branch) {
    return Optional.ofNullable(heads.get(branch));
  }

  /** Whether it is known where the branch stands, or why that is not known. */
  boolean lookedFor(String branch) {
    return heads.containsKey(branch) || missing.contains(branch) || failure.isPresent();
  }

  RepositoryState failed(Failure why) {
    return new RepositoryState(heads, missing, Optional.of(why));
  }
}
