package dev.plumbline.reconcile;

import dev.plumbline.model.Metrics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Metrics that tests read: how often something was counted or timed. */
final class Counts implements Metrics {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  long of(String name) {
    return counts.computeIfAbsent(name, n -> new LongAdder()).sum();
  }

  @Override
  public void count(String name, long amount, String... labels) {
    counts.computeIfAbsent(name, n -> new LongAdder()).add(amount);
  }

  @Override
  public void time(String name, Duration took, String... labels) {
    count(name, 1);
  }

  @Override
  public void gauge(String name, double value, String... labels) {}
}
