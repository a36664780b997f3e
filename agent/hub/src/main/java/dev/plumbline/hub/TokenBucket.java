package dev.plumbline.hub;

import dev.plumbline.model.Clock;
import java.time.Duration;

/** Lets a burst pass, and then one per interval. Owned by whoever holds it, not safe to share. */
final class TokenBucket {
  private final Clock clock;
  private final long burst;
  private final long interval;
  private long tokens;
  private long since;

  TokenBucket(Clock clock, int burst, Duration interval) {
    this.clock = clock;
    this.burst = burst;
    this.interval = interval.toNanos();
    this.tokens = burst;
    this.since = clock.nanoTime();
  }

  boolean take() {
    long earned = (clock.nanoTime() - since) / interval;
    tokens = Math.min(burst, tokens + earned);
    since += earned * interval;
    if (tokens == 0) {
      return false;
    }
    tokens--;
    return true;
  }
}
