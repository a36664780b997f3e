package dev.plumbline.testkit;

import dev.plumbline.model.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that moves when it is told to. */
public final class ManualClock implements Clock {
  private record Time(Instant wall, long nanos) {}

  private final AtomicReference<Time> time;

  public ManualClock() {
    this(Instant.parse("2026-11-30T12:00:00Z"));
  }

  public ManualClock(Instant start) {
    this.time = new AtomicReference<>(new Time(start, 0));
  }

  @Override
  public Instant now() {
    return time.get().wall;
  }

  @Override
  public long nanoTime() {
    return time.get().nanos;
  }

  /** Time passes, on both clocks. */
  public void advance(Duration by) {
    time.updateAndGet(t -> new Time(t.wall.plus(by), t.nanos + by.toNanos()));
  }

  /** The wall clock jumps, as when somebody sets it. */
  public void jump(Duration by) {
    time.updateAndGet(t -> new Time(t.wall.plus(by), t.nanos));
  }
}
