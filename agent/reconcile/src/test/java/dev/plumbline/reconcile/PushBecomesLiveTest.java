package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PushBecomesLiveTest {
  private final ControlPlane plane = ControlPlane.shared();
  private Fleet fleet;
  private String app;

  @BeforeEach
  void start() throws Exception {
    fleet = Fleet.on(plane, "hub");
    app = plane.namespace("app");
    fleet
        .repository()
        .write("web/web.yaml", web(2))
        .write("web/settings.yaml", settings("blue"))
        .push("First");
    fleet.start().sync("web", "web", "");
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void a_first_deploy_is_live_and_healthy() {
    fleet.awaitPhase("web", "Ready");

    assertThat(replicas()).isEqualTo("2");
    assertThat(fleet.of("web", ".status.revision.applied"))
        .isEqualTo("main@sha1:" + fleet.repository().head());
    assertThat(fleet.of("web", ".status.objects.summary")).isEqualTo("2/2");
    assertThat(fleet.of("web", ".metadata.finalizers[0]")).isEqualTo("plumbline.dev/sync");
  }

  @Test
  void a_push_changes_what_changed_and_prunes_what_is_gone() {
    fleet.awaitPhase("web", "Ready");
    fleet.repository().write("web/web.yaml", web(3)).delete("web/settings.yaml").push("Three");

    Await.until("three replicas", () -> replicas().equals("3"));
    Await.until(
        "settings are gone",
        () ->
            plane
                .kubectl("get", "configmap", "-n", app, "-o", "name")
                .lines()
                .noneMatch(name -> name.endsWith("/settings")));
    fleet.awaitPhase("web", "Ready");
    assertThat(fleet.of("web", ".status.objects.summary")).isEqualTo("1/1");
  }

  @Test
  void drift_is_repaired_and_the_status_says_who() {
    fleet.awaitPhase("web", "Ready");

    plane.kubectl("scale", "deploy/web", "--replicas=9", "-n", app);

    Await.until("back to two", () -> replicas().equals("2"));
    Await.until(
        "the drift is told",
        () -> fleet.of("web", ".status.drift[-1:].field").equals(".spec.replicas"));
    assertThat(fleet.of("web", ".status.drift[-1:].by")).isEqualTo("kubectl (scale)");
  }

  @Test
  void a_commit_that_touches_nothing_it_reads_is_not_the_one_a_sync_is_at() {
    fleet.awaitPhase("web", "Ready");
    String first = fleet.of("web", ".status.revision.applied");
    fleet.repository().write("elsewhere/readme.md", "not read").push("Elsewhere");
    Await.until(
        "the commit was seen",
        () ->
            plane
                .kubectl(
                    "get",
                    "repository",
                    "fleet",
                    "-n",
                    fleet.namespace(),
                    "-o",
                    "jsonpath={.status.observed.main.commit}")
                .equals(fleet.repository().head()));

    plane.kubectl("scale", "deploy/web", "--replicas=9", "-n", app);

    Await.until("the drift is told", () -> !fleet.of("web", ".status.drift[-1:].field").isEmpty());
    assertThat(fleet.of("web", ".status.revision.applied")).isEqualTo(first);
  }

  @Test
  void an_invalid_object_is_held_back_and_the_rest_goes_on() {
    fleet.awaitPhase("web", "Ready");

    fleet
        .repository()
        .write("web/web.yaml", web(2).replace("containers:", "contaners:"))
        .write("web/settings.yaml", settings("red"))
        .push("Typo");

    Await.until(
        "settings are red",
        () ->
            plane
                .kubectl("get", "cm", "settings", "-n", app, "-o", "jsonpath={.data.color}")
                .equals("red"));
    fleet.awaitPhase("web", "Blocked");
    assertThat(fleet.of("web", ".status.blocked[0].message"))
        .contains("web/web.yaml:")
        .contains("contaners");
    assertThat(replicas()).as("what was live stays").isEqualTo("2");
  }

  @Test
  void a_push_that_cannot_be_rendered_changes_nothing_and_drift_is_still_repaired() {
    fleet.awaitPhase("web", "Ready");
    fleet.repository().write("web/settings.yaml", "kind: [").push("Broken");
    fleet.awaitPhase("web", "Failed");
    assertThat(fleet.of("web", ".status.conditions[?(@.type==\"Ready\")].message"))
        .contains("web/settings.yaml");

    plane.kubectl("scale", "deploy/web", "--replicas=7", "-n", app);

    Await.until("back to two", () -> replicas().equals("2"));
    assertThat(plane.kubectl("get", "cm", "settings", "-n", app, "-o", "name"))
        .contains("settings");
  }

  @Test
  void a_deleted_sync_takes_its_objects_with_it() {
    fleet.awaitPhase("web", "Ready");

    plane.kubectl("delete", "sync", "web", "-n", fleet.namespace(), "--timeout=30s");

    assertThat(plane.kubectl("get", "deploy", "-n", app, "-o", "name")).isEmpty();
  }

  @Test
  void a_restart_finds_nothing_to_do() throws Exception {
    fleet.awaitPhase("web", "Ready");
    String version = fleet.of("web", ".metadata.resourceVersion");
    fleet.stop();

    fleet.restart();
    plane.kubectl("scale", "deploy/web", "--replicas=5", "-n", app);
    Await.until("back to two", () -> replicas().equals("2"));
    assertThat(version).isNotEmpty();
  }

  private String web(int replicas) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: %s}
        spec:
          replicas: %d
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers:
                - {name: web, image: "nginx:1.27"}
        """
        .formatted(app, replicas);
  }

  private String settings(String color) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings, namespace: %s}
        data: {color: %s}
        """
        .formatted(app, color);
  }

  private String replicas() {
    return plane
        .api()
        .text("/apis/apps/v1/namespaces/%s/deployments/web".formatted(app), ".spec.replicas");
  }
}
