package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With {@code drift.owned: Warn}. */
final class WarnsOfDriftTest {
  private static final Claims WARN = new Claims(true, false, Adoption.NONE);

  private final String namespace = OneSync.PLANE.namespace("warn");
  private final OneSync sync = new OneSync();

  @BeforeEach
  void warn() throws Exception {
    sync.settings = settings(WARN);
    sync.push(configMap("1"));
  }

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void it_is_told_once_who_took_what_and_nothing_is_written() throws Exception {
    take("2");

    Applied applied = sync.awakened();

    assertThat(applied.drifts())
        .singleElement()
        .satisfies(
            drift -> {
              assertThat(drift.repaired()).isFalse();
              assertThat(drift.sentence()).isEqualTo(".data.value taken by \"taker\"");
            });
    assertThat(applied.complete()).isTrue();
    assertThat(sync.outcome(applied, "ConfigMap", "a").drifted()).isTrue();
    assertThat(value()).isEqualTo("2");
    OneSync.pause();
    sync.cluster.forget();
    Applied again = sync.run();
    assertThat(again.drifts()).isEmpty();
    assertThat(sync.outcome(again, "ConfigMap", "a").drifted()).isTrue();
    assertThat(sync.cluster.requests()).isEmpty();
  }

  @Test
  void an_agent_that_starts_anew_knows() throws Exception {
    take("2");
    sync.awakened();

    try (OneSync again = sync.restarted()) {
      Applied applied = again.run();
      assertThat(applied.drifts()).isEmpty();
      assertThat(again.outcome(applied, "ConfigMap", "a").drifted()).isTrue();
    }
  }

  @Test
  void git_wins_when_it_changes_the_object() throws Exception {
    take("2");
    sync.awakened();

    Applied applied = sync.push(configMap("3"));

    assertThat(value()).isEqualTo("3");
    assertThat(sync.outcome(applied, "ConfigMap", "a").result()).isEqualTo(Result.DONE);
    assertThat(sync.outcome(sync.run(), "ConfigMap", "a").drifted()).isFalse();
  }

  @Test
  void what_was_left_is_repaired_when_that_is_asked_for() throws Exception {
    take("2");
    sync.awakened();

    sync.settings = settings(Claims.DEFAULT);
    sync.run();

    assertThat(value()).isEqualTo("1");
  }

  @Test
  void what_was_deleted_is_created_again() throws Exception {
    OneSync.PLANE.kubectl("delete", "cm", "a", "-n", namespace);
    sync.awakened();

    Await.until("it is back", () -> sync.there(key()).isPresent());
  }

  private static Settings settings(Claims claims) {
    return new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, false, false, claims);
  }

  private void take(String value) {
    OneSync.PLANE
        .api()
        .apply(
            "/api/v1/namespaces/%s/configmaps/a".formatted(namespace),
            "taker",
            """
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"},
             "data": {"value": "%s"}}"""
                .formatted(value));
  }

  private ObjectKey key() {
    return new ObjectKey("", "ConfigMap", namespace, "a");
  }

  private String value() throws Exception {
    return sync.there(key()).orElseThrow().text("data", "value").orElseThrow();
  }

  private String configMap(String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a, namespace: %s}
        data: {value: "%s"}
        """
        .formatted(namespace, value);
  }
}
