package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code plumb tree} on a real cluster, with Pods that a real controller made. */
final class ShowsATreeTest {
  private TestFleet fleet;
  private String app;

  @BeforeEach
  void deployed() throws Exception {
    fleet = TestFleet.in("grown");
    app = PLANE.namespace("app");
    fleet
        .repository()
        .write(
            "web/web.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings, namespace: %1$s}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: %1$s}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers: [{name: web, image: "nginx:1.27"}]
            """
                .formatted(app))
        .push("First");
    fleet.deliver().awaitPhase("Ready");
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  @Test
  void of_what_a_sync_owns_and_what_came_of_it() {
    var ran = fleet.plumb("tree", "web");

    assertThat(ran.code()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().replaceAll("web-[0-9a-z]+(-[0-9a-z]+)?", "web-X"))
        .matches(
            """
            web → local   main@[0-9a-f]{7}   Ready   2/2
            ├─ v1/ConfigMap %1$s/settings +Healthy
            └─ apps/Deployment %1$s/web +Healthy
               └─ ReplicaSet web-X +Healthy
                  ├─ Pod web-X +Healthy
                  └─ Pod web-X +Healthy
            """
                .formatted(app));
  }

  @Test
  void of_the_sync_however_it_is_named() {
    var ran = fleet.plumb("tree", "web");

    assertThat(fleet.plumb("tree", "sync/web")).isEqualTo(ran);
    assertThat(fleet.plumb("tree", "sync.plumbline.dev/web")).isEqualTo(ran);
    assertThat(fleet.plumb("tree", "target/local"))
        .isEqualTo(
            new Ran(
                ExitCode.USAGE,
                "",
                "plumb: 'target/local' is no Sync; NAME or sync/NAME is expected%n".formatted()));
  }

  @Test
  void with_what_is_missing() {
    fleet.plumb("suspend", "web");
    fleet.awaitPhase("Suspended");
    PLANE.kubectl("delete", "configmap", "settings", "-n", app);
    PLANE.kubectl("delete", "deployment", "web", "-n", app, "--cascade=foreground");

    Await.until("it is gone", () -> fleet.plumb("tree", "web").out().contains("Deployment"));
    assertThat(fleet.plumb("tree", "web").out())
        .containsPattern("settings +Missing +not there")
        .contains("suspended by");
  }

  @Test
  void and_says_what_may_not_be_seen() {
    String reader = ControlPlane.unique("reader");
    PLANE.kubectlWith(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: %1$s}
        rules:
        - {apiGroups: [plumbline.dev], resources: [syncs, targets], verbs: [get]}
        - {apiGroups: [apps], resources: [deployments], verbs: [get]}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: %1$s}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
        subjects: [{kind: User, name: %1$s}]
        """
            .formatted(reader),
        "create",
        "-f",
        "-");

    Await.until(
        "the rights are there", () -> fleet.plumb("tree", "web", "--as", reader).code() == 0);
    var ran = fleet.plumb("tree", "web", "--as", reader);

    assertThat(ran.out())
        .containsPattern("settings +Unknown +you may not read it")
        .containsPattern("Deployment .*/web +Healthy");
    assertThat(ran.err())
        .contains("pods of namespace %s are not shown: you may not list them".formatted(app));
  }
}
