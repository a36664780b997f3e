package dev.plumbline.source.git;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jgit.lib.ObjectId;

/** The trees used last, bounded by the number of names in them. */
final class TreeCache {
  private static final int MAX_NAMES = 100_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ObjectId, ParsedTree> trees = new LinkedHashMap<>(64, 0.75f, true);
  private int names;

  ParsedTree get(ObjectId id) {
    lock.lock();
    try {
      return trees.get(id);
    } finally {
      lock.unlock();
    }
  }

  void put(ParsedTree tree) {
    lock.lock();
    try {
      if (trees.put(tree.id(), tree) == null) {
        names += weight(tree);
      }
      var oldestFirst = trees.values().iterator();
      while (names > MAX_NAMES && oldestFirst.hasNext()) {
        names -= weight(oldestFirst.next());
        oldestFirst.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  void clear() {
    lock.lock();
    try {
      trees.clear();
      names = 0;
    } finally {
      lock.unlock();
    }
  }

  private static int weight(ParsedTree tree) {
    return tree.names().size() + 1;
  }
}
