package dev.plumbline.reconcile;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses that double from failure to failure, with jitter so that many do not come back at once.
 *
 * @param first after the first failure
 * @param longest never longer than this
 */
record Backoff(Duration first, Duration longest) {
  static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

  Backoff {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("not a backoff: %s to %s".formatted(first, longest));
    }
  }

  /**
   * @param failures how many there were before this one
   * @return between half and all of the doubled pause
   */
  Duration pause(int failures) {
    long most = longest.toMillis();
    long full = failures >= 30 ? most : Math.min(most, first.toMillis() << failures);
    if (full <= 0) {
      full = most;
    }
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(full / 2, full + 1));
  }
}
