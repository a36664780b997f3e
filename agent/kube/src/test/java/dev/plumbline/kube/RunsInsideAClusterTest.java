package dev.plumbline.kube;

import static dev.plumbline.kube.Live.PLANE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ManualClock;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunsInsideAClusterTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "KUBERNETES_SERVICE_HOST",
          "127.0.0.1",
          "KUBERNETES_SERVICE_PORT",
          Integer.toString(URI.create(PLANE.server()).getPort()));

  @TempDir private Path mounted;

  private final String namespace = PLANE.namespace("pod");
  private final ManualClock clock = new ManualClock();

  @BeforeEach
  void mount() throws IOException {
    var config = (MapNode) Manifests.read(PLANE.kubeconfig(), "kubeconfig").getFirst();
    var cluster = (MapNode) config.list("clusters").getFirst();
    var authority = cluster.text("cluster", "certificate-authority-data").orElseThrow();
    Files.write(mounted.resolve("ca.crt"), Base64.getDecoder().decode(authority));
    token("default");
  }

  @Test
  void as_the_service_account_of_the_pod() throws Exception {
    assertThat(whoAmI(transport())).isEqualTo("system:serviceaccount:" + namespace + ":default");
  }

  @Test
  void and_reads_its_token_again_when_it_was_renewed() throws Exception {
    var transport = transport();
    whoAmI(transport);
    PLANE
        .api()
        .created(
            "/api/v1/namespaces/%s/serviceaccounts".formatted(namespace),
            "{\"metadata\": {\"name\": \"renewed\"}}");
    token("renewed");

    assertThat(whoAmI(transport)).endsWith(":default");
    clock.advance(Duration.ofSeconds(61));
    assertThat(whoAmI(transport)).endsWith(":renewed");
  }

  @Test
  void and_at_once_when_the_server_does_not_accept_it() throws Exception {
    Files.writeString(mounted.resolve("token"), "expired");
    var transport = transport();
    assertThat(send(transport))
        .isInstanceOfSatisfying(
            Reply.Answered.class, answered -> assertThat(answered.code()).isEqualTo(401));

    token("default");

    assertThat(whoAmI(transport)).endsWith(":default");
  }

  @Test
  void or_says_that_it_does_not() {
    assertThatThrownBy(() -> InCluster.endpoint(Map.of(), mounted, clock))
        .hasMessage(
            "not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set");
  }

  private Transport transport() throws IOException {
    var endpoint = InCluster.endpoint(ENVIRONMENT, mounted, clock);
    return new Transport(endpoint, new HttpClients(), Clock.system(), Metrics.none());
  }

  private static Reply send(Transport transport) {
    var review =
        new Call.Body(
            Call.JSON,
            "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"SelfSubjectReview\"}");
    var call =
        new Call(
            "POST",
            "/apis/authentication.k8s.io/v1/selfsubjectreviews",
            Optional.of(review),
            Call.JSON,
            Duration.ofSeconds(10),
            100_000,
            false);
    return transport.send(call, new Caller(new Identity.Agent(), "plumb/test", Fence.open()));
  }

  private static String whoAmI(Transport transport) {
    var answered = (Reply.Answered) send(transport);
    return Live.json(answered.body()).text("status", "userInfo", "username").orElseThrow();
  }

  private void token(String account) throws IOException {
    String path = "/api/v1/namespaces/%s/serviceaccounts/%s".formatted(namespace, account);
    Await.until("the service account is there", () -> PLANE.api().get(path).good());
    var token = PLANE.api().created(path + "/token", "{}").text("status", "token").orElseThrow();
    Files.writeString(mounted.resolve("token"), token + "\n");
  }
}
