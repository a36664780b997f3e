package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plumbline.apply.Drift.How;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RepairsDriftTest {
  private static final String MANIFESTS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a, namespace: NS, labels: {team: red}}
      data: {one: "1", two: "2"}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: NS}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - {name: web, image: "example.com/web:1"}
      """;

  private final String namespace = OneSync.PLANE.namespace("drift");
  private final ObjectKey configMap = new ObjectKey("", "ConfigMap", namespace, "a");
  private final ObjectKey deployment = new ObjectKey("apps", "Deployment", namespace, "web");
  private final OneSync sync = new OneSync();

  @BeforeEach
  void deploy() throws Exception {
    sync.push(MANIFESTS.replace("NS", namespace));
    Await.until(
        "the Deployment is healthy",
        () -> sync.live.health(deployment).filter(health -> health.isCurrent()).isPresent());
    OneSync.pause();
    sync.run();
    sync.cluster.forget();
    sync.woken.clear();
  }

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void a_scaled_deployment_is_scaled_back_and_kubectl_is_named() throws Exception {
    kubectl("scale", "deployment", "web", "--replicas=5");

    Drift drift = repaired();

    assertThat(drift.sentence()).isEqualTo(".spec.replicas taken by \"kubectl (scale)\"");
    assertThat(drift.key()).isEqualTo(deployment);
    assertThat(drift.at()).isCloseTo(Instant.now(), within(10, ChronoUnit.SECONDS));
    assertThat(kubectl("get", "deployment", "web", "-o", "jsonpath={.spec.replicas}"))
        .isEqualTo("2");
    assertThat(sync.cluster.requests())
        .as("the event told it all; it is read only when its status moves faster than we are")
        .startsWith("apply " + deployment)
        .isSubsetOf("apply " + deployment, "read " + deployment);
    settles();
  }

  @Test
  void a_patched_value_is_put_back() throws Exception {
    kubectl("patch", "configmap", "a", "-p", "{\"data\":{\"one\":\"x\"}}");

    assertThat(repaired().sentence()).isEqualTo(".data.one taken by \"kubectl-patch\"");
    assertThat(data()).isEqualTo("{one=1, two=2}");
    settles();
  }

  @Test
  void a_field_that_was_removed_is_put_back() throws Exception {
    kubectl("patch", "configmap", "a", "-p", "{\"data\":{\"one\":null}}");

    Drift drift = repaired();

    assertThat(drift.fields()).containsExactly(".data.one");
    assertThat(drift.how()).isEqualTo(How.TAKEN);
    assertThat(drift.by()).as("a removal leaves no trace of who did it").isEqualTo("somebody");
    assertThat(data()).isEqualTo("{one=1, two=2}");
    settles();
  }

  @Test
  void a_label_of_git_that_was_changed_is_put_back() throws Exception {
    kubectl("label", "--overwrite", "configmap", "a", "team=blue");

    assertThat(repaired().sentence()).isEqualTo(".metadata.labels.team taken by \"kubectl-label\"");
    settles();
  }

  @Test
  void our_own_label_that_was_removed_is_put_back_though_the_object_seems_deleted()
      throws Exception {
    kubectl("label", "configmap", "a", "plumbline.dev/hub-");

    Drift drift = repaired();

    assertThat(drift.how()).isEqualTo(How.TAKEN);
    assertThat(drift.fields()).containsExactly(".metadata.labels[\"plumbline.dev/hub\"]");
    assertThat(sync.cluster.requests()).containsExactly("read " + configMap, "apply " + configMap);
    settles();
  }

  @Test
  void an_object_that_lost_our_label_and_then_was_deleted_is_created_again() throws Exception {
    kubectl("label", "configmap", "a", "plumbline.dev/hub-");
    Await.until("the watch has told", () -> !sync.woken.isEmpty());
    // A run that read it, and was stopped before it could put the label back.
    assertThat(sync.plan()).isInstanceOf(Plan.Verdict.Go.class);
    sync.live.abandon(sync.name);
    kubectl("delete", "configmap", "a");

    Applied applied = sync.run();

    assertThat(applied.complete()).as(applied.outcomes().toString()).isTrue();
    assertThat(data()).isEqualTo("{one=1, two=2}");
  }

  @Test
  void our_own_annotation_that_was_removed_is_put_back() throws Exception {
    kubectl("annotate", "configmap", "a", "plumbline.dev/sync-");

    assertThat(repaired().fields())
        .containsExactly(".metadata.annotations[\"plumbline.dev/sync\"]");
    settles();
  }

  @Test
  void wiped_managed_fields_are_restored() throws Exception {
    kubectl(
        "patch",
        "configmap",
        "a",
        "--type=json",
        "-p",
        "[{\"op\":\"replace\",\"path\":\"/metadata/managedFields\",\"value\":[{}]}]");

    Drift drift = repaired();

    assertThat(drift.how()).isEqualTo(How.DISOWNED);
    assertThat(kubectl("get", "configmap", "a", "--show-managed-fields", "-o", "yaml"))
        .contains("manager: plumbline")
        .doesNotContain("before-first-apply");
    settles();
  }

  @Test
  void a_deleted_object_is_created_again() throws Exception {
    kubectl("delete", "configmap", "a");

    Drift drift = repaired();

    assertThat(drift.sentence()).isEqualTo("deleted by somebody");
    assertThat(sync.cluster.requests()).containsExactly("read " + configMap, "create " + configMap);
    assertThat(sync.records).as("recorded before it is created").isNotEmpty();
    assertThat(data()).isEqualTo("{one=1, two=2}");
    settles();
  }

  @Test
  void what_happened_while_we_were_away_is_found_and_told_all_the_same() throws Exception {
    sync.close();
    kubectl("scale", "deployment", "web", "--replicas=5");

    try (var again = sync.restarted()) {
      Applied applied = again.run();

      assertThat(applied.drifts())
          .extracting(Drift::sentence)
          .containsExactly(".spec.replicas taken by \"kubectl (scale)\"");
    }
  }

  @Test
  void what_others_add_is_theirs() throws Exception {
    kubectl("label", "configmap", "a", "mine=yes");
    kubectl("annotate", "deployment", "web", "note=theirs");
    kubectl("patch", "configmap", "a", "-p", "{\"data\":{\"three\":\"3\"}}");
    kubectl("rollout", "restart", "deployment", "web");
    Await.until(
        "the Deployment is healthy again",
        () -> sync.live.health(deployment).filter(health -> health.isCurrent()).isPresent());
    OneSync.pause();
    sync.cluster.forget();

    Applied applied = sync.run();

    assertThat(applied.drifts()).isEmpty();
    assertThat(sync.cluster.requests()).isEmpty();
    assertThat(sync.live.suspect(configMap)).isEmpty();
    assertThat(sync.live.suspect(deployment)).isEmpty();
  }

  @Test
  void the_same_value_written_by_somebody_else_is_no_drift() throws Exception {
    OneSync.PLANE
        .api()
        .mergePatch(
            "/api/v1/namespaces/%s/configmaps/a?fieldManager=other".formatted(namespace),
            "{\"data\":{\"one\":\"1\"}}");
    OneSync.pause();

    assertThat(sync.woken).isEmpty();
  }

  @Test
  void values_written_under_our_own_name_are_put_back() throws Exception {
    // Nothing but the time tells them from ours, and the server's times are whole seconds: what
    // comes in the second of our own apply is found by the resync only.
    Thread.sleep(Duration.ofMillis(1100));
    OneSync.PLANE
        .api()
        .apply(
            "/api/v1/namespaces/%s/configmaps/a".formatted(namespace),
            Marks.MANAGER,
            """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"%s",
              "labels":{"team":"red","plumbline.dev/hub":"%s","applyset.kubernetes.io/part-of":"%s"},
              "annotations":{"plumbline.dev/sync":"%s"}},"data":{"one":"x","two":"2"}}
            """
                .formatted(
                    namespace,
                    sync.hubId,
                    kubectl(
                        "get",
                        "configmap",
                        "a",
                        "-o",
                        "jsonpath={.metadata.labels.applyset\\.kubernetes\\.io/part-of}"),
                    sync.name));

    assertThat(repaired().sentence()).isEqualTo("values taken by \"plumbline\"");
    assertThat(data()).isEqualTo("{one=1, two=2}");
    settles();
  }

  private Drift repaired() throws Exception {
    Applied applied = sync.awakened();
    assertThat(applied.complete()).as(applied.outcomes().toString()).isTrue();
    assertThat(applied.drifts()).hasSize(1);
    return applied.drifts().getFirst();
  }

  /** Nothing more is to be done, and nobody is woken by the repair itself. */
  private void settles() throws Exception {
    Await.until(
        "the Deployment is healthy",
        () -> sync.live.health(deployment).filter(health -> health.isCurrent()).isPresent());
    OneSync.pause();
    assertThat(sync.live.suspect(configMap)).isEmpty();
    assertThat(sync.live.suspect(deployment)).isEmpty();
    sync.cluster.forget();
    assertThat(sync.run().drifts()).isEmpty();
    assertThat(sync.cluster.requests()).isEmpty();
  }

  private String data() throws Exception {
    Optional<MapNode> body = sync.there(configMap);
    return body.flatMap(b -> b.map("data")).map(MapNode::toString).orElse("");
  }

  private String kubectl(String... arguments) {
    var command = new String[arguments.length + 2];
    command[0] = "-n";
    command[1] = namespace;
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    return OneSync.PLANE.kubectl(command);
  }
}
