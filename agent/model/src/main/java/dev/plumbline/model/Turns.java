package dev.plumbline.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;

/**
 * Places that many want at once, shared fairly by lanes: the next one goes to the lane that holds
 * fewest, so that who asks a thousand times waits behind himself and nobody else. Inside a lane it
 * is first come, first served.
 *
 * @param <L> whose turn it is: a tenant, an identity
 */
public final class Turns<L> {
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<L, Lane> lanes = new HashMap<>();
  // Lanes that wait and may have one more, the next one first.
  private final TreeSet<Lane> waiting =
      new TreeSet<>(
          Comparator.<Lane>comparingInt(lane -> lane.held).thenComparingLong(lane -> lane.served));
  private final ToIntFunction<L> most;
  private int places;
  private int taken;
  private long served;

  /**
   * @param most how many of the places a lane may hold, however many are free
   */
  public Turns(int places, ToIntFunction<L> most) {
    this.places = places;
    this.most = most;
  }

  private static final class Lane {
    private final int most;
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private int held;
    private long served;

    Lane(int most, long served) {
      this.most = most;
      this.served = served;
    }
  }

  private static final class Waiter {
    private final Condition called;
    private boolean served;

    Waiter(Condition called) {
      this.called = called;
    }
  }

  /** Waits for a place, however long it takes; then {@link #release} must follow. */
  public void acquire(L name) throws InterruptedException {
    boolean ignored = acquire(name, FOR_EVER);
  }

  /** Whether a place was had within the time; then {@link #release} must follow. */
  public boolean acquire(L name, Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Lane lane = lanes.computeIfAbsent(name, key -> new Lane(most.applyAsInt(key), ++served));
      var waiter = new Waiter(lock.newCondition());
      change(lane, () -> lane.waiters.add(waiter));
      serve();
      return await(name, lane, waiter, patience);
    } finally {
      lock.unlock();
    }
  }

  private boolean await(L name, Lane lane, Waiter waiter, Duration patience)
      throws InterruptedException {
    long left = patience.toNanos();
    try {
      while (!waiter.served && left > 0) {
        left = waiter.called.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      leave(name, lane, waiter);
      throw e;
    }
    if (!waiter.served) {
      leave(name, lane, waiter);
    }
    return waiter.served;
  }

  private void leave(L name, Lane lane, Waiter waiter) {
    if (waiter.served) {
      release(name);
      return;
    }
    change(lane, () -> lane.waiters.remove(waiter));
    forget(name, lane);
  }

  /** Gives a place of the lane back. */
  public void release(L name) {
    lock.lock();
    try {
      Lane lane = lanes.get(name);
      change(lane, () -> lane.held--);
      taken--;
      serve();
      forget(name, lane);
    } finally {
      lock.unlock();
    }
  }

  /** From now on there are this many places; what is held stays held. */
  public void places(int now) {
    lock.lock();
    try {
      places = now;
      serve();
    } finally {
      lock.unlock();
    }
  }

  /** How many places are held. */
  public int taken() {
    lock.lock();
    try {
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void serve() {
    while (taken < places && !waiting.isEmpty()) {
      Lane next = waiting.first();
      taken++;
      change(
          next,
          () -> {
            next.held++;
            next.served = ++served;
            Waiter first = next.waiters.removeFirst();
            first.served = true;
            first.called.signal();
          });
    }
  }

  // The order of the waiting depends on what changes here.
  private void change(Lane lane, Runnable change) {
    waiting.remove(lane);
    change.run();
    if (!lane.waiters.isEmpty() && lane.held < lane.most) {
      waiting.add(lane);
    }
  }

  private void forget(L name, Lane lane) {
    if (lane.held == 0 && lane.waiters.isEmpty()) {
      lanes.remove(name);
    }
  }
}
