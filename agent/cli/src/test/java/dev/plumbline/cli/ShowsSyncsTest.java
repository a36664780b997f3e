package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code plumb get} shows what a real hub says. */
final class ShowsSyncsTest {
  private TestHub hub;

  @BeforeEach
  void two_syncs() {
    hub = TestHub.in("shown");
    hub.create(TestHub.sync("acme-prod", "eu-1") + TestHub.sync("globex-prod", "us-1"));
    hub.status(
        "sync",
        "acme-prod",
        """
        {"phase": "Ready",
         "revision": {"applied": "main@sha1:9f31c2e000000000000000000000000000000000",
                      "brief": "main@9f31c2e", "verifiedBy": "ssh:alice@acme.com"},
         "objects": {"total": 24, "ready": 24, "drifted": 0, "blocked": 0, "summary": "24/24"}}
        """);
    hub.status(
        "sync",
        "globex-prod",
        """
        {"phase": "Degraded",
         "objects": {"total": 18, "ready": 17, "drifted": 0, "blocked": 1, "summary": "17/18"},
         "conditions": [{"type": "Ready", "status": "False", "reason": "Degraded",
           "message": "1 of 3 replicas ready", "lastTransitionTime": "2026-11-30T00:00:00Z"}],
         "blocked": [{"object": "apps/Deployment web/api", "reason": "Invalid",
           "message": "unknown field \\"contaners\\""}]}
        """);
  }

  @Test
  void in_a_table_with_what_is_wrong_below() {
    var ran = hub.plumb("get");

    assertThat(ran.code()).isZero();
    assertThat(ran.out().replaceAll("\\d+s", "AGE"))
        .isEqualTo(
            """
            SYNC          TARGET   REVISION       STATUS     OBJECTS   SIGNED BY            AGE
            acme-prod     eu-1     main@9f31c2e   Ready      24/24     ssh:alice@acme.com   AGE
            globex-prod   us-1                    Degraded   17/18                          AGE
              └ 1 of 3 replicas ready
              └ apps/Deployment web/api: Invalid: unknown field "contaners"
            """);
  }

  @Test
  void those_that_are_asked_for() {
    assertThat(hub.plumb("get", "acme-prod").out()).contains("acme-prod").doesNotContain("globex");
    assertThat(hub.plumb("get", "syncs", "acme-prod").out()).doesNotContain("globex");
    assertThat(hub.plumb("get", "sync/acme-prod").out()).doesNotContain("globex");
    assertThat(hub.plumb("get", "-l", "of=acme-prod").out()).doesNotContain("globex");
    assertThat(hub.plumb("get", "initech"))
        .isEqualTo(
            new Ran(
                ExitCode.REFUSED,
                "",
                "plumb: no Sync initech in namespace %s%n".formatted(hub.namespace())));
  }

  @Test
  void of_all_namespaces() {
    assertThat(hub.plumb("get", "--all-namespaces").out())
        .startsWith("NAMESPACE ")
        .containsPattern("(?m)^" + hub.namespace() + " +acme-prod ");
  }

  @Test
  void as_json_yaml_and_names_for_machines() {
    assertThat(hub.plumb("get", "-o", "json").out())
        .startsWith("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{\"apiVersion\":")
        .doesNotContain("managedFields")
        .hasLineCount(1);
    assertThat(hub.plumb("get", "acme-prod", "-o", "yaml").out())
        .startsWith("apiVersion: plumbline.dev/v1alpha1\nkind: Sync\n")
        .contains("\n  phase: Ready\n");
    assertThat(hub.plumb("get", "-o", "name").out())
        .isEqualTo("sync.plumbline.dev/acme-prod\nsync.plumbline.dev/globex-prod\n");
  }

  @Test
  void wider_for_those_who_want_more() {
    assertThat(hub.plumb("get", "-o", "wide").out())
        .containsPattern("AGE +SOURCE +PATH +DRIFTED +LAST RUN\n")
        .containsPattern("acme-prod .* fleet +web +0\n");
  }

