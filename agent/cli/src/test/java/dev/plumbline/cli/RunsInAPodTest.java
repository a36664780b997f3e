package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without any kubeconfig a Pod's service account is used, as kubectl does it; a real token. */
final class RunsInAPodTest {
  @TempDir private Path mounted;
  @TempDir private Path home;
  private final String namespace = PLANE.namespace("pod");
  private Map<String, String> environment;

  @BeforeEach
  void an_account() throws IOException {
    var config = (MapNode) Manifests.read(PLANE.kubeconfig(), "kubeconfig").getFirst();
    var cluster = ((MapNode) config.list("clusters").getFirst()).map("cluster").orElseThrow();
    Files.write(
        mounted.resolve("ca.crt"),
        Base64.getDecoder().decode(cluster.text("certificate-authority-data").orElseThrow()));
    String account = "/api/v1/namespaces/%s/serviceaccounts/default".formatted(namespace);
    Await.until("the account is there", () -> PLANE.api().get(account).good());
    var issued = PLANE.api().created(account + "/token", "{}");
    Files.writeString(
        mounted.resolve("token"), issued.text("status", "token").orElseThrow() + "\n");
    Files.writeString(mounted.resolve("namespace"), namespace);
    environment =
        new HashMap<>(
            Map.of(
                "HOME",
                home.toString(),
                "KUBERNETES_SERVICE_HOST",
                "127.0.0.1",
                "KUBERNETES_SERVICE_PORT",
                Integer.toString(URI.create(PLANE.server()).getPort())));
  }

  @Test
  void as_its_account_and_in_its_namespace() throws IOException {
    try (var session = open(new ClusterFlags())) {
      assertThat(session.connection().questions().whoAmI())
          .isEqualTo("system:serviceaccount:%s:default".formatted(namespace));
      assertThat(new HubFlags().in(session).likely()).isEqualTo(namespace);
    }
  }

  @Test
  void as_whom_it_may_act_as() throws IOException {
    var flags = new ClusterFlags();
    flags.as = "alice";

    try (var session = open(flags)) {
      assertThatThrownBy(() -> session.connection().questions().whoAmI())
          .hasMessageContaining("system:serviceaccount:%s:default".formatted(namespace))
          .hasMessageContaining("cannot impersonate");
    }
  }

  @Test
  void but_not_where_there_is_a_kubeconfig() throws IOException {
    environment.put("KUBECONFIG", PLANE.kubeconfigFile().toString());

    try (var session = open(new ClusterFlags())) {
      assertThat(session.namespace()).isEmpty();
      assertThat(new HubFlags().in(session).likely()).isEqualTo(HubFlags.HOME);
      assertThat(session.connection().questions().whoAmI()).doesNotContain("serviceaccount");
    }
  }

  @Test
  void nor_where_a_flag_asks_for_something_in_one() {
    var flags = new ClusterFlags();
    flags.context = "eu";

    assertThatThrownBy(() -> open(flags)).hasMessageContaining("no kubeconfig");
  }

  @Test
  void nor_without_a_token() throws IOException {
    Files.delete(mounted.resolve("token"));

    assertThatThrownBy(() -> open(new ClusterFlags()))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("no kubeconfig: " + home);
  }

  private Session open(ClusterFlags flags) throws IOException {
    return Session.open(flags, new Surroundings(environment, mounted));
  }
}
