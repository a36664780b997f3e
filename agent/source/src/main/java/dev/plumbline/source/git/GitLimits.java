package dev.plumbline.source.git;

import java.time.Duration;

/**
 * How much a repository may cost us. All of it is under the control of whoever pushes.
 *
 * @param fetchTime for one fetch, from the first connection to the last check
 * @param idleTime how long a server may stay silent
 * @param advertisementBytes the list of refs
 * @param packBytes one fetch
 * @param packObjects one fetch
 * @param objectBytes one object of the history, inflated
 * @param diskBytes one clone, when a fetch begins
 * @param fileBytes one file that is read
 * @param treeDepth directories inside each other
 * @param treeEntries names in one directory
 * @param changedPaths beyond them a push counts as having changed everything
 */
public record GitLimits(
    Duration fetchTime,
    Duration idleTime,
    long advertisementBytes,
    long packBytes,
    long packObjects,
    long objectBytes,
    long diskBytes,
    long fileBytes,
    int treeDepth,
    int treeEntries,
    int changedPaths) {
  private static final long MIB = 1 << 20;

  public static final GitLimits DEFAULT =
      new GitLimits(
          Duration.ofMinutes(5),
          Duration.ofSeconds(30),
          16 * MIB,
          512 * MIB,
          1_000_000,
          64 * MIB,
          4096 * MIB,
          10 * MIB,
          64,
          50_000,
          100_000);
}
