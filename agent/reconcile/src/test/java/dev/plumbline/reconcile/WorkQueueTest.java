package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.Name;
import dev.plumbline.model.Turns;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it measures time")
final class WorkQueueTest {
  private static final Name A = new Name("hub", "a");
  private static final Name B = new Name("hub", "b");
  private static final Duration WHILE = Duration.ofMillis(150);

  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);

  @Test
  void a_name_added_often_runs_once() throws Exception {
    try (var queue = new WorkQueue("test", 4, (name, cancellation) -> counted())) {
      for (int i = 0; i < 100; i++) {
        queue.add(A);
      }

      Await.until("it ran", () -> runs.get() > 0);
      awaitWhile();
      assertThat(runs).hasValue(1);
      assertThat(queue.depth()).isZero();
    }
  }

  @Test
  void a_name_never_runs_twice_at_once_and_runs_again_when_it_was_added_meanwhile()
      throws Exception {
    var atOnce = new AtomicInteger();
    var most = new AtomicInteger();
    WorkQueue.Work work =
        (name, cancellation) -> {
          most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
          runs.incrementAndGet();
          go.await();
          atOnce.decrementAndGet();
          return new Next.WhenAsked();
        };
    try (var queue = new WorkQueue("test", 4, work)) {
      queue.add(A, Duration.ZERO);
      Await.until("it runs", () -> runs.get() == 1);
      queue.add(A, Duration.ZERO);
      queue.add(A, Duration.ofMillis(30));
      awaitWhile();
      assertThat(runs).hasValue(1);

      go.countDown();

      Await.until("it ran again", () -> runs.get() == 2);
      awaitWhile();
      assertThat(runs).hasValue(2);
      assertThat(most).hasValue(1);
    }
  }

  @Test
  void failures_are_tried_again_after_growing_pauses_until_one_succeeds() {
    List<Long> at = new CopyOnWriteArrayList<>();
    WorkQueue.Work work =
        (name, cancellation) -> {
          at.add(System.nanoTime());
          boolean fails = at.size() < 6 || at.size() == 7;
          return fails
              ? new Next.Retry(new Backoff(Duration.ofMillis(40), Duration.ofSeconds(9)))
              : new Next.WhenAsked();
        };
    try (var queue = new WorkQueue("test", 4, work)) {
      queue.add(A);
      Await.until("it succeeds", () -> at.size() == 6);
      assertThat(pause(at, 4)).isGreaterThan(Duration.ofMillis(300));
      assertThat(pause(at, 4)).isGreaterThan(pause(at, 0).multipliedBy(2));
      assertThat(queue.depth()).isZero();

      queue.add(A);

      Await.until("it fails and succeeds", () -> at.size() == 8);
      assertThat(pause(at, 6)).as("the pauses begin anew").isLessThan(Duration.ofMillis(300));
    }
  }

  @Test
  void what_throws_is_tried_again() {
    WorkQueue.Work work =
        (name, cancellation) -> {
          switch (runs.incrementAndGet()) {
            case 1 -> throw new IOException("could not find out");
            case 2 -> throw new IllegalStateException("a fault");
            default -> {
              return new Next.WhenAsked();
            }
          }
        };
    try (var queue = new WorkQueue("test", 4, work)) {
      queue.add(A);

      Await.until("it ran three times", () -> runs.get() == 3);
    }
  }

  @Test
  void a_preempted_run_is_told_to_end_and_the_name_runs_anew() {
    var outcomes = new ConcurrentHashMap<Integer, String>();
    WorkQueue.Work work =
        (name, cancellation) -> {
          int run = runs.incrementAndGet();
          if (run == 1) {
            Await.until("it is cancelled", cancellation::cancelled);
          }
          outcomes.put(run, cancellation.cancelled() ? "cancelled" : "carried out");
          return new Next.WhenAsked();
        };
    try (var queue = new WorkQueue("test", 4, work)) {
      queue.add(A);
      Await.until("it runs", () -> runs.get() == 1);

      queue.preempt(A, "overtaken");

      Await.until("both ended", () -> outcomes.size() == 2);
      assertThat(outcomes).isEqualTo(Map.of(1, "cancelled", 2, "carried out"));
    }
  }

  @Test
  void a_run_that_waits_for_its_bulkhead_keeps_no_worker_from_others() {
    Turns<Optional<Name>> narrow = WorkQueue.Lane.turns(1);
    List<Name> ran = new CopyOnWriteArrayList<>();
    WorkQueue.Work work =
        (name, cancellation) -> {
          if (name.name().startsWith("slow")) {
            go.await();
          }
          ran.add(name);
          return new Next.WhenAsked();
        };
    try (var queue =
        new WorkQueue(
            "test",
            2,
            name ->
                name.name().startsWith("slow")
                    ? new WorkQueue.Lane(narrow, Optional.of(A))
                    : WorkQueue.Lane.of(name),
            work)) {
      for (int i = 0; i < 10; i++) {
        queue.add(new Name("hub", "slow" + i), Duration.ZERO);
      }
      queue.add(B);

      Await.until("the other one ran", () -> ran.contains(B));
      assertThat(ran).containsExactly(B);
      go.countDown();
      Await.until("all ran", () -> ran.size() == 11);
    }
  }

  @Test
  void a_tenant_with_a_thousand_busy_syncs_does_not_starve_another() {
    Turns<Optional<Name>> target = WorkQueue.Lane.turns(16);
    List<String> ran = new CopyOnWriteArrayList<>();
    WorkQueue.Work work =
        (name, cancellation) -> {
          Thread.sleep(2);
          ran.add(name.name());
          // As good as always busy.
          return name.name().startsWith("acme")
              ? new Next.After(Duration.ofMillis(1))
              : new Next.WhenAsked();
        };
    try (var queue =
        new WorkQueue("test", 256, name -> new WorkQueue.Lane(target, tenant(name)), work)) {
      for (int i = 0; i < 1000; i++) {
        queue.add(new Name("hub", "acme-" + i), Duration.ZERO);
      }
      Await.until("acme is busy", () -> ran.size() > 200);
      int before = ran.size();
      for (int i = 0; i < 20; i++) {
        queue.add(new Name("hub", "globex-" + i), Duration.ZERO);
      }

      Await.until(
          "all of globex ran",
          () -> ran.stream().filter(n -> n.startsWith("globex")).count() == 20);

      List<String> since = List.copyOf(ran);
      long meanwhile =
          since.subList(before, since.size()).stream().filter(n -> n.startsWith("acme")).count();
      assertThat(meanwhile).as("runs of acme before globex was served").isLessThan(500);
    }
  }

  @Test
  void a_tenant_whose_runs_all_hang_leaves_turns_for_others() {
    Turns<Optional<Name>> target = WorkQueue.Lane.turns(16);
    List<String> ran = new CopyOnWriteArrayList<>();
    WorkQueue.Work work =
        (name, cancellation) -> {
          if (name.name().startsWith("acme")) {
            runs.incrementAndGet();
            go.await();
          }
          ran.add(name.name());
          return new Next.WhenAsked();
        };
    try (var queue =
        new WorkQueue("test", 256, name -> new WorkQueue.Lane(target, tenant(name)), work)) {
      for (int i = 0; i < 100; i++) {
        queue.add(new Name("hub", "acme-" + i), Duration.ZERO);
      }
      Await.until("acme has all turns it may have", () -> runs.get() == 12);

      queue.add(new Name("hub", "globex-0"));

      Await.until("globex ran", () -> ran.contains("globex-0"));
      assertThat(runs).hasValue(12);
      go.countDown();
    }
  }

  private static Optional<Name> tenant(Name sync) {
    return Optional.of(new Name("hub", sync.name().replaceFirst("-.*", "")));
  }

  @Test
  void a_pause_longer_than_any_clock_is_just_long() throws Exception {
    try (var queue =
        new WorkQueue(
            "test",
            1,
            (name, cancellation) -> {
              runs.incrementAndGet();
              return new Next.After(Duration.ofDays(365_000_000));
            })) {
      queue.add(A);
      Await.until("it ran", () -> runs.get() == 1);
      assertThat(queue.awaitIdle(Duration.ofSeconds(5))).isTrue();
      assertThat(queue.depth()).as("it is due, some day").isEqualTo(1);

      queue.add(A);

      Await.until("it ran again", () -> runs.get() == 2);
    }
  }

  @Test
  void a_stopped_queue_starts_nothing_and_waits_for_what_runs() throws Exception {
    var started = new ArrayList<Name>();
    WorkQueue.Work work =
        (name, cancellation) -> {
          started.add(name);
          go.await();
          return new Next.Retry(Backoff.DEFAULT);
        };
    try (var queue = new WorkQueue("test", 1, work)) {
      queue.add(A, Duration.ZERO);
      Await.until("it runs", () -> started.size() == 1);
      queue.add(B, Duration.ZERO); // waits for the only worker
      awaitWhile();

      queue.stop();
      queue.add(A);

      assertThat(queue.awaitIdle(Duration.ofMillis(50))).isFalse();
      go.countDown();
      assertThat(queue.awaitIdle(Duration.ofSeconds(5))).isTrue();
      awaitWhile();
      assertThat(started).containsExactly(A);
    }
  }

  private Next counted() {
    runs.incrementAndGet();
    return new Next.WhenAsked();
  }

  private static Duration pause(List<Long> at, int after) {
    return Duration.ofNanos(at.get(after + 1) - at.get(after));
  }

  private static void awaitWhile() throws InterruptedException {
    new CountDownLatch(1).await(WHILE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
