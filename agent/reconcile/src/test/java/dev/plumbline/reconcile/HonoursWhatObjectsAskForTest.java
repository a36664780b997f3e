package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Annotations of objects and what the Sync says about others, from Git to the status. */
final class HonoursWhatObjectsAskForTest {
  private final ControlPlane plane = ControlPlane.shared();
  private Fleet fleet;
  private Objects app;

  @BeforeEach
  void start() throws Exception {
    fleet = Fleet.on(plane, "hub");
    app = new Objects(plane, "app");
    fleet.start();
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void a_later_wave_waits_and_comes_by_itself() {
    push(claim() + "---\n" + configMap("late", "1", "plumbline.dev/wave: '1'"));
    fleet.sync("web", "web", "timeout: 5s");

    assertThat(fleet.awaitReason("web", "Progressing")).contains("PersistentVolumeClaim");
    assertThat(fleet.blocked("web")).contains("waits for the waves before wave 1");
    assertThat(app.exists("configmaps", "late")).isFalse();
    assertThat(fleet.awaitReason("web", "HealthTimeout")).contains("PersistentVolumeClaim");

    bound();
    app.awaitValue("late", "1");
    fleet.awaitPhase("web", "Ready");
    assertThat(fleet.of("web", ".status.objects.summary")).isEqualTo("2/2");
  }

  @Test
  void what_is_merged_into_an_object_of_others_goes_with_its_sync_and_nothing_else_does() {
    plane.kubectl("create", "configmap", "web", "-n", app.namespace(), "--from-literal=theirs=1");
    push(configMap("web", "ours", "plumbline.dev/apply: merge"));
    fleet.sync("web", "web", "");
    fleet.awaitPhase("web", "Ready");
    app.awaitValue("web", "ours");

    plane.kubectl("delete", "sync", "web", "-n", fleet.namespace(), "--timeout=30s");

    assertThat(app.value("web")).isEmpty();
    assertThat(app.exists("configmaps", "web")).isTrue();
  }

  @Test
  void what_does_not_get_well_says_what_its_pods_say() {
    push(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: %s}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              nodeSelector: {nowhere: "true"}
              containers: [{name: web, image: registry.example.com/web:1}]
        """
            .formatted(app.namespace()));
    fleet.sync("web", "web", "timeout: 3s");

    assertThat(fleet.awaitReason("web", "HealthTimeout"))
        .startsWith("not healthy within 3s: apps/Deployment %s/web: ".formatted(app.namespace()))
        .contains("; Pod web-", "didn't match Pod's node affinity/selector", "(Unschedulable)");
  }

  @Test
  void a_hook_is_held_back_and_an_option_that_means_nothing_is_remarked() {
    push(
        configMap("hook", "1", "argocd.argoproj.io/hook: PreSync")
            + "---\n"
            + configMap("odd", "1", "argocd.argoproj.io/sync-options: Validate=false"));
    fleet.sync("web", "web", "");

    app.awaitValue("odd", "1");
    fleet.awaitPhase("web", "Blocked");
    assertThat(fleet.of("web", ".status.blocked[0].reason")).isEqualTo("Unsupported");
    assertThat(fleet.of("web", ".status.conditions[?(@.type=='Rendered')].message"))
        .contains("ConfigMap", "odd", "Validate=false means nothing here");
  }

  @Test
  void what_is_left_alone_makes_no_sync_unready() {
    plane.kubectl("create", "configmap", "web", "-n", app.namespace(), "--from-literal=value=mine");
    push(configMap("web", "theirs", "plumbline.dev/apply: if-absent"));
    fleet.sync("web", "web", "");

    fleet.awaitPhase("web", "Ready");
    assertThat(app.value("web")).isEqualTo("mine");
  }

  @Test
  void drift_is_only_told_of_where_the_sync_says_so() {
    push(configMap("web", "1", ""));
    fleet.sync("web", "web", "drift: {owned: Warn}");
    app.awaitValue("web", "1");
    fleet.awaitPhase("web", "Ready");

    app.vandalise("web");

    Await.until(
        "the drift is told",
        () -> fleet.of("web", ".status.conditions[?(@.type=='InSync')].reason").equals("Drifted"));
    assertThat(fleet.of("web", ".status.drift[0].by")).isEqualTo("vandal");
    assertThat(fleet.of("web", ".status.drift[0].repaired")).isEmpty();
    assertThat(fleet.of("web", ".status.objects.drifted")).isEqualTo("1");
    assertThat(app.value("web")).isEqualTo("taken");
  }

  @Test
  void what_was_there_is_taken_over_or_left_as_the_sync_says() {
    plane.kubectl("create", "configmap", "web", "-n", app.namespace(), "--from-literal=value=mine");
    push(configMap("web", "ours", ""));
    fleet.sync("web", "web", "conflicts: Fail");
    fleet.awaitPhase("web", "Blocked");
    assertThat(app.value("web")).isEqualTo("mine");

    fleet.sync("web", "web", "conflicts: Force\nadopt: Labelled");

    app.awaitValue("web", "ours");
    fleet.awaitPhase("web", "Ready");
  }

  private void push(String manifests) {
    fleet.repository().write("web/web.yaml", manifests).push("Web");
  }

  private void bound() {
    plane.kubectl(
        "patch",
        "pvc",
        "data",
        "-n",
        app.namespace(),
        "--subresource=status",
        "-p",
        "{\"status\":{\"phase\":\"Bound\"}}");
  }

  private String claim() {
    return """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: data, namespace: %s}
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: none
          resources: {requests: {storage: 1Gi}}
        """
        .formatted(app.namespace());
  }

  private String configMap(String name, String value, String annotation) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: %s
          namespace: %s
          annotations: {%s}
        data: {value: "%s"}
        """
        .formatted(name, app.namespace(), annotation, value);
  }
}
