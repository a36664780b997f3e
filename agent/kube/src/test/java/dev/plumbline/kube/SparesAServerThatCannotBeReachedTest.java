package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SparesAServerThatCannotBeReachedTest {
  private final ManualClock clock = new ManualClock();
  private final Breaker breaker = new Breaker(clock);

  @Test
  void lets_everything_through_while_all_is_well() {
    fail(4);
    assertThat(breaker.admit()).isTrue();
    breaker.succeeded();
    fail(4);

    assertThat(breaker.refusal()).isEmpty();
  }

  @Test
  void refuses_after_five_failures_and_says_why() {
    fail(5);

    assertThat(breaker.admit()).isFalse();
    assertThat(breaker.refusal())
        .contains(
            "not tried: the last 5 attempts failed (connection refused), the next follows within"
                + " 30 s");
  }

  @Test
  void lets_one_request_through_after_a_pause() {
    fail(5);
    clock.advance(Duration.ofSeconds(1));

    assertThat(breaker.admit()).isTrue();
    assertThat(breaker.admit()).isFalse();
  }

  @Test
  void is_closed_again_when_that_one_succeeds() {
    fail(5);
    clock.advance(Duration.ofSeconds(1));
    breaker.admit();
    breaker.succeeded();

    assertThat(breaker.admit()).isTrue();
    assertThat(breaker.admit()).isTrue();
  }

  @Test
  void pauses_longer_when_that_one_fails_up_to_half_a_minute() {
    fail(5);
    for (int probes = 0; probes < 10; probes++) {
      clock.advance(Duration.ofSeconds(30));
      assertThat(breaker.admit()).isTrue();
      breaker.failed("connection refused");
    }

    clock.advance(Duration.ofSeconds(20));
    assertThat(breaker.admit()).isFalse();
    clock.advance(Duration.ofSeconds(10));
    assertThat(breaker.admit()).isTrue();
  }

  @Test
  void a_request_that_was_not_sent_after_all_leaves_its_turn_to_another() {
    fail(5);
    clock.advance(Duration.ofSeconds(1));
    breaker.admit();
    breaker.abandoned();

    assertThat(breaker.admit()).isTrue();
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      breaker.admit();
      breaker.failed("connection refused");
    }
  }
}
