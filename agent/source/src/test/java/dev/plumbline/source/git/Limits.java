package dev.plumbline.source.git;

import java.time.Duration;

/** The default limits with one of them made small enough to meet. */
final class Limits {
  private static final GitLimits DEFAULT = GitLimits.DEFAULT;

  private Limits() {}

  static GitLimits time(Duration fetch, Duration idle) {
    return with(
        fetch,
        idle,
        DEFAULT.packBytes(),
        DEFAULT.packObjects(),
        DEFAULT.objectBytes(),
        DEFAULT.diskBytes());
  }

  static GitLimits packBytes(long bytes) {
    return pack(bytes, DEFAULT.packObjects(), DEFAULT.objectBytes());
  }

  static GitLimits packObjects(long objects) {
    return pack(DEFAULT.packBytes(), objects, DEFAULT.objectBytes());
  }

  static GitLimits objectBytes(long bytes) {
    return pack(DEFAULT.packBytes(), DEFAULT.packObjects(), bytes);
  }

  static GitLimits diskBytes(long bytes) {
    return with(
        DEFAULT.fetchTime(),
        DEFAULT.idleTime(),
        DEFAULT.packBytes(),
        DEFAULT.packObjects(),
        DEFAULT.objectBytes(),
        bytes);
  }

  static GitLimits reading(long fileBytes, int treeDepth, int treeEntries, int changedPaths) {
    return new GitLimits(
        DEFAULT.fetchTime(),
        DEFAULT.idleTime(),
        DEFAULT.advertisementBytes(),
        DEFAULT.packBytes(),
        DEFAULT.packObjects(),
        DEFAULT.objectBytes(),
        DEFAULT.diskBytes(),
        fileBytes,
        treeDepth,
        treeEntries,
        changedPaths);
  }

  private static GitLimits pack(long bytes, long objects, long objectBytes) {
    return with(
        DEFAULT.fetchTime(), DEFAULT.idleTime(), bytes, objects, objectBytes, DEFAULT.diskBytes());
  }

  private static GitLimits with(
      Duration fetch,
      Duration idle,
      long packBytes,
      long packObjects,
      long objectBytes,
      long diskBytes) {
    return new GitLimits(
        fetch,
        idle,
        DEFAULT.advertisementBytes(),
        packBytes,
        packObjects,
        objectBytes,
        diskBytes,
        DEFAULT.fileBytes(),
        DEFAULT.treeDepth(),
        DEFAULT.treeEntries(),
        DEFAULT.changedPaths());
  }
}
