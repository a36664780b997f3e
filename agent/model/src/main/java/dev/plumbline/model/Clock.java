package dev.plumbline.model;

import java.time.Duration;
import java.time.Instant;

/** The only source of time. Tests hand in one that stands still. */
public interface Clock {
  /** Wall time, for people and for records. It may jump. */
  Instant now();

  /** Monotonic nanoseconds with an arbitrary origin, for measuring and for deadlines. */
  long nanoTime();

  /** How long ago {@code since}, a value of {@link #nanoTime()}, was. */
  default Duration elapsed(long since) {
    return Duration.ofNanos(nanoTime() - since);
  }

  /** The machine's own clock. */
  static Clock system() {
    return new Clock() {
      @Override
      public Instant now() {
        return Instant.now();
      }

      @Override
      public long nanoTime() {
        return System.nanoTime();
      }
    };
  }
}
