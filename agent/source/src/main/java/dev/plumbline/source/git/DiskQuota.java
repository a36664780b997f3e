package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.IOException;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

/** Keeps one clone within the disk it may take, however often it is force-pushed (SEC-GIT-08). */
final class DiskQuota {
  private final long limit;
  private final Lent lent;
  private Dropped last = new Dropped(0, Set.of());

  DiskQuota(GitLimits limits, Lent lent) {
    this.limit = limits.diskBytes();
    this.lent = lent;
  }

  /** What a drop left, and what it had to keep for readers: the same again would change nothing. */
  private record Dropped(long left, Set<ObjectId> kept) {}

  /**
   * Makes room where there is too little.
   *
   * @throws Stop when what is needed is more than may be
   */
  void enforce(GuardedRepository repository) throws IOException {
    long bytes = size(repository);
    if (bytes > limit && !last.equals(new Dropped(bytes, lent.roots()))) {
      bytes = drop(repository);
    }
    if (bytes > limit) {
      throw new Stop(
          Reason.OVER_LIMIT,
          "its history takes %d bytes on disk, the limit is %d".formatted(bytes, limit));
    }
  }

  private long drop(GuardedRepository repository) throws IOException {
    Set<ObjectId> kept = lent.startDrop();
    try {
      Housekeeping.drop(repository, kept);
    } finally {
      lent.endDrop();
    }
    last = new Dropped(size(repository), kept);
    return last.left();
  }

  private static long size(GuardedRepository repository) throws IOException {
    return Disk.size(repository.getObjectsDirectory().toPath());
  }
}
