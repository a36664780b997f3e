package dev.plumbline.cli;

import dev.plumbline.kube.Watches;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Waits for objects of one kind to become something, up to a deadline all waits share. */
final class Awaited implements Watches.WatchSink, AutoCloseable {
  private final BlockingQueue<MapNode> changed = new LinkedBlockingQueue<>();
  private final Clock clock;
  private final long since;
  private final Duration patience;
  private final Watches.Watch watch;
  private volatile String trouble = "";

  Awaited(Session session, ShownKind kind, String namespace, Deadline deadline) {
    this.clock = deadline.clock();
    this.since = deadline.since();
    this.patience = deadline.patience();
    this.watch = session.connection().watches().open(kind.served(), namespace, "", true, this);
  }

  /** A time that is over for several waits at once. */
  record Deadline(Clock clock, long since, Duration patience) {
    static Deadline in(Duration patience) {
      var clock = Clock.system();
      return new Deadline(clock, clock.nanoTime(), patience);
    }
  }

  /** The next object that changed; empty when the time is over. */
  Optional<MapNode> next() throws InterruptedException {
    long left = patience.minus(clock.elapsed(since)).toNanos();
    return Optional.ofNullable(changed.poll(Math.max(0, left), TimeUnit.NANOSECONDS));
  }

  /** The first object that is so; empty when the time is over. */
  Optional<MapNode> first(Predicate<MapNode> so) throws InterruptedException {
    for (var object = next(); object.isPresent(); object = next()) {
      if (so.test(object.get())) {
        return object;
      }
    }
    return Optional.empty();
  }

  /** Why nothing may have come; empty where nothing went wrong. */
  String trouble() {
    return trouble;
  }

  @Override
  public void changed(Watches.Observed object) {
    object.body().ifPresent(changed::add);
  }

  @Override
  public void interrupted(String why) {
    trouble = " (" + why + ")";
  }

  @Override
  public void listing() {
    trouble = "";
  }

  @Override
  public void listed(String resourceVersion) {
    // Whoever waits looks at each object.
  }

  @Override
  public void deleted(ObjectKey key, String uid) {
    // Then it never becomes anything, and the time runs out.
  }

  @Override
  public void close() {
    watch.close();
  }
}