  @Test
  void and_the_other_kinds() {
    hub.create(TestHub.target("eu-1") + TestHub.repository("fleet"));
    hub.status(
        "target", "eu-1", "{\"phase\": \"Ready\", \"version\": \"v1.36.3\", \"reachable\": true}");
    hub.status(
        "repository",
        "fleet",
        """
        {"phase": "Failed", "observed": {"main": {"commit":
          "9f31c2e000000000000000000000000000000000", "at": "2026-11-30T00:00:00Z"}},
         "conditions": [{"type": "Ready", "status": "False", "reason": "Unreachable",
           "message": "no such host", "lastTransitionTime": "2026-11-30T00:00:00Z"}]}
        """);

    assertThat(hub.plumb("get", "targets").out().replaceAll("\\d+s", "AGE"))
        .isEqualTo(
            """
            TARGET   STATUS   SYNCS   VERSION   REACHABLE   AGE
            eu-1     Ready            v1.36.3   true        AGE
            """);
    assertThat(hub.plumb("get", "repo").out())
        .containsPattern("fleet +Failed +https://git.example.com/fleet.git +main@9f31c2e ")
        .endsWith("  └ no such host\n");
    assertThat(hub.plumb("get", "sync/acme-prod", "target/eu-1").code()).isEqualTo(ExitCode.USAGE);
    assertThat(hub.plumb("get", "pod/web"))
        .isEqualTo(
            new Ran(
                ExitCode.USAGE,
                "",
                "plumb: 'pod' is no kind; kinds are %s%n".formatted(ShownKind.words())));
  }

  @Test
  void and_tenants_and_environments() {
    hub.create(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Tenant
        metadata: {name: acme}
        spec:
          repositoryRef: {name: fleet}
          environments: [prod]
          hubNamespace: acme
          namespaces: ["acme-*", "web"]
          serviceAccount: {namespace: acme-system, name: deployer}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Environment
        metadata: {name: prod}
        spec:
          repositoryRef: {name: fleet}
          branch: main
          overlay: overlays/prod
          targets: {matchLabels: {env: prod}}
        """);
    hub.status(
        "tenant",
        "acme",
        """
        {"phase": "Degraded", "directory": "tenants/acme",
         "syncs": {"total": 2, "ready": 1, "failed": 0, "summary": "1/2"},
         "conditions": [{"type": "Ready", "status": "False", "reason": "SyncsNotReady",
           "message": "Sync acme-prod is Blocked", "lastTransitionTime": "2026-11-30T00:00:00Z"}]}
        """);
    hub.status(
        "environment",
        "prod",
        """
        {"phase": "Ready", "targets": {"count": 3},
         "syncs": {"total": 3, "ready": 3, "failed": 0, "summary": "3/3"}}
        """);

    assertThat(hub.plumb("get", "tenants").out().replaceAll("\\d+s", "AGE"))
        .isEqualTo(
            """
            TENANT   STATUS     DIRECTORY      SYNCS   NAMESPACES   AGE
            acme     Degraded   tenants/acme   1/2     acme-*,web   AGE
              └ Sync acme-prod is Blocked
            """);
    assertThat(hub.plumb("get", "tenants", "-o", "wide").out())
        .containsPattern("AGE +SERVICE ACCOUNT +HUB NAMESPACE\n")
        .containsPattern("acme .* deployer +acme\n");
    assertThat(hub.plumb("get", "environments").out().replaceAll("\\d+s", "AGE"))
        .isEqualTo(
            """
            ENVIRONMENT   STATUS   BRANCH   OVERLAY         TARGETS   SYNCS   AGE
            prod          Ready    main     overlays/prod   3         3/3     AGE
            """);
    assertThat(hub.plumb("get", "env", "-o", "wide").out())
        .containsPattern("AGE +SOURCE\n")
        .containsPattern("prod .* fleet\n");
  }

  @Test
  void and_every_one_that_changes_until_it_is_stopped() throws Exception {
    var out = new StringWriter();
    var err = new StringWriter();
    var watching =
        Thread.ofPlatform()
            .start(
                () ->
                    Plumb.run(
                        new PrintWriter(out),
                        new PrintWriter(err, true),
                        "get",
                        "--kubeconfig",
                        PLANE.kubeconfigFile().toString(),
                        "-n",
                        hub.namespace(),
                        "--watch"));
    Await.until("both are shown", () -> out.toString().contains("globex-prod"));

    hub.status(
        "sync", "globex-prod", "{\"phase\": \"Ready\", \"conditions\": [], \"blocked\": []}");

    Await.until(
        "the change is shown",
        () -> out.toString().contains("globex-prod   us-1                    Ready"));
    watching.interrupt();
    watching.join();
    assertThat(out.toString().lines().filter(line -> line.startsWith("acme-prod"))).hasSize(1);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void none_when_there_is_none() {
    var empty = TestHub.in("empty");

    assertThat(empty.plumb("get"))
        .isEqualTo(new Ran(0, "", "no Syncs in namespace %s%n".formatted(empty.namespace())));
  }
}
