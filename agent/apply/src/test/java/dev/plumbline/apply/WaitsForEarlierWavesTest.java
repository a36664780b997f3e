package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WaitsForEarlierWavesTest {
  private final String namespace = OneSync.PLANE.namespace("waves");
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void waves_without_anything_to_wait_for_follow_each_other_at_once() throws Exception {
    Applied applied =
        sync.push(
            configMap("c", "plumbline.dev/wave: '2'")
                + configMap("a", "argocd.argoproj.io/sync-wave: '-1'")
                + configMap("b", ""));

    assertThat(applied.complete()).isTrue();
    assertThat(sync.cluster.requests())
        .containsExactly("create " + key("a"), "create " + key("b"), "create " + key("c"));
  }

  @Test
  void a_wave_begins_when_the_one_before_is_healthy_and_is_woken_then() throws Exception {
    String all = claim("data", "") + configMap("a", "plumbline.dev/wave: '1'");

    Applied applied = sync.push(all);

    assertThat(sync.there(key("a"))).isEmpty();
    Outcome waiting = sync.outcome(applied, "ConfigMap", "a");
    assertThat(waiting.result()).isEqualTo(Result.WAITING);
    assertThat(waiting.message())
        .isEqualTo(
            "waits for the waves before wave 1: PersistentVolumeClaim %s/data, which is not healthy"
                .formatted(namespace));
    assertThat(applied.awaited()).hasSize(1);
    assertThat(sync.inventory.get(key("a"))).isEmpty();
    assertThat(sync.records).allMatch(record -> record.get(key("a")).isEmpty());

    bound("data");
    Await.until("a", () -> sync.awakened().complete());
    assertThat(sync.there(key("a"))).isPresent();
  }

  @Test
  void a_fault_in_an_earlier_wave_holds_the_later_ones_and_the_prunes() throws Exception {
    sync.push(configMap("a", "plumbline.dev/wave: '1'") + configMap("old", ""));

    Applied applied =
        sync.push(
            configMap("bad name", "") + configMap("a", "plumbline.dev/wave: '1', new: 'yes'"));

    assertThat(sync.outcome(applied, "ConfigMap", "a").result()).isEqualTo(Result.WAITING);
    assertThat(sync.outcome(applied, "ConfigMap", "old").result()).isEqualTo(Result.WAITING);
    assertThat(sync.there(key("old"))).isPresent();
    assertThat(sync.inventory.get(key("old")).orElseThrow().deleting()).isFalse();
    assertThat(sync.there(key("a")).orElseThrow().text("metadata", "annotations", "new")).isEmpty();
  }

  @Test
  void an_object_waits_for_what_it_depends_on_and_the_rest_does_not() throws Exception {
    String dependsOn =
        "config.kubernetes.io/depends-on: /namespaces/%s/PersistentVolumeClaim/data"
            .formatted(namespace);

    Applied applied = sync.push(configMap("a", dependsOn) + configMap("b", "") + claim("data", ""));

    assertThat(sync.outcome(applied, "ConfigMap", "a").message())
        .isEqualTo(
            "waits for PersistentVolumeClaim %s/data, which is not healthy".formatted(namespace));
    assertThat(sync.there(key("b"))).isPresent();
    bound("data");
    Await.until("a", () -> sync.awakened().complete());
    assertThat(sync.there(key("a"))).isPresent();
  }

  @Test
  void health_that_does_not_count_holds_nobody() throws Exception {
    String all =
        claim("data", "argocd.argoproj.io/ignore-healthcheck: 'true'")
            + configMap("a", "plumbline.dev/wave: '1'");

    assertThat(sync.push(all).complete()).isTrue();
  }

  @Test
  void what_is_there_stays_as_it_is_while_an_earlier_wave_waits() throws Exception {
    sync.push(configMap("a", "plumbline.dev/wave: '1'"));
    sync.cluster.forget();

    Applied applied = sync.push(claim("data", "") + configMap("a", "plumbline.dev/wave: '1'"));

    assertThat(sync.outcome(applied, "ConfigMap", "a").result()).isEqualTo(Result.KEPT);
    assertThat(sync.cluster.requests()).doesNotContain("apply " + key("a"));
  }

  private ObjectKey key(String name) {
    return new ObjectKey("", "ConfigMap", namespace, name);
  }

  private void bound(String claim) {
    OneSync.PLANE.kubectl(
        "patch",
        "pvc",
        claim,
        "-n",
        namespace,
        "--subresource=status",
        "-p",
        "{\"status\":{\"phase\":\"Bound\"}}");
  }

  private String configMap(String name, String annotation) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s, annotations: {%s}}
        ---
        """
        .formatted(name, namespace, annotation);
  }

  private String claim(String name, String annotation) {
    return """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s, namespace: %s, annotations: {%s}}
        spec: {accessModes: [ReadWriteOnce], storageClassName: none, resources: {requests: {storage: 1Gi}}}
        ---
        """
        .formatted(name, namespace, annotation);
  }
}
