package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With {@code conflicts: Fail}. */
final class TakesNothingByForceTest {
  private final String namespace = OneSync.PLANE.namespace("force");
  private final OneSync sync = new OneSync();

  @BeforeEach
  void gently() {
    var claims = new Claims(false, true, Adoption.NONE);
    sync.settings =
        new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, false, false, claims);
  }

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void a_field_of_another_manager_stays_his_and_the_object_is_held_back() throws Exception {
    sync.push(configMap("a", "1") + configMap("b", "1"));
    take("2");
    Applied drifted = sync.awakened();
    assertThat(sync.outcome(drifted, "ConfigMap", "a").result()).isEqualTo(Result.CONFLICT);
    assertThat(sync.outcome(drifted, "ConfigMap", "a").message()).contains("taker", ".data.value");

    Applied applied = sync.push(configMap("a", "3") + configMap("b", "3"));

    assertThat(sync.outcome(applied, "ConfigMap", "a").held()).contains(Reason.OWNED_BY_OTHERS);
    assertThat(value("a")).isEqualTo("2");
    assertThat(value("b")).isEqualTo("3");
  }

  @Test
  void the_same_value_is_no_conflict() throws Exception {
    sync.push(configMap("a", "1"));
    take("2");
    sync.awakened();

    assertThat(sync.push(configMap("a", "2")).complete()).isTrue();
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

  private String value(String name) throws Exception {
    return sync.there(new ObjectKey("", "ConfigMap", namespace, name))
        .orElseThrow()
        .text("data", "value")
        .orElseThrow();
  }

  private String configMap(String name, String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        data: {value: "%s"}
        ---
        """
        .formatted(name, namespace, value);
  }
}
