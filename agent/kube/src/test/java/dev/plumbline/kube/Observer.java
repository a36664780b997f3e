package dev.plumbline.kube;

import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Remembers what a watch delivered, in order. */
final class Observer implements Watches.WatchSink {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

  sealed interface Seen {
    record Listing() implements Seen {}

    record Changed(Watches.Observed object) implements Seen {}

    record Listed(String resourceVersion) implements Seen {}

    record Deleted(ObjectKey key, String uid) implements Seen {}

    record Interrupted(String why) implements Seen {}
  }

  @Override
  public void listing() {
    seen.add(new Seen.Listing());
  }

  @Override
  public void changed(Watches.Observed object) {
    seen.add(new Seen.Changed(object));
  }

  @Override
  public void listed(String resourceVersion) {
    seen.add(new Seen.Listed(resourceVersion));
  }

  @Override
  public void deleted(ObjectKey key, String uid) {
    seen.add(new Seen.Deleted(key, uid));
  }

  @Override
  public void interrupted(String why) {
    seen.add(new Seen.Interrupted(why));
  }

  Seen next() throws InterruptedException {
    return next(System.nanoTime() + PATIENCE.toNanos());
  }

  private Seen next(long deadline) throws InterruptedException {
    var next = seen.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    if (next == null) {
      throw new AssertionError("the watch did not deliver it within " + PATIENCE);
    }
    return next;
  }

  Watches.Observed nextChanged() throws InterruptedException {
    return await(Seen.Changed.class).object();
  }

  /** The next of a sort; what comes before it is skipped. */
  <T extends Seen> T await(Class<T> sort) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var next = next(deadline);
      if (sort.isInstance(next)) {
        return sort.cast(next);
      }
    }
  }
}
