package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.reconcile.Agent;
import dev.plumbline.testkit.AuditLog;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.testkit.GitServer;
import dev.plumbline.testkit.GitWorkspace;
import dev.plumbline.yaml.Manifests;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The life of two Tenants with the very rights of {@code manifests/install} on the hub, of {@code
 * manifests/target} on another cluster, and of {@code docs/installing.md} for the Tenants.
 */
@Tag("SEC-TEN-01")
final class DeliversForTenantsAsInstalledTest {
  private static final String HUB = MountedAccount.HUB;
  // Used when something went wrong: a write nobody answered is read back, a server that streams no
  // lists is asked for pages, and an event that is told again minutes later is counted.
  private static final Set<String> WHEN_THINGS_GO_WRONG =
      Set.of(
          "get environments.plumbline.dev",
          "get inventories.plumbline.dev",
          "get repositories.plumbline.dev",
          "get syncs.plumbline.dev",
          "get targets.plumbline.dev",
          "get tenants.plumbline.dev",
          "list environments.plumbline.dev",
          "list repositories.plumbline.dev",
          "list syncs.plumbline.dev",
          "list targets.plumbline.dev",
          "list tenants.plumbline.dev",
          "patch events.events.k8s.io");

  @TempDir private static Path mounted;
  @TempDir private static Path data;
  private static final Connections CONNECTIONS =
      new Connections("test", Clock.system(), Metrics.none());
  private static final GitServer GIT = GitServer.start();
  private static final GitWorkspace FLEET = GIT.create("fleet");
  // Both with the rest of a name that nobody else has.
  private static final String ACME = ControlPlane.unique("acme");
  private static final String GLOBEX = ControlPlane.unique("globex");

  private static ControlPlane target;
  private static List<MapNode> installed;
  private static List<AuditLog.Entry> onHub;
  private static List<AuditLog.Entry> onTarget;

  @BeforeAll
  static void live() throws Exception {
    target = ControlPlane.own();
    installed =
        Manifests.read(MountedAccount.install(PLANE, "install"), "install").stream()
            .map(MapNode.class::cast)
            .toList();
    PLANE.kubectl("wait", "--for=condition=Established", "customresourcedefinitions", "--all");
    PLANE.kubectl("delete", "configmap", "plumbline-hub", "-n", HUB, "--ignore-not-found");
    PLANE.kubectl("create", "namespace", ACME);
    MountedAccount.install(target, "target");
    prepareTarget();
    long hubMark = PLANE.audit().mark();
    long targetMark = target.audit().mark();
    try (Connection hub = MountedAccount.connect(PLANE, CONNECTIONS, mounted)) {
      var options = new Agent.Options(HUB, Optional.empty(), false, true, data, "test-0");
      try (Agent agent = Agent.start(hub, CONNECTIONS, options, Clock.system(), Metrics.none())) {
        declare();
        deliver();
        change();
        repair();
        leave();
        agent.stop();
      }
    }
    onHub = PLANE.audit().since(hubMark, entry -> entry.user().equals(MountedAccount.NAME));
    onTarget = target.audit().since(targetMark, entry -> entry.user().equals(MountedAccount.NAME));
  }

  @AfterAll
  static void stop() {
    PLANE.kubectl(
        "delete", "tenants,environments,targets,repositories", "--all", "-n", HUB, "--wait=false");
    CONNECTIONS.close();
    GIT.close();
    target.close();
  }

  @Test
  void on_the_hub_nothing_is_asked_for_in_vain() {
    assertThat(onHub).isNotEmpty().extracting(AuditLog.Entry::code).doesNotContain(403);
  }

  @Test
  void and_no_right_is_there_for_nothing() {
    Set<String> used =
        onHub.stream().map(Rights::needed).flatMap(Set::stream).collect(Collectors.toSet());

    var idle = new TreeSet<>(Rights.granted(installed, "plumbline-hub"));
    idle.removeAll(used);
    assertThat(idle).isSubsetOf(WHEN_THINGS_GO_WRONG);
  }

  @Test
  void on_the_target_only_the_watch_of_secrets_is_refused() {
    assertThat(onTarget)
        .filteredOn(entry -> entry.code() == 403)
        .isNotEmpty()
        .allSatisfy(
            entry -> {
              assertThat(Rights.needed(entry)).containsExactly("watch secrets");
              assertThat(entry.impersonated()).isEmpty();
            });
  }

