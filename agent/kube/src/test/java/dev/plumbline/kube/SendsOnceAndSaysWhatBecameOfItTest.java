package dev.plumbline.kube;

import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.configMap;
import static dev.plumbline.kube.Live.createOnly;
import static dev.plumbline.kube.Live.done;
import static dev.plumbline.kube.Live.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.OperationId;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.FaultProxy;
import dev.plumbline.testkit.FaultProxy.Fault;
import dev.plumbline.testkit.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class SendsOnceAndSaysWhatBecameOfItTest {
  private final String namespace = PLANE.namespace("once");
  private final FaultProxy proxy = FaultProxy.before(PLANE);
  private final Connection connection = Live.CONNECTIONS.open(Live.kubeconfig(proxy.kubeconfig()));
  private final Cluster cluster = connection.as(new Identity.Agent());
  private final ObjectKey key = configMap(namespace, "a");

  SendsOnceAndSaysWhatBecameOfItTest() {
    done(cluster.apply(createOnly(configMap(namespace, "proof"), "v")));
  }

  @AfterEach
  void close() {
    connection.close();
    proxy.close();
  }

  @Test
  void an_answer_that_is_lost_leaves_the_outcome_unknown() throws Exception {
    proxy.once(SendsOnceAndSaysWhatBecameOfItTest::isPatch, new Fault.LosesAnswer());

    var answer = cluster.apply(createOnly(key, "v"));

    assertThat(answer).isInstanceOf(Answer.Unknown.class);
    assertThat(cluster.get(key)).isPresent();
    assertThat(patches()).isEqualTo(1);
  }

  @Test
  void a_connection_that_breaks_leaves_the_outcome_unknown() throws Exception {
    proxy.once(SendsOnceAndSaysWhatBecameOfItTest::isPatch, new Fault.LosesRequest());

    var answer = cluster.apply(createOnly(key, "v"));

    assertThat(answer).isInstanceOf(Answer.Unknown.class);
    assertThat(cluster.get(key)).isEmpty();
    assertThat(patches()).isEqualTo(1);
  }

  @Test
  void an_overload_says_when_to_come_back() {
    proxy.once(SendsOnceAndSaysWhatBecameOfItTest::isPatch, new Fault.Answers(503, ""));

    var refusal = refused(cluster.apply(createOnly(key, "v")));

    assertThat(refusal.cause()).isEqualTo(Cause.TRANSIENT);
    assertThat(refusal.code()).isEqualTo(503);
    assertThat(refusal.message()).isEqualTo("HTTP status 503");
    assertThat(patches()).isEqualTo(1);
  }

  @Test
  void an_answer_that_is_no_json_is_not_taken_for_one() {
    proxy.once(SendsOnceAndSaysWhatBecameOfItTest::isPatch, new Fault.Answers(200, "<html>"));

    assertThat(cluster.apply(createOnly(key, "v"))).isInstanceOf(Answer.Unknown.class);
  }

  @Test
  void the_operation_is_in_the_user_agent() {
    var operation = OperationId.next(Clock.system());
    var run = connection.as(new Identity.Agent(), operation, Fence.open());

    done(run.apply(createOnly(key, "v")));

    assertThat(proxy.sent().getLast().userAgent())
        .isEqualTo("plumb/test (%s)".formatted(operation));
  }

  @Test
  void nothing_is_written_behind_a_closed_fence() throws Exception {
    Fence closed =
        () -> {
          throw new Fence.Closed("somebody else's by now");
        };
    var run = connection.as(new Identity.Agent(), OperationId.next(Clock.system()), closed);

    assertThatThrownBy(() -> run.apply(createOnly(key, "v"))).isInstanceOf(Fence.Closed.class);
    assertThatThrownBy(() -> run.create(key, Live.body(key, "v"))).isInstanceOf(Fence.Closed.class);

    assertThat(run.get(key)).isEmpty();
    assertThat(patches()).isZero();
  }

  @Test
  void a_run_that_is_cancelled_does_not_wait_for_its_answer() throws Exception {
    proxy.once(SendsOnceAndSaysWhatBecameOfItTest::isPatch, new Fault.Hangs());
    var answer = new CompletableFuture<Answer>();
    var run = Thread.ofVirtual().start(() -> answer.complete(cluster.apply(createOnly(key, "v"))));
    Await.until("it is sent", () -> patches() == 1);

    run.interrupt();

    assertThat(answer.get(5, TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            Answer.Unknown.class,
            unknown -> assertThat(unknown.why()).endsWith("the run was cancelled"));
    done(cluster.apply(createOnly(key, "v")));
  }

  @Test
  void closing_the_connection_ends_what_is_in_flight() throws Exception {
    proxy.once(SendsOnceAndSaysWhatBecameOfItTest::isPatch, new Fault.Hangs());
    var answer = new CompletableFuture<Answer>();
    Thread.ofVirtual().start(() -> answer.complete(cluster.apply(createOnly(key, "v"))));
    Await.until("it is sent", () -> patches() == 1);

    connection.close();

    assertThat(answer.get(5, TimeUnit.SECONDS)).isInstanceOf(Answer.Unknown.class);
    assertThat(refused(cluster.apply(createOnly(key, "v"))).message())
        .endsWith("the connection was closed");
  }

  @Test
  void a_server_that_never_answers_is_given_up() {
    proxy.always(sent -> sent.uri().contains("/slow"), new Fault.Hangs());
    var call =
        new Call("GET", "/slow", Optional.empty(), Call.JSON, Duration.ofMillis(100), 1000, false);

    var reply = transport(proxy.kubeconfig()).send(call, agent());

    assertThat(reply).isInstanceOf(Reply.Lost.class);
  }

  @Test
  @Tag("SEC-NET-06")
  void an_answer_that_is_too_large_is_not_read() {
    var call =
        new Call(
            "GET",
            "/api/v1/namespaces",
            Optional.empty(),
            Call.JSON,
            Duration.ofSeconds(5),
            100,
            false);

    var reply = transport(proxy.kubeconfig()).send(call, agent());

    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.GivenUp.class,
            givenUp -> assertThat(givenUp.why()).endsWith("it has more than 100 bytes"));
  }

  @Test
  void a_connection_gone_silent_is_not_used_twice() {
    try (var wire = Wire.to(PLANE.server())) {
      var transport = transport(through(wire));
      var call =
          new Call(
              "GET",
              "/version",
              Optional.empty(),
              Call.JSON,
              Duration.ofMillis(200),
              10_000,
              false);
      assertThat(transport.send(call, agent())).isInstanceOf(Reply.Answered.class);

      wire.silence();

      assertThat(transport.send(call, agent())).isInstanceOf(Reply.Lost.class);
      assertThat(transport.send(call, agent())).isInstanceOf(Reply.Answered.class);
    }
  }

  @Test
  void a_port_that_takes_connections_and_says_nothing_was_never_reached() throws IOException {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var reply = unreachable("https://127.0.0.1:" + silent.getLocalPort());

      assertThat(reply.why())
          .isEqualTo(
              "could not reach https://127.0.0.1:%d: no connection within 5 s"
                  .formatted(silent.getLocalPort()));
    }
  }

  @Test
  void a_closed_port_was_never_reached() {
    assertThat(unreachable("https://127.0.0.1:1").why())
        .isEqualTo("could not reach https://127.0.0.1:1: connection refused");
  }

  @Test
  void a_name_that_does_not_exist_was_never_reached() {
    assertThat(unreachable("https://nowhere.invalid:6443").why())
        .isEqualTo("could not reach https://nowhere.invalid:6443: no such host");
  }

  @Test
  @Tag("SEC-NET-01")
  void what_resolves_to_a_link_local_address_is_not_connected_to() {
    var named = Live.kubeconfig(PLANE.kubeconfig()).endpoint();
    var endpoint =
        new Endpoint(
            URI.create("https://2852039166"), Optional.empty(), named.tls(), named.credentials());

    assertThat(transport(endpoint).send(Call.read("/version", Call.JSON), agent()))
        .isEqualTo(
            new Reply.NotSent(
                "could not reach https://2852039166: 2852039166 stands for 169.254.169.254, which"
                    + " is no place for an API server"));
  }

  @Test
  void a_server_of_another_authority_is_not_trusted() {
    String other = Certificates.base64("authority.pem");
    String kubeconfig =
        text(PLANE.kubeconfig())
            .replaceFirst("certificate-authority-data: .*", "certificate-authority-data: " + other);
    var endpoint = Live.kubeconfig(bytes(kubeconfig)).endpoint();

    var reply = transport(endpoint).send(Call.read("/version", Call.JSON), agent());

    assertThat(reply)
        .isEqualTo(
            new Reply.NotSent(
                "could not reach %s: its certificate is not signed by an authority we trust"
                    .formatted(PLANE.server())));
  }

  private static Reply.NotSent unreachable(String server) {
    String kubeconfig = text(PLANE.kubeconfig()).replace(PLANE.server(), server);
    var endpoint = Live.kubeconfig(bytes(kubeconfig)).endpoint();
    return (Reply.NotSent) transport(endpoint).send(Call.read("/version", Call.JSON), agent());
  }

  private long patches() {
    return proxy.sent().stream()
        .filter(SendsOnceAndSaysWhatBecameOfItTest::isPatch)
        .filter(sent -> sent.uri().contains("/configmaps/a?"))
        .count();
  }

  private static byte[] through(Wire wire) {
    return bytes(text(PLANE.kubeconfig()).replace(PLANE.server(), wire.url()));
  }

  private static Transport transport(byte[] kubeconfig) {
    return transport(Live.kubeconfig(kubeconfig).endpoint());
  }

  private static Transport transport(Endpoint endpoint) {
    return new Transport(endpoint, new HttpClients(), Clock.system(), Metrics.none());
  }

  private static Caller agent() {
    return new Caller(new Identity.Agent(), "plumb/test", Fence.open());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isPatch(FaultProxy.Sent sent) {
    return sent.method().equals("PATCH");
  }
}
