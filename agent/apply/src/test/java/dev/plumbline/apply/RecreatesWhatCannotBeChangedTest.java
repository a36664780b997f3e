package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RecreatesWhatCannotBeChangedTest {
  private static final String RECREATE = "plumbline.dev/recreate: enabled";

  private final String namespace = OneSync.PLANE.namespace("recreate");
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void with_the_annotation_and_only_after_it_was_recorded() throws Exception {
    sync.push(configMap("1", RECREATE));
    String uid = uid(settings());
    sync.cluster.forget();
    sync.cluster.before(
        request -> {
          if (request.startsWith("delete") || request.startsWith("create")) {
            Entry entry = sync.inventory.get(settings()).orElseThrow();
            assertThat(entry.creating() || entry.deleting()).as(request).isTrue();
          }
        });

    sync.push(configMap("2", RECREATE));
    sync.converge();

    assertThat(sync.cluster.requests()).contains("delete " + settings(), "create " + settings());
    assertThat(body(settings()).text("data", "value")).contains("2");
    assertThat(uid(settings())).isNotEqualTo(uid);
    Entry entry = sync.inventory.get(settings()).orElseThrow();
    assertThat(entry.creating()).isFalse();
    assertThat(entry.deleting()).isFalse();
    OneSync.pause();
    assertThat(sync.run().outcomes()).allMatch(outcome -> outcome.result() == Result.KEPT);
  }

  @Test
  void without_it_the_object_is_held_back_and_runs_on() throws Exception {
    sync.push(configMap("1", "a: b"));

    Applied applied = sync.push(configMap("2", "a: b"));

    assertThat(sync.outcome(applied, "ConfigMap", "settings").held()).contains(Reason.IMMUTABLE);
    assertThat(body(settings()).text("data", "value")).contains("1");
  }

  @Test
  void never_what_is_kept() throws Exception {
    String both = RECREATE + ", 'plumbline.dev/prune': disabled";
    sync.push(configMap("1", both));

    Applied applied = sync.push(configMap("2", both));

    assertThat(sync.outcome(applied, "ConfigMap", "settings").held()).contains(Reason.IMMUTABLE);
    assertThat(body(settings()).text("data", "value")).contains("1");
  }

  @Test
  void never_because_a_manifest_is_wrong_otherwise() throws Exception {
    sync.push(deployment("one", 1));
    String uid = uid(web());

    Applied applied = sync.push(deployment("two", -1));

    assertThat(sync.outcome(applied, "Deployment", "web").result()).isEqualTo(Result.DENIED);
    assertThat(sync.outcome(applied, "Deployment", "web").reason()).hasToString("INVALID");
    assertThat(uid(web())).isEqualTo(uid);
  }

  @Test
  void after_what_depends_on_it_is_gone() throws Exception {
    sync.push(deployment("one", 1));
    Await.until("a ReplicaSet", () -> !replicaSets().isEmpty());
    String first = replicaSets();

    Applied applied = sync.push(deployment("two", 1));

    assertThat(sync.outcome(applied, "Deployment", "web").result())
        .isIn(Result.WAITING, Result.DONE);
    sync.converge();
    assertThat(body(web()).text("spec", "selector", "matchLabels", "app")).contains("two");
    assertThat(replicaSets()).doesNotContain(first);
  }

  @Test
  void and_one_that_dies_in_between_brings_it_back() throws Exception {
    sync.push(configMap("1", RECREATE));
    sync.cluster.before(
        request -> {
          if (request.equals("create " + settings())) {
            throw new IllegalStateException("dies");
          }
        });
    try {
      sync.push(configMap("2", RECREATE));
      sync.run();
      sync.run();
    } catch (IllegalStateException died) {
      assertThat(died).hasMessage("dies");
    }

    try (OneSync again = sync.restarted()) {
      again.converge();
      assertThat(body(settings()).text("data", "value")).contains("2");
    }
  }

  @Test
  void what_a_finalizer_holds_is_named() throws Exception {
    sync.push(configMap("1", RECREATE));
    kubectl("patch", "cm", "settings", "-p", "{\"metadata\":{\"finalizers\":[\"acme.io/hold\"]}}");

    Applied applied = sync.push(configMap("2", RECREATE));

    assertThat(sync.outcome(applied, "ConfigMap", "settings").result()).isEqualTo(Result.WAITING);
    assertThat(sync.outcome(applied, "ConfigMap", "settings").message()).contains("acme.io/hold");
    kubectl("patch", "cm", "settings", "-p", "{\"metadata\":{\"finalizers\":null}}");
    sync.converge();
    assertThat(body(settings()).text("data", "value")).contains("2");
  }

  private ObjectKey settings() {
    return new ObjectKey("", "ConfigMap", namespace, "settings");
  }

  private ObjectKey web() {
    return new ObjectKey("apps", "Deployment", namespace, "web");
  }

  private MapNode body(ObjectKey key) throws Exception {
    return sync.there(key).orElseThrow();
  }

  private String uid(ObjectKey key) throws Exception {
    return body(key).text("metadata", "uid").orElseThrow();
  }

  private String replicaSets() {
    return OneSync.PLANE.kubectl("get", "rs", "-n", namespace, "-o", "name").strip();
  }

  private String configMap(String value, String annotation) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: settings
          namespace: %s
          annotations: {%s}
        immutable: true
        data: {value: "%s"}
        """
        .formatted(namespace, annotation, value);
  }

  private String deployment(String app, int replicas) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
          namespace: %1$s
          annotations: {%2$s}
        spec:
          replicas: %4$d
          selector: {matchLabels: {app: %3$s}}
          template:
            metadata: {labels: {app: %3$s}}
            spec:
              containers: [{name: web, image: registry.invalid/web}]
        """
        .formatted(namespace, RECREATE, app, replicas);
  }

  private void kubectl(String... arguments) {
    var all = new java.util.ArrayList<>(java.util.List.of("-n", namespace));
    all.addAll(java.util.List.of(arguments));
    OneSync.PLANE.kubectl(all.toArray(String[]::new));
  }
}
