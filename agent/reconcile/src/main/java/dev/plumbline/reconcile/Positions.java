package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.model.Name;
import dev.plumbline.model.ReadSet;
import dev.plumbline.source.git.GitRepositories;
import java.io.IOException;
import java.util.Optional;

/**
 * Tells whether a Sync is at a revision. A push that touched nothing the Sync reads does not run it
 * and writes nothing, yet the Sync is at that revision: computed from its read set.
 */
final class Positions {
  private final Hub hub;
  private final Memories memories;
  private final GitRepositories repositories;

  Positions(Hub hub, Memories memories, GitRepositories repositories) {
    this.hub = hub;
    this.memories = memories;
    this.repositories = repositories;
  }

  /**
   * @param commit the full id of a commit of the Sync's repository
   */
  Position of(HubObject<SyncSpec, SyncStatus> sync, String commit) {
    Optional<String> applied = applied(sync);
    if (applied.isEmpty()) {
      return Position.NOT_YET;
    }
    if (applied.get().equals(commit)) {
      return Position.THERE;
    }
    Memory memory = memories.get(sync.name());
    if (memory.empty()) {
      return Position.UNKNOWN;
    }
    try {
      Name repository = hub.home(sync.name(), sync.spec().source().name());
      return same(repository, memory, applied.get(), commit)
              || repositories.descends(repository, applied.get(), commit)
          ? Position.THERE
          : Position.NOT_YET;
    } catch (IOException e) {
      return Position.UNKNOWN;
    }
  }

  // The read set holds for the commit in the memory. Where nothing it reads differs from there to
  // what is live, it holds for that too; and then whatever differs in nothing of it is the same.
  private boolean same(Name repository, Memory memory, String applied, String commit)
      throws IOException {
    ReadSet reads = memory.reads();
    return !touched(repository, memory.commit(), applied, reads)
        && !touched(repository, memory.commit(), commit, reads);
  }

  private boolean touched(Name repository, String from, String to, ReadSet reads)
      throws IOException {
    return !from.equals(to) && repositories.changes(repository, from, to).touch(reads);
  }

  private static Optional<String> applied(HubObject<SyncSpec, SyncStatus> sync) {
    SyncStatus status = sync.status();
    boolean whole =
        Condition.find(status.conditions(), Condition.APPLIED).filter(Condition::isTrue).isPresent()
            && Long.valueOf(sync.generation()).equals(status.observedGeneration());
    return whole && status.revision() != null
        ? Optional.ofNullable(status.revision().applied())
            .map(revision -> revision.substring(revision.lastIndexOf(':') + 1))
        : Optional.empty();
  }
}
