package dev.plumbline.hub;

import dev.plumbline.kube.Guard;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The same event again and again: written once, then counted, and the count written once per some
 * minutes.
 */
final class EventSeries {
  private static final Duration QUIET = Duration.ofMinutes(6);

  private final HubEvent event;
  private final Instant first;
  // Of the threads that tell events, behind the lock of the writer.
  private Instant last;
  private Instant due;
  private int count = 1;
  // Of the thread that writes.
  private Optional<Written> written = Optional.empty();

  /** The event object that stands for the series. */
  record Written(ObjectKey key, Guard guard) {}

  /** What is to be written now. */
  record Due(EventSeries series, HubEvent event, Instant first, Instant last, int count) {}

  EventSeries(HubEvent event, Instant now) {
    this.event = event;
    this.first = now;
    this.last = now;
    this.due = now.plus(QUIET);
  }

  /** Counts one more; whether it is time to write the count. */
  boolean again(Instant now) {
    count++;
    last = now;
    if (now.isBefore(due)) {
      return false;
    }
    due = now.plus(QUIET);
    return true;
  }

  Due due() {
    return new Due(this, event, first, last, count);
  }

  Optional<Written> written() {
    return written;
  }

  void written(ObjectKey key, Guard guard) {
    written = Optional.of(new Written(key, guard));
  }
}
