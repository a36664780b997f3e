package dev.plumbline.server;

import dev.plumbline.model.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Metrics as Prometheus reads them. Counters end in {@code _total}, times in {@code _seconds} with
 * buckets; a name without its ending gets it.
 */
public final class PrometheusMetrics implements Metrics, AutoCloseable {
  /** A label with unbounded values would otherwise eat the heap. */
  private static final int MAX_SERIES = 5_000;

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(15),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ConcurrentMap<Series, AtomicLong> gauges = new ConcurrentHashMap<>();
  // Finding a timer in the registry costs more than what is timed now and then.
  private final ConcurrentMap<Series, Timer> timers = new ConcurrentHashMap<>();
  private final JvmGcMetrics garbage = new JvmGcMetrics();

  private record Series(String name, List<String> labels) {}

  public PrometheusMetrics() {
    registry.config().meterFilter(MeterFilter.maximumAllowableMetrics(MAX_SERIES));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    garbage.bindTo(registry);
  }

  @Override
  public void count(String name, long amount, String... labels) {
    Counter.builder(name).tags(labels).register(registry).increment((double) amount);
  }

  @Override
  public void time(String name, Duration took, String... labels) {
    var series = new Series(name, List.of(labels));
    Timer timer = timers.get(series);
    if (timer == null) {
      timer = timer(series);
      if (timers.size() < MAX_SERIES) {
        timers.put(series, timer);
      }
    }
    timer.record(took);
  }

  private Timer timer(Series series) {
    return Timer.builder(series.name())
        .tags(series.labels().toArray(String[]::new))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  @Override
  public void gauge(String name, double value, String... labels) {
    var series = new Series(name, List.of(labels));
    if (gauges.size() < MAX_SERIES || gauges.containsKey(series)) {
      gauges.computeIfAbsent(series, this::register).set(Double.doubleToRawLongBits(value));
    }
  }

  private AtomicLong register(Series series) {
    var bits = new AtomicLong();
    Gauge.builder(series.name(), bits, b -> Double.longBitsToDouble(b.get()))
        .tags(Tags.of(series.labels().toArray(String[]::new)))
        .strongReference(true)
        .register(registry);
    return bits;
  }

  /** Everything counted so far, in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    garbage.close();
    registry.close();
  }
}
