package dev.plumbline.reconcile;

import dev.plumbline.model.ReadSet;
import dev.plumbline.model.Revision;
import java.time.Instant;
import java.util.Optional;

/**
 * What the last run of a Sync in this process learned and the status does not need to keep. Losing
 * it costs one run, which then finds nothing to do.
 *
 * @param commit the newest commit the read set is known to hold for
 * @param generation of the spec that was rendered
 * @param changedBy the revision that last changed what it reads, where this process saw it come
 * @param reads what its render looked at
 * @param settled whether what came of the last render stands in the status
 * @param waitingSince since when it waits for health
 * @param nextResync when everything is compared in full again
 */
record Memory(
    String commit,
    long generation,
    Optional<Revision> changedBy,
    ReadSet reads,
    boolean settled,
    Optional<Instant> waitingSince,
    Optional<Instant> nextResync) {
  static final Memory NOTHING =
      new Memory("", 0, Optional.empty(), ReadSet.EMPTY, false, Optional.empty(), Optional.empty());

  boolean empty() {
    return commit.isEmpty();
  }

  /** Whether the status tells of this revision, as this process knows. */
  boolean isAt(Revision revision, long ofGeneration) {
    return settled && commit.equals(revision.commit()) && generation == ofGeneration;
  }

  /** The status was written. */
  Memory told() {
    return new Memory(commit, generation, changedBy, reads, true, waitingSince, nextResync);
  }

  Memory at(String newCommit) {
    return new Memory(newCommit, generation, changedBy, reads, settled, waitingSince, nextResync);
  }

  /** After a render: a commit it is not known to hold for, or another spec, is what changed it. */
  Memory rendered(Revision revision, long ofGeneration, ReadSet read) {
    boolean changed = !empty() && (!commit.equals(revision.commit()) || generation != ofGeneration);
    return new Memory(
        revision.commit(),
        ofGeneration,
        changed ? Optional.of(revision) : changedBy,
        read,
        settled && !changed,
        waitingSince,
        nextResync);
  }

  Memory waiting(Optional<Instant> since) {
    return new Memory(commit, generation, changedBy, reads, settled, since, nextResync);
  }

  Memory resyncAt(Instant when) {
    return new Memory(
        commit, generation, changedBy, reads, settled, waitingSince, Optional.of(when));
  }
}
