package dev.plumbline.reconcile;

import dev.plumbline.model.Name;
import dev.plumbline.model.Turns;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Runs names. A name is never run twice at once; one that is added while it runs is run again
 * after. Names that are added often are run once. A name carries no event: the run looks at the
 * world itself.
 */
final class WorkQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkQueue.class);
  // Bursts of events about one name (a rollout, a list) become one run.
  private static final Duration DEBOUNCE = Duration.ofMillis(15);
  // People write dates a long way off; a run too many in a year is no harm.
  private static final Duration FARTHEST = Duration.ofDays(365);

  private final String kind;
  private final Work work;
  private final Turns<Optional<Name>> workers;
  private final Function<Name, Lane> lanes;
  private final ExecutorService threads;
  private final ScheduledThreadPoolExecutor timer;

  private final Lock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private final Map<Name, Slot> slots = new HashMap<>();
  private volatile boolean stopped;

  /** What is done with a name. */
  interface Work {
    /**
     * One run.
     *
     * @return when to run the name again though nobody asks
     */
    Next run(Name name, Cancellation cancellation) throws Exception;
  }

  /**
   * Where a name waits for its turn.
   *
   * @param bulkhead what it leans on, which bears only so many at once; who waits here keeps no
   *     worker from others
   * @param whose among whom turns are shared: a tenant, or nobody's
   */
  record Lane(Turns<Optional<Name>> bulkhead, Optional<Name> whose) {
    private static final Turns<Optional<Name>> UNBOUNDED =
        new Turns<>(Integer.MAX_VALUE, whose -> Integer.MAX_VALUE);

    /** One that is nobody's but the name's own. */
    static Lane of(Name name) {
      return new Lane(UNBOUNDED, Optional.of(name));
    }

    /** So many turns; three quarters of them at most for one, so that others find one free. */
    static Turns<Optional<Name>> turns(int places) {
      return new Turns<>(places, whose -> whose.isEmpty() ? places : places - places / 4);
    }
  }

  /** When a name runs again by itself. */
  sealed interface Next {
    /** When somebody adds it. */
    record WhenAsked() implements Next {}

    /** After a pause, or when somebody adds it. */
    record After(Duration pause) implements Next {}

    /** Something failed: after a pause that grows from failure to failure. */
    record Retry(Backoff backoff) implements Next {}
  }

  /** The state of one name that is due, running or waiting. */
  private static final class Slot {
    private Cancellation running;
    private boolean again;
    private int failures;
    private ScheduledFuture<?> due;
  }

  /**
   * @param workers how many names run at once
   */
  WorkQueue(String kind, int workers, Work work) {
    this(kind, workers, Lane::of, work);
  }

  WorkQueue(String kind, int workers, Function<Name, Lane> lanes, Work work) {
    this.kind = kind;
    this.work = work;
    this.workers = Lane.turns(workers);
    this.lanes = lanes;
    this.threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(kind, 0).factory());
    this.timer = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Runs the name soon. */
  void add(Name name) {
    schedule(name, DEBOUNCE);
  }

  /** Runs the name after a pause, unless it is due earlier already. */
  void add(Name name, Duration pause) {
    schedule(name, pause);
  }

  /** Runs the name soon, and ends a run of it that is under way: it works on something outdated. */
  void preempt(Name name, String why) {
    locked(
        () -> {
          Slot slot = slots.get(name);
          if (slot != null && slot.running != null) {
            slot.running.cancel(why);
          }
        });
    schedule(name, Duration.ZERO);
  }

  /** How many names are due or running. */
  int depth() {
    lock.lock();
    try {
      return (int) slots.values().stream().filter(s -> s.running != null || s.due != null).count();
    } finally {
      lock.unlock();
    }
  }

  private void schedule(Name name, Duration pause) {
    locked(() -> scheduleLocked(name, pause));
  }

  private void scheduleLocked(Name name, Duration pause) {
    if (stopped) {
      return;
    }
    Slot slot = slots.computeIfAbsent(name, n -> new Slot());
    if (slot.running != null && pause.compareTo(DEBOUNCE) <= 0) {
      slot.again = true;
      return;
    }
    long nanos = (pause.compareTo(FARTHEST) > 0 ? FARTHEST : pause).toNanos();
    if (slot.due != null) {
      if (slot.due.getDelay(TimeUnit.NANOSECONDS) <= nanos) {
        return;
      }
      slot.due.cancel(false);
    }
    slot.due = timer.schedule(() -> start(name), nanos, TimeUnit.NANOSECONDS);
  }

  private void start(Name name) {
    locked(
        () -> {
          Slot slot = slots.get(name);
          if (stopped || slot == null) {
            return;
          }
          slot.due = null;
          if (slot.running != null) {
            slot.again = true;
            return;
          }
          slot.again = false;
          slot.running = new Cancellation();
          Cancellation cancellation = slot.running;
          threads.execute(() -> run(name, cancellation));
        });
  }

  private void run(Name name, Cancellation cancellation) {
    Next next = new Next.WhenAsked();
    try {
      next = inTurn(name, cancellation);
    } catch (InterruptedException e) {
      // Closed: nothing runs any more.
    } catch (IOException e) {
      // Nobody below logs and throws: what ends up here could not be found out, and is tried again.
      atWarn(name).log("{} {}: {}", kind, name, e.getMessage());
      next = new Next.Retry(Backoff.DEFAULT);
    } catch (Exception e) {
      atWarn(name).setCause(e).log("{} {} failed by a fault of ours", kind, name);
      next = new Next.Retry(Backoff.DEFAULT);
    } finally {
      ended(name, next);
    }
  }

  private Next inTurn(Name name, Cancellation cancellation) throws Exception {
    Lane lane = lanes.apply(name);
    lane.bulkhead().acquire(lane.whose());
    try {
      workers.acquire(lane.whose());
      try {
        return stopped || cancellation.cancelled()
            ? new Next.WhenAsked()
            : work.run(name, cancellation);
      } finally {
        workers.release(lane.whose());
      }
    } finally {
      lane.bulkhead().release(lane.whose());
    }
  }

  private LoggingEventBuilder atWarn(Name name) {
    return LOG.atWarn().addKeyValue("kind", kind).addKeyValue("name", name);
  }

  private void ended(Name name, Next next) {
    locked(
        () -> {
          Slot slot = slots.get(name);
          slot.running = null;
          boolean again = slot.again;
          slot.again = false;
          switch (next) {
            case Next.WhenAsked() -> slot.failures = 0;
            case Next.After(Duration pause) -> {
              slot.failures = 0;
              scheduleLocked(name, pause);
            }
            case Next.Retry(Backoff backoff) ->
                scheduleLocked(name, backoff.pause(slot.failures++));
          }
          if (again) {
            scheduleLocked(name, DEBOUNCE);
          }
          if (slot.due == null && slot.failures == 0) {
            slots.remove(name);
          }
          idle.signalAll();
        });
  }

  /** Starts nothing any more; what runs goes on. */
  void stop() {
    locked(
        () -> {
          stopped = true;
          timer.shutdownNow();
        });
  }

  /** Waits until nothing runs any more; false when the time is over before that. */
  boolean awaitIdle(Duration atMost) throws InterruptedException {
    long nanos = atMost.toNanos();
    lock.lock();
    try {
      while (slots.values().stream().anyMatch(slot -> slot.running != null)) {
        if (nanos <= 0) {
          return false;
        }
        nanos = idle.awaitNanos(nanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    stop();
    threads.shutdownNow();
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
}
