package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.yaml.Manifests;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flags of kubectl mean the same to us, on a real server. */
final class ReachesClustersAsKubectlDoesTest {
  @TempDir private Path home;
  private TestHub hub;
  private String token;
  private Path authority;

  @BeforeEach
  void a_target() throws Exception {
    hub = TestHub.in("reached");
    hub.create(TestHub.target("eu-1"));
    var config = (MapNode) Manifests.read(PLANE.kubeconfig(), "kubeconfig").getFirst();
    var cluster = ((MapNode) config.list("clusters").getFirst()).map("cluster").orElseThrow();
    var user = ((MapNode) config.list("users").getFirst()).map("user").orElseThrow();
    token = user.text("token").orElseThrow();
    authority =
        Files.write(
            home.resolve("ca.crt"),
            Base64.getDecoder().decode(cluster.text("certificate-authority-data").orElseThrow()));
  }

  @Test
  void by_flags_alone() {
    assertThat(
            got("--server", PLANE.server(), "--token", token, "--certificate-authority", authority))
        .isEqualTo(ExitCode.GOOD);
  }

  @Test
  void without_a_look_at_the_certificate_only_when_told_so() {
    var checked = ran("--server", PLANE.server(), "--token", token);
    assertThat(checked.code()).isEqualTo(ExitCode.COULD_NOT_FIND_OUT);
    assertThat(checked.err()).contains("not signed by an authority we trust");

    assertThat(got("--server", PLANE.server(), "--token", token, "--insecure-skip-tls-verify"))
        .isEqualTo(ExitCode.GOOD);
  }

  @Test
  void as_somebody_else() {
    var ran = ran("--kubeconfig", PLANE.kubeconfigFile(), "--as", "bob", "--as-group", "release");

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("User \"bob\" cannot list").contains(PLANE.server());
  }

  @Test
  void a_token_that_is_not_taken_is_told_with_what_to_do() {
    var ran =
        ran("--server", PLANE.server(), "--token", "no", "--certificate-authority", authority);

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("not accepted").contains("log in again").hasLineCount(1);
  }

  @Test
  void with_what_else_is_known_of_somebody() {
    PLANE.kubectlWith(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: %1$s}
        rules:
        - {apiGroups: [""], resources: [users], resourceNames: [bob], verbs: [impersonate]}
        - apiGroups: [authentication.k8s.io]
          resources: [userextras/example.com/scopes]
          resourceNames: [view, edit]
          verbs: [impersonate]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: %1$s}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
        subjects: [{kind: ServiceAccount, name: default, namespace: %1$s}]
        """
            .formatted(hub.namespace()),
        "create",
        "-f",
        "-");
    String own = PLANE.kubectl("create", "token", "default", "-n", hub.namespace()).strip();
    Object[] as = {
      "--server", PLANE.server(), "--token", own, "--certificate-authority", authority, "--as=bob"
    };

    Await.until(
        "he may act as bob of some scopes",
        () ->
            ran(
                    as,
                    "--as-user-extra=example.com/scopes=view",
                    "--as-user-extra",
                    "example.com/scopes=edit")
                .err()
                .contains("User \"bob\" cannot list"));
    assertThat(ran(as, "--as-user-extra", "example.com/scopes=admin").err())
        .contains("cannot impersonate resource \"userextras/example.com/scopes\"");
    assertThat(ran(as, "--as-user-extra", "scopes").err()).contains("'scopes' is not KEY=VALUE");
  }

  @Test
  void with_a_password_that_nobody_sees_again() {
    var ran =
        ran(
            "--server",
            PLANE.server(),
            "--username=alice",
            "--password",
            "hunter2",
            "--certificate-authority",
            authority,
            "-v");

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err())
        .as("an API server takes no passwords")
        .contains("system:anonymous")
        .doesNotContain("hunter2");
    assertThat(ran("--server", PLANE.server(), "--password", "hunter2"))
        .isEqualTo(new Ran(ExitCode.USAGE, "", "plumb: --password needs --username%n".formatted()));
    assertThat(ran("--server", PLANE.server(), "--username=a", "--token=hunter2"))
        .isEqualTo(
            new Ran(
                ExitCode.USAGE,
                "",
                "plumb: --token and --username exclude each other%n".formatted()));
  }

  @Test
  void by_a_password_where_a_proxy_asks_for_one() throws Exception {
    var proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var seen = new LinkedBlockingQueue<String>();
    proxy.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] none = "{\"kind\": \"TargetList\", \"items\": []}".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, none.length);
          exchange.getResponseBody().write(none);
          exchange.close();
        });
    proxy.start();
    try {
      String server = "http://127.0.0.1:" + proxy.getAddress().getPort();
      assertThat(ran("-s", server, "--username", "alice", "--password=s3cret").code()).isZero();
      assertThat(seen.take()).isEqualTo("Basic YWxpY2U6czNjcmV0");

      Path config =
          Files.writeString(
              home.resolve("config"),
              """
              current-context: c
              contexts: [{name: c, context: {cluster: c, user: u}}]
              clusters: [{name: c, cluster: {server: "%s"}}]
              users: [{name: u, user: {username: alice, password: other}}]
              """
                  .formatted(server));
      assertThat(ran("--kubeconfig", config, "--password", "s3cret").code()).isZero();
      assertThat(seen.take()).isEqualTo("Basic YWxpY2U6czNjcmV0");
    } finally {
      proxy.stop(0);
    }
  }

  private int got(Object... flags) {
    var ran = ran(flags);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("eu-1");
    return ran.code();
  }

  private Ran ran(Object[] flags, String... more) {
    return ran(Stream.concat(Stream.of(flags), Stream.of(more)).toArray());
  }

  private Ran ran(Object... flags) {
    var words = new Object[flags.length + 4];
    words[0] = "get";
    words[1] = "targets";
    words[2] = "-n";
    words[3] = hub.namespace();
    System.arraycopy(flags, 0, words, 4, flags.length);
    return Ran.plumb(words);
  }
}
