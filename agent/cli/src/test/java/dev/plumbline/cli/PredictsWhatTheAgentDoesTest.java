package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plumb diff} judges by the rules of the agent that delivered: bounds, budgets, owners. */
final class PredictsWhatTheAgentDoesTest {
  @TempDir private Path folder;
  private TestFleet fleet;
  private String app;

  @BeforeEach
  void deployed() throws Exception {
    fleet = TestFleet.in("foreseen");
    app = PLANE.namespace("app");
    fleet
        .repository()
        .write("web/a.yaml", configMap("a", "k: v"))
        .write("web/b.yaml", configMap("b", "k: v"))
        .push("First");
    fleet.deliver().awaitPhase("Ready");
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void prunes_beyond_the_budget_and_how_to_allow_them() throws Exception {
    set("{\"spec\": {\"prune\": {\"budget\": 0}}}");
    files("web/a.yaml", configMap("a", "k: v"));

    assertThat(diff("web"))
        .isEqualTo(
            new Ran(
                ExitCode.REFUSED,
                """
                - v1/ConfigMap %s/b   (prune, beyond the budget)
                1 to prune
                PruneBudgetExceeded: it would delete 1 objects, 0 are allowed at once. Nothing \
                would be delivered until the Sync is annotated with plumbline.dev/allow-prune: \
                <commit>
                """
                    .formatted(app),
                ""));
  }

  @Test
  void the_bounds_of_the_tenant() throws Exception {
    ofTenant("prune: {enabled: false}");
    files(
        "web/a.yaml", configMap("a", "k: v"), "web/c.yaml", configMap("kube-system", "c", "k: v"));

    var ran = diff("web");

    assertThat(ran.out())
        .contains(
            "  v1/ConfigMap %s/b   (not wanted any more, and stays: pruning is off)".formatted(app))
        .contains("! v1/ConfigMap kube-system/c: web/c.yaml:1: Tenant acme may deliver into")
        .endsWith("1 refused\n");
  }

  @Test
  void the_smaller_of_both_budgets() throws Exception {
    ofTenant("prune: {budget: 0}");
    files("web/a.yaml", configMap("a", "k: v"));

    assertThat(diff("web").out())
        .contains("(prune, beyond the budget)")
        .contains("it would delete 1 objects, 0 are allowed at once");
  }

  @Test
  void fields_of_others_that_are_not_taken() throws Exception {
    set("{\"spec\": {\"conflicts\": \"Fail\"}}");
    files("web/a.yaml", configMap("a", "k: w"), "web/b.yaml", configMap("b", "k: v"));
    assertThat(diff("web").out()).startsWith("~ v1/ConfigMap %s/a".formatted(app));

    PLANE.kubectl(
        "patch", "configmap", "a", "-n", app, "--type=merge", "--patch={\"data\": {\"k\": \"x\"}}");

    assertThat(diff("web").out())
        .startsWith("! v1/ConfigMap %s/a: web/a.yaml:1: ".formatted(app))
        .contains("kubectl-patch")
        .endsWith("1 refused\n");
    set("{\"spec\": {\"conflicts\": \"Force\"}}");
    assertThat(diff("web").out()).startsWith("~ v1/ConfigMap %s/a".formatted(app));
  }

  @Test
  void what_belongs_to_others() throws Exception {
    fleet.hub().create(TestHub.sync("other", "local").replace("path: web", "path: other"));
    PLANE.kubectl("create", "configmap", "theirs", "-n", app, "--from-literal=k=theirs");
    PLANE.kubectl("create", "configmap", "elsewhere", "-n", app);
    PLANE.kubectl("label", "configmap", "elsewhere", "-n", app, "plumbline.dev/hub=another");
    files(
        "web/a.yaml", configMap("a", "k: v"),
        "other/a.yaml", configMap("a", "k: v"),
        "other/theirs.yaml", configMap("theirs", "k: v"),
        "other/elsewhere.yaml", configMap("elsewhere", "k: v"));

    var ran = diff("other");

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out())
        .contains(
            "! v1/ConfigMap %s/a: other/a.yaml:1: it exists already and belongs to Sync %s/web"
                .formatted(app, fleet.hub().namespace()))
        .contains("it exists already and belongs to another installation of Plumbline (another)")
        .contains("other/theirs.yaml:1: it exists already and belongs to kubectl-create")
        .endsWith("3 refused\n");
    set("other", "{\"spec\": {\"adopt\": \"All\"}}");
    assertThat(diff("other").out())
        .contains("~ v1/ConfigMap %s/theirs".formatted(app))
        .endsWith("1 to change, 2 refused\n");
  }

  @Test
  void what_moves_to_another_sync() throws Exception {
    fleet.hub().create(TestHub.sync("other", "local").replace("path: web", "path: other"));
    files("web/a.yaml", configMap("a", "k: v"), "other/b.yaml", configMap("b", "k: v"));

    assertThat(diff("web"))
        .isEqualTo(
            new Ran(
                ExitCode.GOOD,
                ("  v1/ConfigMap %s/b   (not wanted any more, and stays: it waits for Sync %s/other"
                        + " to take it over)%n")
                    .formatted(app, fleet.hub().namespace()),
                ""));
    assertThat(diff("other")).isEqualTo(new Ran(ExitCode.GOOD, "", ""));
  }

  private void ofTenant(String bounds) {
    fleet
        .hub()
        .create(
            """
            apiVersion: plumbline.dev/v1alpha1
            kind: Tenant
            metadata: {name: acme}
            spec:
              repositoryRef: {name: fleet}
              environments: [dev]
              namespaces: ["%s"]
              serviceAccount: {namespace: %s, name: nobody}
              %s
            """
                .formatted(app, app, bounds));
    set("{\"spec\": {\"tenantRef\": {\"name\": \"acme\"}}}");
    Await.until(
        "the agent has seen it",
        () ->
            !fleet.hub().object("syncs", "web").text("status", "phase").orElse("").equals("Ready"));
  }

  private void set(String patch) {
    set("web", patch);
  }

  private void set(String sync, String patch) {
    PLANE.kubectl(
        "patch", "sync", sync, "-n", fleet.hub().namespace(), "--type=merge", "--patch=" + patch);
  }

  private Ran diff(String sync) {
    return fleet.plumb("diff", sync, "--files", folder);
  }

  private void files(String... filesAndContents) throws Exception {
    fleet.files(folder, filesAndContents);
  }

  private String configMap(String name, String data) {
    return configMap(app, name, data);
  }

  private static String configMap(String namespace, String name, String data) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        data: {%s}
        """
        .formatted(name, namespace, data);
  }
}
