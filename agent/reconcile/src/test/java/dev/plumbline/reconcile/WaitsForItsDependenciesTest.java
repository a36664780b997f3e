package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WaitsForItsDependenciesTest {
  private final ControlPlane plane = ControlPlane.shared();
  private Fleet fleet;
  private Objects app;

  @BeforeEach
  void start() throws Exception {
    fleet = Fleet.on(plane, "hub");
    app = new Objects(plane, "app");
    fleet
        .repository()
        .write("data/claim.yaml", claim("one"))
        .write("web/web.yaml", app.configMap("web", "1"))
        .push("First");
    fleet.start();
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void it_starts_when_they_are_ready() {
    fleet.sync("web", "web", "dependsOn: [{name: data}]");
    assertThat(fleet.awaitReason("web", "DependencyNotReady"))
        .isEqualTo("waits for Sync data, which does not exist");
    assertThat(fleet.of("web", ".status.phase")).isEqualTo("Waiting");

    fleet.sync("data", "data", "");
    fleet.awaitPhase("data", "Waiting");
    Await.until(
        "web says that data is not ready",
        () -> fleet.message("web").equals("waits for Sync data, which is not ready yet"));
    assertThat(app.exists("configmaps", "web")).isFalse();

    bound("one");
    app.awaitValue("web", "1");
    fleet.awaitPhase("web", "Ready");
  }

  @Test
  void one_that_is_suspended_or_fails_is_named_with_its_reason() {
    fleet.sync("data", "data", "suspend: {by: alice}");
    fleet.sync("web", "web", "dependsOn: [{name: data}]");
    fleet.awaitPhase("data", "Suspended");
    Await.until(
        "web names alice",
        () ->
            fleet
                .message("web")
                .equals("waits for Sync data, which is suspended (suspended by alice)"));

    fleet.sync("data", "nowhere", "suspend: null");
    Await.until(
        "web names the fault",
        () ->
            fleet
                .message("web")
                .equals(
                    "waits for Sync data, which is Failed (path 'nowhere' cannot be used: no such"
                        + " file or directory)"));
  }

  @Test
  void a_circle_is_named_whole_and_a_person_can_open_it() {
    fleet.sync("a", "web", "dependsOn: [{name: b}]");
    fleet.sync("b", "web", "dependsOn: [{name: c}]\ntargetNamespace: default");
    fleet.sync("c", "web", "dependsOn: [{name: a}]\ntargetNamespace: default");

    assertThat(fleet.awaitReason("a", "DependencyCycle"))
        .isEqualTo("it depends on itself: a → b → c → a; take one of them out");
    assertThat(fleet.awaitReason("b", "DependencyCycle")).contains("b → c → a → b");
    assertThat(fleet.awaitReason("c", "DependencyCycle")).contains("c → a → b → c");
    String operation = fleet.of("a", ".status.operation");
    LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
    assertThat(fleet.of("a", ".status.operation"))
        .as("nobody runs in circles")
        .isEqualTo(operation);

    fleet.sync("a", "web", "dependsOn: null");
    app.awaitValue("web", "1");
    fleet.awaitPhase("a", "Ready");
  }

  @Test
  void something_new_waits_and_what_is_live_is_kept_true() {
    fleet.sync("data", "data", "");
    fleet.sync("web", "web", "dependsOn: [{name: data}]");
    Await.until("the claim", () -> app.exists("persistentvolumeclaims", "one"));
    bound("one");
    app.awaitValue("web", "1");
    fleet.awaitPhase("web", "Ready");

    fleet
        .repository()
        .write("data/claim.yaml", claim("two"))
        .write("web/web.yaml", app.configMap("web", "2"))
        .push("Both");
    fleet.awaitReason("web", "DependencyNotReady");
    app.vandalise("web");
    app.awaitValue("web", "1");

    Await.until("the claim", () -> app.exists("persistentvolumeclaims", "two"));
    bound("two");
    app.awaitValue("web", "2");
    fleet.awaitPhase("web", "Ready");
  }

  @Test
  void a_push_that_leaves_them_as_they_are_is_not_waited_for() {
    fleet.sync("data", "data", "wait: false");
    fleet.sync("web", "web", "dependsOn: [{name: data}]");
    app.awaitValue("web", "1");

    for (int i = 2; i < 6; i++) {
      fleet.repository().write("web/web.yaml", app.configMap("web", "" + i)).push("Web");
      app.awaitValue("web", "" + i);
    }
    fleet.awaitPhase("web", "Ready");
  }

  private void bound(String claim) {
    plane.kubectl(
        "patch",
        "pvc",
        claim,
        "-n",
        app.namespace(),
        "--subresource=status",
        "-p",
        "{\"status\":{\"phase\":\"Bound\"}}");
  }

  private String claim(String name) {
    return """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s, namespace: %s, annotations: {plumbline.dev/prune: disabled}}
        spec: {accessModes: [ReadWriteOnce], storageClassName: none, resources: {requests: {storage: 1Gi}}}
        """
        .formatted(name, app.namespace());
  }
}
