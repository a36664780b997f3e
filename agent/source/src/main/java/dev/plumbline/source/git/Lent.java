package dev.plumbline.source.git;

import dev.plumbline.model.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The trees of one clone that somebody has in hand and may read at any time: they are kept when
 * what no ref reaches any more is dropped. Not for ever, for when a reader has gone is known only
 * after a while.
 */
final class Lent {
  /** Three times what the longest render may take. */
  private static final Duration LONGEST_READ = Duration.ofMinutes(30);

  private final Clone clone;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<GitTree, Long> trees = new WeakHashMap<>();
  private boolean dropping;

  Lent(Clone clone, Clock clock) {
    this.clone = clone;
    this.clock = clock;
  }

  /**
   * The tree of a commit.
   *
   * @throws FetchNeeded when the commit is not here, or may be going just now
   */
  GitTree lend(String commit, GitObjects objects) throws IOException {
    lock.lock();
    try {
      if (dropping && !clone.promises(commit)) {
        throw new FetchNeeded("commit %s may be on no branch any more".formatted(commit));
      }
      var tree = new GitTree(objects, objects.rootOf(commit));
      trees.put(tree, clock.nanoTime());
      return tree;
    } finally {
      lock.unlock();
    }
  }

  /** The roots of all trees that may still be read. */
  Set<ObjectId> roots() {
    lock.lock();
    try {
      trees.values().removeIf(lentAt -> clock.elapsed(lentAt).compareTo(LONGEST_READ) > 0);
      return trees.keySet().stream().map(GitTree::root).collect(Collectors.toUnmodifiableSet());
    } finally {
      lock.unlock();
    }
  }

  /** The same; and until {@link #endDrop} only commits are lent that our refs lead to. */
  Set<ObjectId> startDrop() {
    lock.lock();
    try {
      dropping = true;
      return roots();
    } finally {
      lock.unlock();
    }
  }

  void endDrop() {
    lock.lock();
    try {
      dropping = false;
    } finally {
      lock.unlock();
    }
  }
}
