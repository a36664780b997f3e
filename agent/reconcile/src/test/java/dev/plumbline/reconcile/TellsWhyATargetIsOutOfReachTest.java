package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.testkit.GitServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every target here is mended in the end, and its Sync goes live without a restart. */
final class TellsWhyATargetIsOutOfReachTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    app = new Objects(PLANE, "app");
    fleet.repository().write("README.md", "fleet").push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void a_kubeconfig_with_a_command_is_refused_and_the_command_not_run() {
    String exec =
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "%s"}}]
        users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: touch, args: [/tmp/%s]}}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """
            .formatted(PLANE.server(), fleet.namespace());
    delivered("exec", exec.getBytes(StandardCharsets.UTF_8));

    assertThat(fleet.awaitReason("exec", "KubeconfigRefused"))
        .startsWith("kubeconfig of Target exec: ")
        .contains("exec");
    assertThat(Path.of("/tmp", fleet.namespace())).doesNotExist();
    mended("exec");
  }

  @Test
  void a_wrong_authority_is_told() {
    String other =
        new String(PLANE.kubeconfig(), StandardCharsets.UTF_8)
            .replaceFirst(
                "certificate-authority-data: \\S+",
                "certificate-authority-data: " + anotherAuthority());
    delivered("authority", other.getBytes(StandardCharsets.UTF_8));

    assertThat(fleet.awaitReason("authority", "TargetUnreachable"))
        .isEqualTo(
            "cluster authority does not answer: could not reach %s: its certificate is not signed"
                    .formatted(PLANE.server())
                + " by an authority we trust");
    mended("authority");
  }

  @Test
  void a_secret_that_is_missing_is_named() {
    fleet.apply(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Target
        metadata: {name: bare}
        spec: {kubeconfigRef: {name: bare-kubeconfig}}
        """);
    pushed("bare");

    assertThat(fleet.awaitReason("bare", "KubeconfigRefused"))
        .isEqualTo("Secret %s/bare-kubeconfig does not exist".formatted(fleet.namespace()));
    mended("bare");
  }

  @Test
  void a_target_that_does_not_exist_is_named_and_used_as_soon_as_it_does() {
    pushed("later");

    assertThat(fleet.awaitReason("later", "TargetNotFound"))
        .isEqualTo("Target later does not exist");
    mended("later");
  }

  @Test
  void a_target_that_is_deleted_leaves_its_syncs_waiting_and_its_objects_alone() {
    delivered("gone", PLANE.kubeconfig());
    fleet.awaitPhase("gone", "Ready");

    PLANE.kubectl("delete", "target", "gone", "-n", fleet.namespace());

    fleet.awaitReason("gone", "TargetNotFound");
    assertThat(app.value("gone")).isEqualTo("1");
    mended("gone");
  }

  @Test
  void credentials_that_were_revoked_are_told_and_new_ones_taken_up_without_a_touch() {
    String account = ControlPlane.unique("rotated");
    byte[] first = kubeconfigOf(account);
    delivered("rotated", first);
    fleet.awaitPhase("rotated", "Ready");

    PLANE.kubectl("delete", "serviceaccount", account, "-n", fleet.namespace());
    Await.until("the old token is worth nothing", () -> isRefused(first));
    fleet.repository().write("rotated/a.yaml", app.configMap("rotated", "2")).push("Rotated");

    assertThat(fleet.awaitReason("rotated", "TargetUnauthorized"))
        .isEqualTo(
            "cluster rotated refuses the credentials of Secret %s/rotated-kubeconfig: they may"
                    .formatted(fleet.namespace())
                + " have expired or been revoked");
    assertThat(fleet.object("targets", "rotated").text("status", "reachable")).hasValue("true");
    fleet.target("rotated", kubeconfigOf(account));
    app.awaitValue("rotated", "2");
    fleet.awaitPhase("rotated", "Ready");
  }

  @Test
  void credentials_without_the_rights_are_told_by_what_they_lack() {
    String account = ControlPlane.unique("powerless");
    PLANE.kubectl("create", "serviceaccount", account, "-n", fleet.namespace());

    delivered("powerless", kubeconfigWith(account));

    assertThat(fleet.awaitReason("powerless", "TargetForbidden"))
        .startsWith("cluster powerless does not let the agent look at it: ")
        .contains("kube-system", account);
    mended("powerless");
  }

  private static boolean isRefused(byte[] kubeconfig) throws IOException {
    Path file = Files.createTempFile("old", ".kubeconfig");
    try {
      Files.write(file, kubeconfig);
      PLANE.kubectl("--kubeconfig", file.toString(), "auth", "whoami");
      return false;
    } catch (IllegalStateException e) {
      return true;
    } finally {
      Files.delete(file);
    }
  }

  /** Of a service account that is made if need be, and may do everything. */
  private static byte[] kubeconfigOf(String account) {
    PLANE.kubectlWith(
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: %1$s, namespace: %2$s}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: %1$s}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
        subjects:
        - {kind: ServiceAccount, name: %1$s, namespace: %2$s}
        """
            .formatted(account, fleet.namespace()),
        "apply",
        "-f",
        "-");
    return kubeconfigWith(account);
  }

  private static byte[] kubeconfigWith(String account) {
    String token = PLANE.kubectl("create", "token", account, "-n", fleet.namespace()).strip();
    String kubeconfig = new String(PLANE.kubeconfig(), StandardCharsets.UTF_8);
    return kubeconfig
        .replaceAll("token: [^}\\s]+", "token: " + token)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_suspended_target_is_left_alone() {
    delivered("paused", PLANE.kubeconfig());
    fleet.awaitPhase("paused", "Ready");

    suspend(true);

    fleet.awaitPhase("paused", "Suspended");
    assertThat(fleet.message("paused")).isEqualTo("Target paused is suspended");
    fleet.repository().write("paused/a.yaml", app.configMap("paused", "2")).push("While paused");
    Await.until(
        "the push is known",
        () ->
            fleet
                .object("repositories", "fleet")
                .text("status", "observed", "main", "commit")
                .orElse("")
                .equals(fleet.repository().head()));
    assertThat(app.value("paused")).isEqualTo("1");

    suspend(false);
    app.awaitValue("paused", "2");
    fleet.awaitPhase("paused", "Ready");
  }

  @Test
  void a_target_that_accepts_and_never_answers_holds_up_nobody_else() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String kubeconfig =
          new String(PLANE.kubeconfig(), StandardCharsets.UTF_8)
              .replace(PLANE.server(), "http://127.0.0.1:" + silent.getLocalPort());
      delivered("silent", kubeconfig.getBytes(StandardCharsets.UTF_8));

      delivered("lively", PLANE.kubeconfig());

      fleet.awaitPhase("lively", "Ready");
      assertThat(fleet.status("silent").text("phase")).isNotEqualTo(Optional.of("Ready"));
    }
    mended("silent");
  }

  private static void suspend(boolean suspended) {
    PLANE.kubectl(
        "patch",
        "target",
        "paused",
        "-n",
        fleet.namespace(),
        "--type=merge",
        "-p",
        "{\"spec\":{\"suspend\":%s}}".formatted(suspended));
  }

  private static void pushed(String name) {
    fleet.repository().write(name + "/a.yaml", app.configMap(name, "1")).push(name);
    fleet.sync(name, "fleet", name, name, "");
  }

  private static void delivered(String name, byte[] kubeconfig) {
    fleet.target(name, kubeconfig);
    pushed(name);
  }

  // Nobody tells us that a Secret changed; a touch of the Target asks for a look at once.
  private static void mended(String name) {
    fleet.target(name, PLANE.kubeconfig());
    PLANE.kubectl(
        "annotate",
        "target",
        name,
        "-n",
        fleet.namespace(),
        "--overwrite",
        "plumbline.dev/requested-at=now");
    fleet.awaitPhase(name, "Ready");
    app.awaitValue(name, "1");
    assertThat(fleet.object("targets", name).text("status", "phase")).hasValue("Ready");
  }

  /** A certificate of nobody; any will do. */
  private static String anotherAuthority() {
    try (var server = GitServer.start(GitServer.Access.FREE.overTls())) {
      return Base64.getEncoder().encodeToString(Files.readAllBytes(server.authority()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
