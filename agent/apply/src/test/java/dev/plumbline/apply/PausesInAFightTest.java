package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Drift.How;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PausesInAFightTest {
  private static final ObjectKey WEB = new ObjectKey("apps", "Deployment", "web", "web");

  private final ManualClock clock = new ManualClock();
  private final Fights fights = new Fights(clock);

  @Test
  void two_rounds_are_no_fight() {
    round("hpa", ".spec.replicas");
    round("hpa", ".spec.replicas");

    assertThat(fights.until(WEB)).isEmpty();
  }

  @Test
  void the_third_round_within_five_minutes_pauses_the_repair_and_says_who_and_what() {
    for (int i = 0; i < 3; i++) {
      clock.advance(Duration.ofMinutes(2));
      round("hpa", ".spec.replicas");
    }

    assertThat(fights.until(WEB)).contains(clock.now().plus(Duration.ofMinutes(1)));
    assertThat(fights.pausing(WEB).orElseThrow())
        .isEqualTo(
            "\"hpa\" keeps taking .spec.replicas; the repair pauses until 2026-11-30T12:07:00Z."
                + " Leave it out of Git, or stop the other writer");
  }

  @Test
  void three_rounds_in_an_hour_are_no_fight() {
    for (int i = 0; i < 3; i++) {
      clock.advance(Duration.ofMinutes(20));
      round("hpa", ".spec.replicas");
    }

    assertThat(fights.until(WEB)).isEmpty();
  }

  @Test
  void the_pause_doubles_up_to_an_hour() {
    round("hpa", ".spec.replicas");
    round("hpa", ".spec.replicas");
    List<Long> minutes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      round("hpa", ".spec.replicas");
      Instant until = fights.until(WEB).orElseThrow();
      minutes.add(Duration.between(clock.now(), until).toMinutes());
      clock.advance(Duration.between(clock.now(), until));
      assertThat(fights.until(WEB)).isEmpty();
    }

    assertThat(minutes).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
  }

  @Test
  void a_fight_that_was_over_begins_anew() {
    for (int i = 0; i < 4; i++) {
      round("hpa", ".spec.replicas");
    }
    clock.advance(Duration.ofHours(2));

    round("hpa", ".spec.replicas");

    assertThat(fights.until(WEB)).isEmpty();
  }

  @Test
  void two_opponents_who_take_turns_are_both_counted() {
    for (int i = 0; i < 3; i++) {
      round("hpa", ".spec.replicas");
      round("keel", ".spec.template.spec.containers[name=\"web\"].image");
    }

    assertThat(fights.pausing(WEB)).isPresent();
  }

  @Test
  void somebody_who_keeps_deleting_is_an_opponent_too() {
    for (int i = 0; i < 3; i++) {
      fights.repaired(new Drift(WEB, How.DELETED, List.of(), Drift.SOMEBODY, clock.now()));
    }

    assertThat(fights.pausing(WEB).orElseThrow()).startsWith("somebody keeps deleting it;");
  }

  @Test
  void on_the_real_server_the_object_is_left_alone_until_the_pause_is_over() throws Exception {
    String namespace = OneSync.PLANE.namespace("fight");
    var key = new ObjectKey("", "ConfigMap", namespace, "a");
    try (var sync = OneSync.with(clock)) {
      sync.push(
          """
          apiVersion: v1
          kind: ConfigMap
          metadata: {name: a, namespace: %s}
          data: {key: ours}
          """
              .formatted(namespace));
      for (int i = 0; i < 3; i++) {
        take(namespace, i);
        assertThat(sync.awakened().drifts()).hasSize(1);
      }
      take(namespace, 3);
      sync.cluster.forget();

      Applied contested = sync.awakened();

      Outcome outcome = sync.outcome(contested, "ConfigMap", "a");
      assertThat(outcome.result()).isEqualTo(Result.WAITING);
      assertThat(outcome.reason()).isEqualTo(Reason.CONTESTED);
      assertThat(outcome.message()).startsWith("\"kubectl-patch\" keeps taking .data.key;");
      assertThat(contested.again()).contains(clock.now().plus(Duration.ofMinutes(1)));
      assertThat(sync.cluster.requests()).isEmpty();
      OneSync.pause();
      assertThat(sync.woken).as("it is knowingly not as wanted").isEmpty();

      clock.advance(Duration.ofMinutes(1));
      assertThat(sync.run().complete()).isTrue();
      assertThat(sync.there(key).orElseThrow().text("data", "key")).contains("ours");
      assertThat(sync.fights.until(key)).contains(clock.now().plus(Duration.ofMinutes(2)));
    }
  }

  private static void take(String namespace, int round) {
    OneSync.PLANE.kubectl(
        "-n",
        namespace,
        "patch",
        "configmap",
        "a",
        "-p",
        "{\"data\":{\"key\":\"%d\"}}".formatted(round));
  }

  private void round(String who, String field) {
    fights.repaired(new Drift(WEB, How.TAKEN, List.of(field), who, clock.now()));
  }
}
