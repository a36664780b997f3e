package dev.plumbline.hub;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events in the background. Nobody waits for it and nothing fails by it: the same event
 * within some minutes is counted instead of written, and what is too much is dropped and counted.
 */
public final class EventWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventWriter.class);
  private static final int WAITING = 256;
  private static final int BURST = 50;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int REMEMBERED = 1024;

  private final Cluster cluster;
  private final String instance;
  private final Clock clock;
  private final Metrics metrics;
  private final BlockingQueue<EventSeries.Due> queue = new ArrayBlockingQueue<>(WAITING);
  private final ReentrantLock lock = new ReentrantLock();
  private final TokenBucket bucket;
  private final Thread worker;
  private final Map<HubEvent, EventSeries> series =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<HubEvent, EventSeries> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * @param instance which replica of the agent tells
   */
  EventWriter(Cluster cluster, String instance, Clock clock, Metrics metrics) {
    this.cluster = cluster;
    this.instance = instance;
    this.clock = clock;
    this.metrics = metrics;
    this.bucket = new TokenBucket(clock, BURST, PAUSE);
    this.worker = Thread.ofVirtual().name("events").start(this::work);
  }

  /** Returns at once. */
  public void write(HubEvent event) {
    if (!accept(event)) {
      metrics.count("plumbline_events_dropped_total");
    }
  }

  /** Drops what is not written yet. */
  @Override
  public void close() {
    worker.interrupt();
  }

  private boolean accept(HubEvent event) {
    lock.lock();
    try {
      EventSeries known = series.get(event);
      if (known != null && !known.again(clock.now())) {
        return true;
      }
      if (!bucket.take()) {
        return false;
      }
      EventSeries current = known != null ? known : new EventSeries(event, clock.now());
      if (!queue.offer(current.due())) {
        return false;
      }
      series.put(event, current);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    try {
      while (true) {
        carryOut(queue.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void carryOut(EventSeries.Due due) {
    try {
      boolean written =
          due.series().written().map(object -> count(due, object)).orElse(false) || create(due);
      metrics.count(written ? "plumbline_events_written_total" : "plumbline_events_failed_total");
    } catch (RuntimeException e) {
      LOG.warn("an event was not written", e);
    }
  }

  private boolean create(EventSeries.Due due) {
    ObjectKey key = EventBody.key(due);
    return switch (cluster.create(key, EventBody.of(key, due, instance))) {
      case Answer.Done(var meta, var warnings) -> remember(due, key, meta);
      case Answer.Refused(var refusal) -> failed(refusal.message());
      case Answer.Unknown(var why) -> failed(why);
    };
  }

  private boolean count(EventSeries.Due due, EventSeries.Written object) {
    var operations = List.of(EventBody.counted(due));
    return switch (cluster.patch(object.key(), object.guard(), operations)) {
      case Answer.Done(var meta, var warnings) -> remember(due, object.key(), meta);
      // It expired, or somebody changed it: a new one is made.
      case Answer.Refused refused -> false;
      case Answer.Unknown unknown -> false;
    };
  }

  private static boolean remember(EventSeries.Due due, ObjectKey key, Meta meta) {
    due.series().written(key, new Guard(meta.uid(), meta.resourceVersion()));
    return true;
  }

  private static boolean failed(String why) {
    LOG.debug("an event was not written: {}", why);
    return false;
  }
}
