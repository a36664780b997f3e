package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Turns;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many requests may be in flight to one server. Grows while answers come quickly and all
 * permits are in use, shrinks when the server pushes back or slows down; never above what one
 * HTTP/2 connection carries. Whoever acts on the server has his fair share of them.
 */
final class Permits {
  // kube-apiserver allows 100 streams a connection and the JDK client fails the 101st at once.
  private static final int MOST = 90;
  private static final int FEWEST = 4;
  private static final double START = 16;
  private static final Duration SLOW = Duration.ofMillis(500);
  private static final int SLOWER_THAN_BEST = 20;
  private static final Duration BETWEEN_CUTS = Duration.ofSeconds(1);

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Turns<Identity> turns = new Turns<>((int) START, identity -> MOST);
  private double limit = START;
  private double bestNanos = Double.MAX_VALUE;
  private boolean cutOnce;
  private long lastCut;

  Permits(Clock clock) {
    this.clock = clock;
  }

  /** Whether a permit was had within the time; then {@link #release} must follow. */
  boolean acquire(Identity identity, Duration patience) throws InterruptedException {
    return turns.acquire(identity, patience);
  }

  /**
   * @param pushedBack whether the server said that it has too much to do, or said nothing
   */
  void release(Identity identity, Duration took, boolean pushedBack) {
    lock.lock();
    try {
      adapt(took, pushedBack);
      turns.places((int) limit);
    } finally {
      lock.unlock();
    }
    turns.release(identity);
  }

  int limit() {
    lock.lock();
    try {
      return (int) limit;
    } finally {
      lock.unlock();
    }
  }

  private void adapt(Duration took, boolean pushedBack) {
    double nanos = took.toNanos();
    // The best time fades, so that a server that moved further away is not called slow for ever.
    bestNanos = Math.min(nanos, bestNanos * 1.001);
    boolean slow = took.compareTo(SLOW) > 0 && nanos > bestNanos * SLOWER_THAN_BEST;
    if (pushedBack || slow) {
      cut(pushedBack ? 0.5 : 0.8);
    } else if (turns.taken() >= (int) limit) {
      limit = Math.min(MOST, limit + (cutOnce ? 1 / limit : 0.25));
    }
  }

  private void cut(double factor) {
    long now = clock.nanoTime();
    if (cutOnce && now - lastCut < BETWEEN_CUTS.toNanos()) {
      return;
    }
    cutOnce = true;
    lastCut = now;
    limit = Math.max(FEWEST, limit * factor);
  }
}
