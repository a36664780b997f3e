package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Spares a server that cannot be reached, and those who wait for it. After some failures in a row
 * it refuses at once; after a pause it lets one request through, whose fate decides.
 */
final class Breaker {
  private static final int FAILURES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private int failures;
  private String last = "";
  private long pausedAt;
  private Duration pause = Duration.ZERO;
  private boolean probing;

  Breaker(Clock clock) {
    this.clock = clock;
  }

  /** Why nothing may be sent now; asking changes nothing. */
  Optional<String> refusal() {
    lock.lock();
    try {
      return refused() ? Optional.of(why()) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /** Whether this request may be sent; then one of the three reports below must follow. */
  boolean admit() {
    lock.lock();
    try {
      if (refused()) {
        return false;
      }
      probing = open();
      return true;
    } finally {
      lock.unlock();
    }
  }

  void succeeded() {
    lock.lock();
    try {
      failures = 0;
      pause = Duration.ZERO;
      probing = false;
    } finally {
      lock.unlock();
    }
  }

  void failed(String why) {
    lock.lock();
    try {
      failures++;
      last = why;
      if (failures >= FAILURES && (probing || pause.isZero())) {
        pausedAt = clock.nanoTime();
        pause = longer();
      }
      probing = false;
    } finally {
      lock.unlock();
    }
  }

  /** The request was not sent after all, and tells nothing. */
  void abandoned() {
    lock.lock();
    try {
      probing = false;
    } finally {
      lock.unlock();
    }
  }

  private boolean open() {
    return failures >= FAILURES;
  }

  private boolean refused() {
    return open() && (probing || clock.elapsed(pausedAt).compareTo(pause) < 0);
  }

  private String why() {
    return "not tried: the last %d attempts failed (%s), the next follows within %d s"
        .formatted(failures, last, LONGEST_PAUSE.toSeconds());
  }

  private Duration longer() {
    var doubled = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
    var capped = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    return capped.multipliedBy(ThreadLocalRandom.current().nextInt(75, 101)).dividedBy(100);
  }
}
