package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RestoresOurEntryTest {
  private static final String WIPE =
      "[{\"op\":\"replace\",\"path\":\"/metadata/managedFields\",\"value\":[{}]}]";

  private final String namespace = OneSync.PLANE.namespace("restore");
  private final ObjectKey key = new ObjectKey("", "ConfigMap", namespace, "a");
  private final String both = configMap("one: \"1\", two: \"2\"");
  private final String one = configMap("one: \"1\"");
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void a_field_that_git_drops_while_our_entry_is_wiped_really_goes() throws Exception {
    sync.push(both);
    wipe();
    Await.until("the watch has told", () -> !sync.woken.isEmpty());

    Applied applied = sync.push(one);

    assertThat(applied.complete()).isTrue();
    assertThat(data()).isEqualTo("{one=1}");
    assertThat(managers()).isEqualTo("plumbline");
  }

  @Test
  void it_goes_as_well_when_nobody_saw_the_wipe() throws Exception {
    sync.push(both);
    sync.close();
    wipe();

    try (var again = sync.restarted()) {
      assertThat(again.push(one).complete()).isTrue();
    }
    assertThat(data()).isEqualTo("{one=1}");
  }

  @Test
  void it_goes_as_well_when_it_is_dropped_after_the_repair() throws Exception {
    sync.push(both);
    wipe();
    sync.awakened();

    sync.push(one);

    assertThat(data()).isEqualTo("{one=1}");
  }

  @Test
  void it_goes_when_somebody_elses_apply_made_the_server_invent_an_owner() throws Exception {
    sync.push(both);
    wipe();
    OneSync.PLANE
        .api()
        .apply(
            "/api/v1/namespaces/%s/configmaps/a".formatted(namespace),
            "other",
            """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"other":"x"}}
            """);
    assertThat(managers()).contains("before-first-apply");
    Await.until("the watch has told", () -> !sync.woken.isEmpty());

    sync.push(one);

    assertThat(data()).isEqualTo("{one=1, other=x}");
    assertThat(managers()).isEqualTo("other plumbline");
  }

  @Test
  void a_dropped_field_that_somebody_else_holds_too_stays_and_is_told_of() throws Exception {
    sync.push(both);
    OneSync.PLANE
        .api()
        .apply(
            "/api/v1/namespaces/%s/configmaps/a".formatted(namespace),
            "other",
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                + "\"data\":{\"two\":\"2\"}}");

    Applied applied = sync.push(one);

    assertThat(applied.complete()).isTrue();
    assertThat(data()).isEqualTo("{one=1, two=2}");
    assertThat(applied.warnings())
        .containsExactly(
            "ConfigMap %s/a: .data.two left in place: retained by \"other\"".formatted(namespace));
  }

  @Test
  void a_dropped_field_that_only_an_old_client_side_apply_holds_goes() throws Exception {
    sync.push(both);
    OneSync.PLANE
        .api()
        .apply(
            "/api/v1/namespaces/%s/configmaps/a".formatted(namespace),
            "kubectl-client-side-apply",
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                + "\"data\":{\"two\":\"2\"}}");
    assertThat(managers()).contains("kubectl-client-side-apply");

    Applied applied = sync.push(one);

    assertThat(applied.warnings()).isEmpty();
    assertThat(data()).isEqualTo("{one=1}");
  }

  @Test
  void what_others_added_by_themselves_is_no_retained_field() throws Exception {
    sync.push(both);
    OneSync.PLANE.kubectl(
        "-n", namespace, "patch", "configmap", "a", "-p", "{\"data\":{\"three\":\"3\"}}");

    Applied applied = sync.push(one);

    assertThat(applied.warnings()).isEmpty();
    assertThat(data()).isEqualTo("{one=1, three=3}");
  }

  private void wipe() {
    OneSync.PLANE.kubectl("-n", namespace, "patch", "configmap", "a", "--type=json", "-p", WIPE);
  }

  private String managers() {
    return OneSync.PLANE.kubectl(
        "-n",
        namespace,
        "get",
        "configmap",
        "a",
        "-o",
        "jsonpath={.metadata.managedFields[*].manager}");
  }

  private String data() throws Exception {
    return sync.there(key).flatMap(body -> body.map("data")).map(MapNode::toString).orElse("");
  }

  private String configMap(String data) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a, namespace: %s}
        data: {%s}
        """
        .formatted(namespace, data);
  }
}
