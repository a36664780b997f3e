package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kubeconfig is found, merged and completed as kubectl does it. */
final class ReadsTheUsersKubeconfigTest {
  @TempDir private Path home;
  private Path config;

  @BeforeEach
  void one_in_the_usual_place() throws IOException {
    config = write(".kube/config", "eu", "https://eu.example.com");
  }

  @Test
  void from_the_home_directory() throws IOException {
    assertThat(chosen(Map.of("HOME", home.toString())).server())
        .hasToString("https://eu.example.com");
  }

  @Test
  void from_the_environment_before_that() throws IOException {
    Path other = write("other", "us", "https://us.example.com");

    var kubeconfig = chosen(Map.of("HOME", home.toString(), "KUBECONFIG", other.toString()));

    assertThat(kubeconfig.server()).hasToString("https://us.example.com");
  }

  @Test
  void from_the_file_that_was_asked_for_before_anything_else() throws IOException {
    Path other = write("other", "us", "https://us.example.com");

    var flags = new ClusterFlags();
    flags.kubeconfig = other;
    var kubeconfig = chosen(flags, Map.of("KUBECONFIG", config.toString()));

    assertThat(kubeconfig.server()).hasToString("https://us.example.com");
  }

  @Test
  void merged_from_several_of_which_some_are_not_there() throws IOException {
    Path other = write("other", "us", "https://us.example.com");
    var environment =
        Map.of("KUBECONFIG", "%s::%s:%s".formatted(config, home.resolve("no"), other));

    assertThat(chosen(environment).context()).isEqualTo("eu");
    var flags = new ClusterFlags();
    flags.context = "us";
    assertThat(chosen(flags, environment).server()).hasToString("https://us.example.com");
  }

  @Test
  void with_files_beside_it() throws IOException {
    Files.writeString(home.resolve(".kube/token"), "s3cret\n");
    Files.writeString(home.resolve(".kube/ca.crt"), "no certificate");
    Files.writeString(
        config,
        Files.readString(config)
            .replace("token: t", "tokenFile: token")
            .replace("server:", "certificate-authority: ca.crt, server:"));

    // That the server's name was found and the certificate was not one shows that it was read.
    assertThatThrownBy(() -> chosen(Map.of("HOME", home.toString())))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("its certificates or its key cannot be used");
  }

  @Test
  void the_agents_runs_no_program() throws IOException {
    Files.writeString(
        config, Files.readString(config).replace("token: t", "exec: {command: touch}"));

    assertThatThrownBy(() -> UserKubeconfig.ofAgent(config, Optional.empty()))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(config + ": ")
        .hasMessageContaining("which the agent does not run");
  }

  @Test
  void the_agents_checks_certificates_and_acts_as_nobody_else() throws IOException {
    String good = Files.readString(config);
    Files.writeString(config, good.replace("server:", "insecure-skip-tls-verify: true, server:"));
    assertThatThrownBy(() -> UserKubeconfig.ofAgent(config, Optional.empty()))
        .hasMessageContaining("insecure-skip-tls-verify");
    Files.writeString(config, good.replace("token: t", "token: t, as: root"));
    assertThatThrownBy(() -> UserKubeconfig.ofAgent(config, Optional.empty()))
        .hasMessageContaining("as: impersonation");
  }

  @Test
  void a_context_that_is_not_there_is_named() {
    var flags = new ClusterFlags();
    flags.kubeconfig = config;
    flags.context = "mars";

    assertThatThrownBy(() -> chosen(flags, Map.of()))
        .hasMessage(config + ": no context called 'mars'");
  }

  @Test
  void flags_go_before_what_the_files_say() throws IOException {
    var flags = new ClusterFlags();
    flags.kubeconfig = config;
    flags.server = "https://other.example.com";
    assertThat(chosen(flags, Map.of()).server()).hasToString("https://other.example.com");

    flags.kubeconfig = null;
    flags.token = Secret.of("t");
    assertThat(chosen(flags, Map.of("HOME", home.resolve("nobody").toString())).server())
        .as("a server and a token need no file")
        .hasToString("https://other.example.com");
  }

  private Kubeconfig chosen(ClusterFlags flags, Map<String, String> environment)
      throws IOException {
    return UserKubeconfig.choose(flags, new Surroundings(environment, home), Programs.none())
        .kubeconfig();
  }

  private Kubeconfig chosen(Map<String, String> environment) throws IOException {
    return chosen(new ClusterFlags(), environment);
  }

  private Path write(String file, String name, String server) throws IOException {
    Path path = home.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(
        path,
        """
        apiVersion: v1
        kind: Config
        current-context: %1$s
        contexts: [{name: %1$s, context: {cluster: %1$s, user: %1$s}}]
        clusters: [{name: %1$s, cluster: {server: "%2$s"}}]
        users: [{name: %1$s, user: {token: t}}]
        """
            .formatted(name, server));
  }
}
