package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncStatus.Handled;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a Sync is compared in full again.
 *
 * @param resyncDue whether that is now
 * @param nextResync the time after this run
 * @param asked the value by which a person asked for it; null for none
 */
record Schedule(boolean resyncDue, Instant nextResync, String asked) {

  static Schedule of(Run run, Memory memory) {
    Duration interval = run.sync().spec().resync();
    // As the status will hold it: a value that is too long is cut there.
    String asked =
        new Handled(run.sync().annotations().get(Marks.REQUESTED_AT), null, null).requestedAt();
    Handled handled = run.sync().status().handled();
    boolean news = asked != null && (handled == null || !asked.equals(handled.requestedAt()));
    Instant now = run.now();
    Optional<Instant> next = memory.nextResync();
    if (next.isEmpty()) {
      // After a start everything is due at once; spread over the interval it costs next to nothing.
      long spread = ThreadLocalRandom.current().nextLong(interval.toMillis() + 1);
      return new Schedule(news, now.plusMillis(spread), asked);
    }
    boolean due = !now.isBefore(next.get());
    return due || news
        ? new Schedule(true, now.plus(interval), asked)
        : new Schedule(false, next.get(), asked);
  }
}
