package dev.plumbline.reconcile;

import dev.plumbline.model.Revision;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.Missing;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a repository.
 *
 * @param heads where its branches and tags stand; from the last good fetch
 * @param missing what was asked for and is not there
 * @param refused what is there and is not taken, and why; its head is that of before
 * @param failure why the last look failed; the heads are then those of before
 */
record RepositoryState(
    Map<GitRef, Revision> heads,
    Map<GitRef, Missing> missing,
    Map<GitRef, Failure> refused,
    Optional<Failure> failure) {
  static final RepositoryState NEVER_SEEN =
      new RepositoryState(Map.of(), Map.of(), Map.of(), Optional.empty());

  RepositoryState {
    heads = Map.copyOf(heads);
    missing = Map.copyOf(missing);
    refused = Map.copyOf(refused);
  }

  Optional<Revision> head(GitRef ref) {
    return Optional.ofNullable(heads.get(ref));
  }

  /** Whether it is known where the ref leads, or why that is not known. */
  boolean lookedFor(GitRef ref) {
    return heads.containsKey(ref) || isNot(ref) || failure.isPresent();
  }

  /** Whether it is known that the ref leads nowhere, or to what is not taken. */
  boolean isNot(GitRef ref) {
    return missing.containsKey(ref) || refused.containsKey(ref);
  }

  RepositoryState failed(Failure why) {
    return new RepositoryState(heads, missing, refused, Optional.of(why));
  }

  /** After a look; what is not taken now stays where it was. */
  RepositoryState seen(Looking.Found.Seen seen) {
    var now = new HashMap<>(seen.fetched().heads());
    for (GitRef ref : seen.refused().keySet()) {
      head(ref).ifPresent(head -> now.put(ref, head));
    }
    return new RepositoryState(now, seen.fetched().missing(), seen.refused(), Optional.empty());
  }
}