  @Test
  void of_its_own_the_agent_only_reads_there_and_makes_namespaces() {
    assertThat(onTarget)
        .filteredOn(entry -> entry.impersonated().isEmpty())
        .filteredOn(entry -> !Set.of("get", "list", "watch").contains(entry.verb()))
        .isNotEmpty()
        .allSatisfy(entry -> assertThat(entry.uri()).contains("/namespaces/" + GLOBEX + "?"));
  }

  @Test
  void whatever_is_written_is_written_as_the_account_of_its_tenant() {
    assertThat(onTarget)
        .filteredOn(entry -> entry.impersonated().isPresent())
        .extracting(entry -> entry.impersonated().orElseThrow())
        .containsOnly(account(ACME), account(GLOBEX));
    assertThat(onTarget)
        .filteredOn(entry -> entry.impersonated().isPresent())
        .allSatisfy(
            entry ->
                assertThat(entry.uri())
                    .contains(
                        "/namespaces/"
                            + (entry.impersonated().get().contains(ACME) ? ACME : GLOBEX)
                            + "/"));
  }

  // As docs/installing.md says; one Tenant with namespaces that are there, one with new ones.
  private static void prepareTarget() {
    target.kubectl("create", "namespace", ACME);
    for (String tenant : List.of(ACME, GLOBEX)) {
      target.kubectlWith(
          """
          apiVersion: v1
          kind: Namespace
          metadata: {name: %1$s-system}
          ---
          apiVersion: v1
          kind: ServiceAccount
          metadata: {name: plumbline, namespace: %1$s-system}
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: RoleBinding
          metadata: {name: plumbline-impersonate, namespace: %1$s-system}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: plumbline-impersonate}
          subjects: [{kind: ServiceAccount, name: plumbline, namespace: plumbline-system}]
          """
              .formatted(tenant),
          "create",
          "-f",
          "-");
    }
    bind("rolebinding", "plumbline", "admin", ACME + "-system", "-n", ACME);
    bind("clusterrolebinding", GLOBEX, "admin", GLOBEX + "-system");
    bind("clusterrolebinding", "make-namespaces", "plumbline-create-namespaces", HUB);
  }

  private static void bind(String kind, String name, String role, String whose, String... more) {
    var words =
        new ArrayList<>(
            List.of(
                "create",
                kind,
                name,
                "--clusterrole=" + role,
                "--serviceaccount=" + whose + ":plumbline"));
    words.addAll(List.of(more));
    target.kubectl(words.toArray(String[]::new));
  }

  private static String kubeconfig() {
    String admin = new String(target.kubeconfig(), StandardCharsets.UTF_8);
    var config = (MapNode) Manifests.read(admin, "kubeconfig").getFirst();
    String adminsToken =
        ((MapNode) config.list("users").getFirst()).text("user", "token").orElseThrow();
    String token = target.kubectl("create", "token", "plumbline", "-n", HUB).strip();
    return Base64.getEncoder()
        .encodeToString(admin.replace(adminsToken, token).getBytes(StandardCharsets.UTF_8));
  }

