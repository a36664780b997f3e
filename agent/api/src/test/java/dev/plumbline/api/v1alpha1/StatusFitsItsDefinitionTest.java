package dev.plumbline.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.SyncStatus.Blocked;
import dev.plumbline.api.v1alpha1.SyncStatus.Drift;
import dev.plumbline.api.v1alpha1.SyncStatus.Objects;
import dev.plumbline.api.v1alpha1.SyncStatus.Revisions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StatusFitsItsDefinitionTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.123456789Z");

  @Test
  void keeps_the_last_twenty_drifts_and_the_first_fifty_blocked_objects() {
    var drifts = IntStream.range(0, 30).mapToObj(StatusFitsItsDefinitionTest::drift).toList();
    var blocked =
        IntStream.range(0, 80).mapToObj(i -> new Blocked("Pod a/" + i, "Invalid", "no")).toList();

    var status =
        new SyncStatus(
            1L, null, List.of(), null, null, null, drifts, List.of(), blocked, null, null,
            List.of(), null, List.of());

    assertThat(status.drift()).hasSize(20).last().extracting(Drift::object).isEqualTo("Pod a/29");
    assertThat(status.blocked()).hasSize(50).first().returns("Pod a/0", Blocked::object);
  }

  @Test
  void keeps_the_first_branches_and_tags_of_very_many() {
    var seen = new RepositoryStatus.Seen("a".repeat(40), null, null, NOW);
    var observed =
        IntStream.range(0, 300)
            .boxed()
            .collect(Collectors.toMap("branch-%03d"::formatted, i -> seen));

    var status = new RepositoryStatus(1L, null, List.of(), observed, null);

    assertThat(status.observed())
        .hasSize(RepositoryStatus.MOST_OBSERVED)
        .containsKeys("branch-000", "branch-255");
  }

  @Test
  void cuts_a_message_and_never_halves_a_character() {
    var condition =
        condition(Condition.Status.FALSE, "x".repeat(4094) + "🌲" + "x".repeat(100_000));

    assertThat(condition.message()).hasSize(4095).endsWith("x…");
  }

  @Test
  void tells_people_the_short_revision_and_the_sum() {
    var revisions = new Revisions(null, "release/1.2@sha1:" + "4f2c1d9a".repeat(5), null, null);

    assertThat(revisions.brief()).isEqualTo("release/1.2@4f2c1d9");
    assertThat(new Objects(24, 23, 0, 1).summary()).isEqualTo("23/24");
  }

  @Test
  void a_condition_keeps_its_time_while_its_status_stays() {
    var old = List.of(condition(Condition.Status.FALSE, "a"));
    var later = NOW.plusSeconds(60);

    var same = Condition.with(old, condition(Condition.Status.FALSE, "b", later));
    var other = Condition.with(old, condition(Condition.Status.TRUE, "b", later));

    assertThat(same).singleElement().returns("b", Condition::message);
    assertThat(same.getFirst().lastTransitionTime()).isEqualTo("2026-11-30T12:00:00Z");
    assertThat(other.getFirst().lastTransitionTime()).isEqualTo("2026-11-30T12:01:00Z");
  }

  private static Drift drift(int i) {
    return new Drift("Pod a/" + i, ".spec", "kubectl", NOW, null);
  }

  private static Condition condition(Condition.Status status, String message) {
    return condition(status, message, NOW);
  }

  private static Condition condition(Condition.Status status, String message, Instant at) {
    return new Condition("Ready", status, 1L, at, "Because", message);
  }
}
