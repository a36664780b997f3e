package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody of a Tenant: may edit in the Tenant's hubNamespace, and read nothing of the agent's. */
final class WorksWhereOnlyTheTenantIsSeenTest {
  private static final String PEOPLE =
      Path.of("../../manifests/install/people.yaml").toAbsolutePath().toString();

  @TempDir private Path folder;
  private final String alice = ControlPlane.unique("alice");
  private final String target = ControlPlane.unique("eu");
  private TestHub hub;
  private String app;

  @BeforeEach
  void syncs_here_and_the_rest_elsewhere() {
    hub = TestHub.in("acme");
    app = PLANE.namespace("app");
    PLANE.kubectl("apply", "--server-side", "--force-conflicts", "-f", PEOPLE);
    PLANE.kubectlWith(
        "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(HubFlags.HOME),
        "apply",
        "--server-side",
        "--force-conflicts",
        "-f",
        "-");
    PLANE.kubectlWith(
        TestHub.target(target).replace("env: prod", "of: nobody") + TestHub.repository(target),
        "create",
        "-n",
        HubFlags.HOME,
        "-f",
        "-");
    hub.create(TestHub.sync("web", target).replace("name: fleet", "name: " + target));
    for (String role : List.of("plumbline-view", "plumbline-edit")) {
      allow(role, hub.namespace());
    }
    allow("edit", app);
    Await.until("alice may", () -> plumb("get", "web").code() == 0);
    Await.until("alice may edit", () -> plumb("suspend", "web").code() == 0);
    assertThat(plumb("resume", "web").code()).isZero();
  }

  @AfterEach
  void take_away() {
    PLANE.kubectl("delete", "target,repository", target, "-n", HubFlags.HOME);
  }

  @Test
  void sync_asks_the_sync_and_says_what_it_could_not() {
    var ran = plumb("sync", "web");

    assertThat(ran.code()).isZero();
    assertThat(ran.out()).isEqualTo("Sync web was asked to look now%n".formatted());
    assertThat(ran.err())
        .hasLineCount(1)
        .startsWith(
            "the repository is not asked to look: you may not read Repository " + target + ": ");
    assertThat(
            hub.object("syncs", "web")
                .text("metadata", "annotations", "plumbline.dev/requested-at"))
        .isPresent();
  }

  @Test
  void tree_goes_by_the_context_it_is_given() {
    var ran = plumb("tree", "web", "--target-context", context());

    assertThat(ran.err())
        .hasLineCount(1)
        .startsWith(
            "not checked whether context %s is Target %s: you may not read Target"
                .formatted(context(), target));
    assertThat(ran.out()).startsWith("web → " + target);
    assertThat(ran.code()).isZero();
  }

  @Test
  void and_diff_too() throws Exception {
    files();

    var ran = plumb("diff", "web", "--files", folder, "--target-context", context());

    assertThat(ran.out()).isEqualTo("+ v1/ConfigMap %s/a%n1 to create%n".formatted(app));
    assertThat(ran.err()).hasLineCount(1).startsWith("not checked whether context");
    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    var directory = folder.resolve("web");
    assertThat(plumb("diff", directory, "--target", target, "--target-context", context()))
        .isEqualTo(ran);
  }

  @Test
  void and_without_one_they_say_what_is_missing() throws Exception {
    files();

    assertThat(List.of(plumb("tree", "web"), plumb("diff", "web", "--files", folder)))
        .allSatisfy(
            ran -> {
              assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
              assertThat(ran.err())
                  .startsWith("plumb: you may not read Target " + target)
                  .contains("your kubeconfig has no context '%s'".formatted(target))
                  .contains("--target-context");
            });
  }

  private void files() throws Exception {
    Files.createDirectories(folder.resolve(".git"));
    Files.createDirectories(folder.resolve("web"));
    Files.writeString(
        folder.resolve("web/a.yaml"),
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: %s}}".formatted(app));
  }

  private void allow(String role, String namespace) {
    PLANE.kubectl(
        "create", "rolebinding", role, "--clusterrole=" + role, "--user=" + alice, "-n", namespace);
  }

  private static String context() {
    return PLANE
        .kubectl("config", "current-context", "--kubeconfig", PLANE.kubeconfigFile().toString())
        .strip();
  }

  private Ran plumb(String command, Object... arguments) {
    var words = new ArrayList<Object>(List.of(arguments));
    words.addAll(List.of("--as", alice));
    return hub.plumb(command, words.toArray());
  }
}
