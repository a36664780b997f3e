package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.reconcile.Agent;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.GitServer;
import dev.plumbline.testkit.GitWorkspace;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The agent with the very rights of {@code manifests/install}, by the token and the authority that
 * a Pod finds mounted, on the hub itself as a target.
 */
final class DeliversWithItsOwnRightsTest {
  private static final String HUB = MountedAccount.HUB;

  @TempDir private Path mounted;
  @TempDir private Path data;
  private final GitServer git = GitServer.start();
  private final Connections connections = new Connections("test", Clock.system(), Metrics.none());
  private final String app = PLANE.namespace("rights");
  private GitWorkspace fleet;
  private Connection hub;
  private Agent agent;

  @BeforeEach
  void start() throws Exception {
    MountedAccount.install(PLANE, "install");
    PLANE.kubectl("wait", "--for=condition=Established", "customresourcedefinitions", "--all");
    hub = MountedAccount.connect(PLANE, connections, mounted);
    fleet = git.create("fleet");
    fleet.write("web/web.yaml", objects("one")).push("First");
    PLANE.kubectlWith(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Repository
        metadata: {name: %1$s}
        spec: {url: "%2$s", allowInsecure: true, interval: 1h}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Target
        metadata: {name: %1$s}
        spec: {inCluster: true}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Sync
        metadata: {name: %1$s}
        spec: {source: {name: %1$s, branch: main}, path: web, targetRef: {name: %1$s}}
        """
            .formatted(app, git.url("fleet")),
        "create",
        "-n",
        HUB,
        "-f",
        "-");
  }

  @AfterEach
  void stop() throws Exception {
    PLANE.kubectl("delete", "sync", app, "-n", HUB, "--timeout=20s");
    PLANE.kubectl("delete", "target,repository", app, "-n", HUB);
    if (agent != null) {
      agent.stop();
    }
    hub.close();
    connections.close();
    git.close();
  }

  @Test
  void what_its_rights_in_a_namespace_allow_secrets_included() throws Exception {
    bind("--clusterrole=admin");

    run();

    awaitPhase("Ready");
    assertThat(value("configmaps")).isEqualTo("one");
    take("secrets");
    Await.until(
        "the Secret is repaired, seen in its namespace", () -> value("secrets").equals("b25l"));
    take("configmaps");
    Await.until(
        "the ConfigMap is repaired, seen everywhere", () -> value("configmaps").equals("one"));
  }

  @Test
  void what_it_may_write_and_not_watch_by_reading_it_back() throws Exception {
    PLANE.kubectl(
        "create",
        "role",
        "writer",
        "-n",
        app,
        "--verb=get,create,patch,delete",
        "--resource=secrets,configmaps");
    bind("--role=writer");

    run();

    awaitPhase("Ready");
    take("secrets");
    PLANE.kubectl("annotate", "sync", app, "-n", HUB, "plumbline.dev/requested-at=now");
    Await.until("found by a full comparison", () -> value("secrets").equals("b25l"));
  }

  @Test
  void a_custom_kind_it_may_not_watch_whose_health_is_read() throws Exception {
    String group = app + ".example.com";
    PLANE.kubectlWith(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: widgets.%1$s}
        spec:
          group: %1$s
          scope: Namespaced
          names: {kind: Widget, plural: widgets}
          versions:
          - name: v1
            served: true
            storage: true
            subresources: {status: {}}
            schema:
              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
        """
            .formatted(group),
        "create",
        "-f",
        "-");
    PLANE.kubectl(
        "create",
        "role",
        "writer",
        "-n",
        app,
        "--verb=get,create,patch,delete",
        "--resource=secrets,configmaps,widgets." + group);
    bind("--role=writer");
    fleet
        .write(
            "web/widget.yaml",
            "{apiVersion: %s/v1, kind: Widget, metadata: {name: web, namespace: %s}, spec: {}}"
                .formatted(group, app))
        .push("Widget");
    PLANE.kubectl(
        "patch", "sync", app, "-n", HUB, "--type=merge", "-p", "{\"spec\":{\"wait\":true}}");
    String right =
        "the agent may not list and watch widgets.%s in namespace %s".formatted(group, app);

    run();

    awaitPhase("Ready");
    assertThat(status().toString()).contains("looked at only when the Sync runs: " + right);

    tell(group, "False");
    PLANE.kubectl("annotate", "sync", app, "-n", HUB, "plumbline.dev/requested-at=now");
    awaitPhase("Waiting");
    assertThat(status().toString()).contains("not yet up; ").contains(right);

    tell(group, "True");
    awaitPhase("Ready");
  }

  // As its controller would.
  private void tell(String group, String ready) {
    PLANE.kubectl(
        "patch",
        "widgets." + group,
        "web",
        "-n",
        app,
        "--subresource=status",
        "--type=merge",
        "-p",
        """
        {"status": {"conditions": [
          {"type": "Ready", "status": "%s", "reason": "Up", "message": "not yet up"}]}}"""
            .formatted(ready));
  }

  @Test
  void and_nothing_else_which_is_told() throws Exception {
    run();

    awaitPhase("Blocked");
    assertThat(status().text("conditions").orElse("") + status())
        .contains("system:serviceaccount:plumbline-system:plumbline");
  }

  private void run() throws Exception {
    var options = new Agent.Options(HUB, Optional.of(app), false, false, data, "test-0");
    agent = Agent.start(hub, connections, options, Clock.system(), Metrics.none());
  }

  private void bind(String role) {
    PLANE.kubectl(
        "create",
        "rolebinding",
        "plumbline",
        "-n",
        app,
        role,
        "--serviceaccount=plumbline-system:plumbline");
  }

  private void awaitPhase(String phase) {
    Await.until("it is " + phase, () -> status().text("phase").orElse("").equals(phase));
  }

  private MapNode status() {
    return PLANE
        .api()
        .get("/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs/%s".formatted(HUB, app))
        .json()
        .map("status")
        .orElse(MapNode.EMPTY);
  }

  private void take(String resource) {
    PLANE.kubectl(
        "patch",
        resource,
        "web",
        "-n",
        app,
        "--type=merge",
        "-p",
        "{\"data\":{\"value\":\"dHdv\"}}");
  }

  private String value(String resource) {
    return PLANE
        .api()
        .get("/api/v1/namespaces/%s/%s/web".formatted(app, resource))
        .json()
        .text("data", "value")
        .orElse("");
  }

  private String objects(String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: web, namespace: %1$s}
        data: {value: "%2$s"}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: web, namespace: %1$s}
        stringData: {value: "%2$s"}
        """
        .formatted(app, value);
  }
}