  private static void declare() {
    write(ACME, "one");
    write(GLOBEX, "one");
    FLEET.push("First");
    PLANE.kubectlWith(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: eu-1-kubeconfig}
        data: {value: %1$s}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Target
        metadata: {name: eu-1, labels: {env: prod}}
        spec: {kubeconfigRef: {name: eu-1-kubeconfig}}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Repository
        metadata: {name: fleet}
        spec: {url: "%2$s", allowInsecure: true, interval: 1s, tenants: "tenants/{tenant}"}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Environment
        metadata: {name: prod}
        spec:
          repositoryRef: {name: fleet}
          branch: main
          overlay: overlays/prod
          targets: {matchLabels: {env: prod}}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Tenant
        metadata: {name: %3$s}
        spec:
          repositoryRef: {name: fleet}
          environments: [prod]
          hubNamespace: %3$s
          namespaces: [%3$s]
          serviceAccount: {namespace: %3$s-system, name: plumbline}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Tenant
        metadata: {name: %4$s}
        spec:
          repositoryRef: {name: fleet}
          environments: [prod]
          namespaces: [%4$s]
          createNamespaces: true
          serviceAccount: {namespace: %4$s-system, name: plumbline}
        """
            .formatted(kubeconfig(), GIT.url("fleet"), ACME, GLOBEX),
        "apply",
        "-n",
        HUB,
        "-f",
        "-");
  }

  private static void deliver() {
    awaitValue(ACME, "configmaps/web", "one");
    awaitValue(ACME, "secrets/web", "b25l");
    awaitValue(GLOBEX, "configmaps/web", "one");
    awaitReady(ACME);
    awaitReady(GLOBEX);
  }

  // More objects than a status holds, and then fewer again.
  private static void change() {
    for (int i = 0; i < 120; i++) {
      FLEET.write(
          "tenants/%s/overlays/prod/many/%d.yaml".formatted(ACME, i), configMap(ACME, "m" + i, ""));
    }
    write(ACME, "two");
    FLEET.push("Many");
    awaitValue(ACME, "configmaps/web", "two");
    awaitReady(ACME);
    assertThat(PLANE.kubectl("get", "inventories", "-n", ACME, "-o", "name")).isNotBlank();

    for (int i = 0; i < 120; i++) {
      FLEET.delete("tenants/%s/overlays/prod/many/%d.yaml".formatted(ACME, i));
    }
    String commit = FLEET.push("Few");
    PLANE.kubectl("annotate", "sync", "--all", "-n", ACME, "plumbline.dev/allow-prune=" + commit);
    Await.until("they are pruned", () -> !exists(ACME, "configmaps/m7"));
    awaitReady(ACME);
  }

  private static void repair() {
    take("configmaps/web");
    awaitValue(ACME, "configmaps/web", "two");
    take("secrets/web");
    PLANE.kubectl("annotate", "sync", "--all", "-n", ACME, "plumbline.dev/requested-at=now");
    awaitValue(ACME, "secrets/web", "dHdv");
  }

  private static void leave() {
    PLANE.kubectl("delete", "tenant", ACME, GLOBEX, "-n", HUB, "--timeout=60s");
    assertThat(exists(ACME, "configmaps/web")).isFalse();
    assertThat(exists(ACME, "secrets/web")).isFalse();
    assertThat(exists(GLOBEX, "configmaps/web")).isFalse();
  }

  private static void write(String tenant, String value) {
    FLEET.write(
        "tenants/%s/overlays/prod/web.yaml".formatted(tenant),
        configMap(tenant, "web", value)
            + """
              ---
              apiVersion: v1
              kind: Secret
              metadata: {name: web, namespace: %1$s}
              stringData: {value: "%2$s"}
              ---
              apiVersion: v1
              kind: Service
              metadata: {name: web, namespace: %1$s}
              spec: {selector: {app: web}, ports: [{port: 80}]}
              ---
              apiVersion: apps/v1
              kind: Deployment
              metadata: {name: web, namespace: %1$s}
              spec:
                selector: {matchLabels: {app: web}}
                template:
                  metadata: {labels: {app: web}}
                  spec: {containers: [{name: web, image: "web:%2$s"}]}
              """
                .formatted(tenant, value));
  }

  private static String configMap(String tenant, String name, String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        data: {value: "%s"}
        """
        .formatted(name, tenant, value);
  }

  private static String account(String tenant) {
    return "system:serviceaccount:%s-system:plumbline".formatted(tenant);
  }

  private static void awaitReady(String tenant) {
    Await.until(
        "all Syncs of Tenant %s are Ready".formatted(tenant),
        () ->
            PLANE
                .kubectl("get", "tenant", tenant, "-n", HUB, "-o", "jsonpath={.status.phase}")
                .equals("Ready"));
  }

  private static void take(String object) {
    target.kubectl(
        "patch", object, "-n", ACME, "--type=merge", "-p", "{\"data\":{\"value\":\"dGFrZW4=\"}}");
  }

  private static void awaitValue(String namespace, String object, String value) {
    Await.until(
        "%s in %s holds %s".formatted(object, namespace, value),
        () -> {
          var reply = target.api().get("/api/v1/namespaces/%s/%s".formatted(namespace, object));
          return reply.good() && reply.json().text("data", "value").orElse("").equals(value);
        });
  }

  private static boolean exists(String namespace, String object) {
    return target.api().get("/api/v1/namespaces/%s/%s".formatted(namespace, object)).good();
  }
}
