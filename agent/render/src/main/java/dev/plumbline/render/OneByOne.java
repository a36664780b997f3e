package dev.plumbline.render;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Lets one thread at a time work on one thing, so that the next find what the first left. */
final class OneByOne<K> {
  private static final long LOOK_MILLIS = 50;

  private final ConcurrentMap<K, Turn> turns = new ConcurrentHashMap<>();

  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int users;
  }

  interface Work<T> {
    T run() throws IOException;
  }

  /**
   * @param cancelled asked while it waits for others
   * @throws CancellationException when it was cancelled before its turn came
   */
  <T> T run(K key, BooleanSupplier cancelled, Work<T> work) throws IOException {
    Turn turn = turns.compute(key, (k, there) -> used(there == null ? new Turn() : there, 1));
    try {
      while (!turn.lock.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        Cancelled.check(cancelled);
      }
      try {
        return work.run();
      } finally {
        turn.lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while another render of the same goes on");
    } finally {
      turns.computeIfPresent(key, (k, there) -> used(there, -1).users == 0 ? null : there);
    }
  }

  // Only ever called by the map, which does one thing at a time for a key.
  private static Turn used(Turn turn, int more) {
    turn.users += more;
    return turn;
  }

  /** How many things are worked on or waited for. */
  int size() {
    return turns.size();
  }
}
