package dev.plumbline.reconcile;

import dev.plumbline.model.ReadSet;
import java.time.Instant;
import java.util.Optional;

/**
 * What the last run of a Sync in this process learned and the status does not need to keep. Losing
 * it costs one run, which then finds nothing to do.
 *
 * @param commit the newest commit the read set is known to hold for
 * @param reads what its render looked at
 * @param waitingSince since when it waits for health
 * @param nextResync when everything is compared in full again
 */
record Memory(
    String commit, ReadSet reads, Optional<Instant> waitingSince, Optional<Instant> nextResync) {
  static final Memory NOTHING = new Memory("", ReadSet.EMPTY, Optional.empty(), Optional.empty());

  boolean empty() {
    return commit.isEmpty();
  }

  Memory at(String newCommit) {
    return new Memory(newCommit, reads, waitingSince, nextResync);
  }

  Memory rendered(String atCommit, ReadSet read) {
    return new Memory(atCommit, read, waitingSince, nextResync);
  }

  Memory waiting(Optional<Instant> since) {
    return new Memory(commit, reads, since, nextResync);
  }

  Memory resyncAt(Instant when) {
    return new Memory(commit, reads, waitingSince, Optional.of(when));
  }
}
