package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plumb diff} of files on this machine and what a real agent delivered. */
final class TellsDifferencesTest {
  @TempDir private Path folder;
  private TestFleet fleet;
  private String app;

  @BeforeEach
  void deployed() throws Exception {
    fleet = TestFleet.in("compared");
    app = PLANE.namespace("app");
    fleet.repository().write("web/web.yaml", deployment("1.27.2") + secret("old")).push("First");
    fleet.repository().write("web/more.yaml", configMap("settings", "a: b")).push("More");
    fleet.deliver().awaitPhase("Ready");
    files(deployment("1.27.2") + secret("old"), configMap("settings", "a: b"));
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  @Test
  void nothing_where_nothing_would_change() {
    assertThat(diff("web", "--files", folder)).isEqualTo(new Ran(ExitCode.GOOD, "", ""));
    assertThat(diff("sync/web", "--files", folder)).isEqualTo(new Ran(ExitCode.GOOD, "", ""));
    assertThat(diff("sync.plumbline.dev/web", "--files", folder))
        .isEqualTo(new Ran(ExitCode.GOOD, "", ""));
    assertThat(diff(folder.resolve("web"), "--target", "local"))
        .isEqualTo(new Ran(ExitCode.GOOD, "", ""));
    assertThat(diff(folder.resolve("web"))).isEqualTo(new Ran(ExitCode.GOOD, "", ""));
  }

  @Test
  void field_by_field_with_what_is_new_and_what_goes() throws Exception {
    files(deployment("1.27.3") + secret("old"), configMap("renamed", "a: b"));

    var ran = diff("web", "--files", folder);

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out())
        .isEqualTo(
            """
            + v1/ConfigMap %1$s/renamed
            ~ apps/Deployment %1$s/web
                spec.template.spec.containers[name=web].image
              -   nginx:1.27.2
              +   nginx:1.27.3
            - v1/ConfigMap %1$s/settings   (prune)
            1 to change, 1 to create, 1 to prune
            """
                .formatted(app));
    assertThat(diff(folder.resolve("web"), "--target", "local").out()).isEqualTo(ran.out());
    assertThat(PLANE.kubectl("get", "configmap", "settings", "-n", app, "-o", "name"))
        .as("nothing was touched")
        .contains("settings");
  }

  @Test
  void without_what_is_secret() throws Exception {
    files(deployment("1.27.2") + secret("new"), configMap("settings", "a: b"));

    var ran = diff("web", "--files", folder);

    assertThat(ran.out())
        .isEqualTo(
            """
            ~ v1/Secret %s/login
                data.password
              -   *** (before)
              +   *** (after)
            1 to change
            """
                .formatted(app));
  }

  @Test
  void what_the_server_refuses_with_its_place() throws Exception {
    files(
        deployment("1.27.2").replace("containers:", "contaners:") + secret("old"),
        configMap("settings", "a: b"));

    var ran = diff("web", "--files", folder);

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out())
        .startsWith("! apps/Deployment %s/web: web/web.yaml:1: ".formatted(app))
        .contains("contaners")
        .endsWith("1 refused\n");
  }

  @Test
  void what_the_settings_would_keep() throws Exception {
    PLANE.kubectl(
        "patch",
        "sync",
        "web",
        "-n",
        fleet.hub().namespace(),
        "--type=merge",
        "--patch={\"spec\": {\"prune\": {\"enabled\": false}}}");
    Files.delete(folder.resolve("web/more.yaml"));

    assertThat(diff("web", "--files", folder))
        .isEqualTo(
            new Ran(
                ExitCode.GOOD,
                "  v1/ConfigMap %s/settings   (not wanted any more, and stays: pruning is off)%n"
                    .formatted(app),
                ""));
  }

  @Test
  void what_the_sync_itself_changes_is_no_difference() {
    PLANE.kubectl(
        "patch",
        "sync",
        "web",
        "-n",
        fleet.hub().namespace(),
        "--type=merge",
        "--patch={\"spec\": {\"images\": [{\"name\": \"nginx\", \"newTag\": \"1.28\"}],"
            + " \"commonMetadata\": {\"labels\": {\"team\": \"web\"}}}}");
    Await.until(
        "the Sync's own image is live",
        () ->
            PLANE
                .kubectl(
                    "get", "deploy", "web", "-n", app, "-o", "jsonpath={..containers[0].image}")
                .equals("nginx:1.28"));

    assertThat(diff("web", "--files", folder)).isEqualTo(new Ran(ExitCode.GOOD, "", ""));
    assertThat(diff(folder.resolve("web")).out()).contains("nginx:1.27.2");
  }

  @Test
  void nothing_that_one_may_not_find_out() {
    var ran = diff(folder.resolve("web"), "--as", "nobody-of-ours");

    assertThat(ran.code()).isEqualTo(ExitCode.COULD_NOT_FIND_OUT);
    assertThat(ran.err()).contains("you may not find out").contains("nobody-of-ours");
  }

  @Test
  void and_says_where_files_and_clusters_come_from() throws Exception {
    var otherwise =
        TestHub.target("elsewhere").replace("inCluster: true", "kubeconfigRef: {name: x}");
    fleet.hub().create(otherwise);

    assertThat(diff(folder.resolve("web"), "--target", "elsewhere").err())
        .contains("no Sync delivers")
        .contains("your kubeconfig has no context 'elsewhere'")
        .contains("--target-context");
    assertThat(diff("web", "--target", "local").code()).isEqualTo(ExitCode.USAGE);
    assertThat(diff("web/nothing", "--files", folder))
        .isEqualTo(
            new Ran(
                ExitCode.USAGE,
                "",
                "plumb: 'web/nothing' is no Sync; NAME or sync/NAME is expected%n".formatted()));
    assertThat(diff("web", "--files", "/").err()).contains("no Git work tree");
  }

  @Test
  void another_cluster_under_the_targets_name_is_refused() {
    String context =
        PLANE
            .kubectl("config", "current-context", "--kubeconfig", PLANE.kubeconfigFile().toString())
            .strip();
    fleet
        .hub()
        .create(TestHub.target("moved").replace("inCluster: true", "kubeconfigRef: {name: x}"));
    fleet.hub().status("target", "moved", "{\"identity\": \"another\"}");

    assertThat(diff(folder.resolve("web"), "--target", "moved", "--target-context", context).err())
        .contains("is another cluster than Target moved");
  }

  private Ran diff(Object... arguments) {
    return fleet.plumb("diff", arguments);
  }

  private void files(String web, String more) throws Exception {
    fleet.files(folder, "web/web.yaml", web, "web/more.yaml", more);
  }

  private String deployment(String version) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: %s}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: web, image: "nginx:%s"}]
        ---
        """
        .formatted(app, version);
  }

  private String secret(String password) {
    return """
        apiVersion: v1
        kind: Secret
        metadata: {name: login, namespace: %s}
        stringData: {user: alice, password: %s}
        """
        .formatted(app, password);
  }

  private String configMap(String name, String data) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        data: {%s}
        """
        .formatted(name, app, data);
  }
}
