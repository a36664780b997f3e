package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Secret;
import dev.plumbline.testkit.ManualClock;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The credential plugin of the user's own kubeconfig is run as kubectl runs it. */
final class RunsCredentialPluginsTest {
  private static final String V1 = "client.authentication.k8s.io/v1";

  @TempDir private Path home;
  private Path config;

  @BeforeEach
  void a_kubeconfig() {
    config = home.resolve("config");
  }

  @Test
  void and_its_token_opens_a_real_server() throws IOException {
    var hub = TestHub.in("plugin");
    hub.create(TestHub.target("eu-1"));
    plugin("login", "cat \"$1\"");
    Files.writeString(home.resolve("credential"), credential("\"token\": \"" + token() + "\""));
    Files.writeString(
        config,
        """
        current-context: here
        contexts: [{name: here, context: {cluster: here, user: me}}]
        clusters: [{name: here, cluster: {server: "%s", certificate-authority-data: %s}}]
        users:
        - name: me
          user:
            exec:
              apiVersion: %s
              command: ./login
              args: [%s]
              interactiveMode: Never
        """
            .formatted(PLANE.server(), authority(), V1, home.resolve("credential")));

    var ran = Ran.plumb("get", "targets", "--kubeconfig", config, "-n", hub.namespace());

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("eu-1");
  }

  @Test
  void with_what_it_is_told_and_nobody_to_ask() throws IOException {
    plugin(
        "asked",
        "cat >&2; printf '{\"apiVersion\": \""
            + V1
            + "\", \"kind\":"
            + " \"ExecCredential\", \"status\": {\"token\": \"'; printf '%s' \"$WHO"
            + " $KUBERNETES_EXEC_INFO\" | tr -d '\"'; printf '\"}}'");

    var issued =
        issued(
            """
            apiVersion: %s
            command: ./asked
            env: [{name: WHO, value: alice}]
            interactiveMode: IfAvailable
            provideClusterInfo: true
            """
                .formatted(V1));

    assertThat(text(issued.token()))
        .isEqualTo(
            "alice {apiVersion:%s,kind:ExecCredential,spec:{interactive:false,".formatted(V1)
                + "cluster:{server:https://eu.example.com}}}");
  }

  @Test
  void with_certificates_and_an_end() throws IOException {
    prints(
        "\"clientCertificateData\": \"C\", \"clientKeyData\": \"K\","
            + " \"expirationTimestamp\": \"2026-12-01T08:00:00Z\"");

    var issued = issued(exec("v1beta1"));

    assertThat(issued.certificate()).contains("C");
    assertThat(text(issued.key())).isEqualTo("K");
    assertThat(issued.expires()).contains(Instant.parse("2026-12-01T08:00:00Z"));
  }

  @Test
  void one_that_is_missing_is_told_with_its_own_hint() {
    assertThatThrownBy(() -> issued(exec("v1").replace("./login", "no-such-login-of-ours")))
        .hasMessage(
            config
                + ": the user's credential plugin (exec): no-such-login-of-ours is not installed."
                + " brew install login");
  }

  @Test
  void what_it_should_not_do_is_told_without_quoting_it() throws IOException {
    plugin("login", "echo s3cret; exit 3");
    assertRefused("ended with 3");
    plugin("login", "echo s3cret");
    assertRefused("printed something that is no JSON object");
    plugin("login", "echo '{\"kind\": \"s3cret\"}'");
    assertRefused("printed no ExecCredential of " + V1);
    prints("\"clientCertificateData\": \"s3cret\"");
    assertRefused("a client certificate without its key");
    prints("\"token\": \"\"");
    assertRefused("neither a token nor a client certificate");
    plugin("login", "head -c 2000000 /dev/zero");
    assertRefused("more than 1 MiB");
  }

  @Test
  void one_that_does_not_end_is_ended() throws IOException {
    plugin("login", "sleep 60");
    long since = System.nanoTime();

    assertThatThrownBy(
            () ->
                new CredentialPlugin(false, Duration.ofMillis(300))
                    .issue(yaml(exec("v1")), MapNode.EMPTY, config))
        .hasMessageContaining("did not end within");
    assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void one_that_must_ask_is_not_run_where_nobody_answers() {
    assertThatThrownBy(() -> issued(exec("v1").replace("Never", "Always")))
        .hasMessageContaining("interactiveMode: Always");
    assertThatThrownBy(() -> issued(exec("v1").replace("interactiveMode: Never", "")))
        .hasMessageContaining("interactiveMode is ''");
    assertThatThrownBy(() -> issued(exec("v1alpha1")))
        .hasMessageContaining("expected client.authentication.k8s.io/v1 or");
  }

  @Test
  void a_token_is_asked_for_again_when_it_is_over_or_not_taken() throws IOException {
    var clock = new ManualClock();
    int[] runs = {0};
    IssuedTokens.Source source = () -> token("t" + ++runs[0], clock.now().plusSeconds(60));
    var tokens = new IssuedTokens(source.issue(), source, clock);

    assertThat(text(Optional.of(tokens.token()))).isEqualTo("t1");
    clock.advance(Duration.ofSeconds(51));
    assertThat(text(Optional.of(tokens.token()))).as("it would be over on its way").isEqualTo("t2");
    tokens.rejected();
    assertThat(text(Optional.of(tokens.token()))).isEqualTo("t3");
    assertThat(runs[0]).isEqualTo(3);
  }

  private static Programs.Issued token(String token, Instant expires) {
    return new Programs.Issued(
        Optional.of(Secret.of(token)), Optional.empty(), Optional.empty(), Optional.of(expires));
  }

  private void assertRefused(String what) {
    assertThatThrownBy(() -> issued(exec("v1")))
        .hasMessageContaining(what)
        .hasMessageNotContaining("s3cret");
  }

  private Programs.Issued issued(String exec) throws IOException {
    var cluster = TestHub.json("{\"server\": \"https://eu.example.com\"}");
    return new CredentialPlugin(false, Duration.ofSeconds(20)).issue(yaml(exec), cluster, config);
  }

  private static String exec(String version) {
    return """
        apiVersion: client.authentication.k8s.io/%s
        command: ./login
        interactiveMode: Never
        installHint: brew install login
        """
        .formatted(version);
  }

  private void prints(String status) throws IOException {
    plugin("login", "cat <<E\n%s\nE".formatted(credential(status)));
  }

  // In the version that was asked for.
  private static String credential(String status) {
    return "{\"apiVersion\": \"%s\", \"kind\": \"ExecCredential\", \"status\": {%s}}"
        .formatted(status.contains("expirationTimestamp") ? V1 + "beta1" : V1, status);
  }

  private void plugin(String name, String script) throws IOException {
    Path file = Files.writeString(home.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static MapNode yaml(String text) {
    return (MapNode) Manifests.read(text, "exec").getFirst();
  }

  private static String text(Optional<Secret<String>> secret) {
    return secret.orElseThrow().use(value -> value);
  }

  private static MapNode config(String list, String field) {
    var config = (MapNode) Manifests.read(PLANE.kubeconfig(), "kubeconfig").getFirst();
    return ((MapNode) config.list(list).getFirst()).map(field).orElseThrow();
  }

  private static String token() {
    return config("users", "user").text("token").orElseThrow();
  }

  private static String authority() {
    return config("clusters", "cluster").text("certificate-authority-data").orElseThrow();
  }
}
