package dev.plumbline.reconcile;

import dev.plumbline.model.Revision;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.Missing;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a repository.
 *
 * @param heads where its branches and tags stand; from the last good fetch
 * @param missing what was asked for and is not there
 * @param failure why the last look failed; the heads are then those of before
 */
record RepositoryState(
    Map<GitRef, Revision> heads, Map<GitRef, Missing> missing, Optional<Failure> failure) {
  static final RepositoryState NEVER_SEEN =
      new RepositoryState(Map.of(), Map.of(), Optional.empty());

  RepositoryState {
    heads = Map.copyOf(heads);
    missing = Map.copyOf(missing);
  }

  Optional<Revision> head(GitRef ref) {
    return Optional.ofNullable(heads.get(ref));
  }

  /** Whether it is known where the ref leads, or why that is not known. */
  boolean lookedFor(GitRef ref) {
    return heads.containsKey(ref) || missing.containsKey(ref) || failure.isPresent();
  }

  RepositoryState failed(Failure why) {
    return new RepositoryState(heads, missing, Optional.of(why));
  }
}
