package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LimitsWhatIsInFlightTest {
  private static final Duration QUICK = Duration.ofMillis(5);

  private static final Identity AGENT = new Identity.Agent();

  private final ManualClock clock = new ManualClock();
  private final Permits permits = new Permits(clock);

  @Test
  void starts_with_sixteen() throws Exception {
    for (int i = 0; i < 16; i++) {
      assertThat(permits.acquire(AGENT, Duration.ZERO)).isTrue();
    }

    assertThat(permits.acquire(AGENT, Duration.ofMillis(20))).isFalse();
  }

  @Test
  void gives_a_permit_on_to_who_waits() throws Exception {
    take(16);
    var waiting = Thread.ofVirtual().start(() -> acquire(Duration.ofSeconds(10)));
    permits.release(AGENT, QUICK, false);

    waiting.join(Duration.ofSeconds(5));
    assertThat(waiting.isAlive()).isFalse();
  }

  @Test
  void whoever_asks_for_a_thousand_is_not_served_before_others() throws Exception {
    var acme = new Identity.ServiceAccount("acme-system", "plumbline");
    var globex = new Identity.ServiceAccount("globex-system", "plumbline");
    var served = new LinkedBlockingQueue<Identity>();
    for (int i = 0; i < 16; i++) {
      assertThat(permits.acquire(acme, Duration.ZERO)).isTrue();
    }
    var waiting = new ArrayList<Thread>();
    for (int i = 0; i < 1000; i++) {
      waiting.add(Thread.ofVirtual().start(() -> serve(acme, served)));
    }
    Await.until("all wait", () -> waiting.stream().allMatch(LimitsWhatIsInFlightTest::waits));
    waiting.add(Thread.ofVirtual().start(() -> serve(globex, served)));
    Await.until("he waits, too", () -> waits(waiting.getLast()));

    permits.release(acme, QUICK, false);

    assertThat(served.poll(5, TimeUnit.SECONDS)).isEqualTo(globex);
    waiting.forEach(Thread::interrupt);
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING;
  }

  private void serve(Identity identity, Queue<Identity> served) {
    try {
      if (permits.acquire(identity, Duration.ofMinutes(1))) {
        served.add(identity);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void grows_up_to_what_one_connection_carries_while_all_are_in_use() throws Exception {
    for (int i = 0; i < 500; i++) {
      while (permits.acquire(AGENT, Duration.ZERO)) {
        // Until no permit is left.
      }
      permits.release(AGENT, QUICK, false);
    }

    assertThat(permits.limit()).isEqualTo(90);
  }

  @Test
  void does_not_grow_while_few_are_in_use() throws Exception {
    for (int i = 0; i < 1000; i++) {
      take(1);
      permits.release(AGENT, QUICK, false);
    }

    assertThat(permits.limit()).isEqualTo(16);
  }

  @Test
  void halves_once_a_second_when_the_server_pushes_back() throws Exception {
    clock.advance(Duration.ofSeconds(10));
    full(QUICK, true);
    assertThat(permits.limit()).isEqualTo(8);

    clock.advance(Duration.ofSeconds(1));
    full(QUICK, true);
    assertThat(permits.limit()).isEqualTo(4);

    clock.advance(Duration.ofSeconds(1));
    full(QUICK, true);
    assertThat(permits.limit()).isEqualTo(4);
  }

  @Test
  void shrinks_when_the_server_gets_much_slower() throws Exception {
    full(QUICK, false);
    int before = permits.limit();

    full(Duration.ofSeconds(1), false);

    assertThat(permits.limit()).isLessThan(before);
  }

  private void full(Duration took, boolean pushedBack) throws InterruptedException {
    int all = permits.limit();
    take(all);
    for (int i = 0; i < all; i++) {
      permits.release(AGENT, took, pushedBack);
    }
  }

  private void take(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      assertThat(permits.acquire(AGENT, Duration.ZERO)).isTrue();
    }
  }

  private void acquire(Duration patience) {
    try {
      permits.acquire(AGENT, patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
