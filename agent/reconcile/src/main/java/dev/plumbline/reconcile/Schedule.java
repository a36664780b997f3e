package dev.plumbline.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a Sync is compared in full again.
 *
 * @param resyncDue whether that is now
 * @param nextResync the time after this run
 */
record Schedule(boolean resyncDue, Instant nextResync) {

  static Schedule of(Run run, Memory memory) {
    Duration interval = run.sync().spec().resync();
    boolean news = !Objects.equals(run.handled(), run.sync().status().handled());
    Instant now = run.now();
    Optional<Instant> next = memory.nextResync();
    if (next.isEmpty()) {
      // After a start everything is due at once; spread over the interval it costs next to nothing.
      long spread = ThreadLocalRandom.current().nextLong(interval.toMillis() + 1);
      return new Schedule(news, now.plusMillis(spread));
    }
    boolean due = !now.isBefore(next.get());
    return due || news ? new Schedule(true, now.plus(interval)) : new Schedule(false, next.get());
  }
}
