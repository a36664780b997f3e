package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LimitsWhatIsInFlightTest {
  private static final Duration QUICK = Duration.ofMillis(5);

  private final ManualClock clock = new ManualClock();
  private final Permits permits = new Permits(clock);

  @Test
  void starts_with_sixteen() throws Exception {
    for (int i = 0; i < 16; i++) {
      assertThat(permits.acquire(Duration.ZERO)).isTrue();
    }

    assertThat(permits.acquire(Duration.ofMillis(20))).isFalse();
  }

  @Test
  void gives_a_permit_on_to_who_waits() throws Exception {
    take(16);
    var waiting = Thread.ofVirtual().start(() -> acquire(Duration.ofSeconds(10)));
    permits.release(QUICK, false);

    waiting.join(Duration.ofSeconds(5));
    assertThat(waiting.isAlive()).isFalse();
  }

  @Test
  void grows_up_to_what_one_connection_carries_while_all_are_in_use() throws Exception {
    for (int i = 0; i < 500; i++) {
      while (permits.acquire(Duration.ZERO)) {
        // Until no permit is left.
      }
      permits.release(QUICK, false);
    }

    assertThat(permits.limit()).isEqualTo(90);
  }

  @Test
  void does_not_grow_while_few_are_in_use() throws Exception {
    for (int i = 0; i < 1000; i++) {
      take(1);
      permits.release(QUICK, false);
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
      permits.release(took, pushedBack);
    }
  }

  private void take(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      assertThat(permits.acquire(Duration.ZERO)).isTrue();
    }
  }

  private void acquire(Duration patience) {
    try {
      permits.acquire(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
