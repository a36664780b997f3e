package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that fails says why in one line on standard error, and its exit code says how. */
final class TellsFailuresTest {
  @TempDir private Path folder;

  @Test
  void a_command_nobody_knows_is_misuse() {
    var ran = Ran.plumb("bild");

    assertThat(ran.code()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).contains("'bild'").contains("see plumb --help").hasLineCount(1);
  }

  @Test
  void a_directory_that_is_not_there_is_misuse() {
    var ran = Ran.plumb("build", folder.resolve("nowhere"));

    assertThat(ran)
        .isEqualTo(
            new Ran(
                ExitCode.USAGE,
                "",
                "plumb: %s is not a directory%n".formatted(folder.resolve("nowhere"))));
  }

  @Test
  void broken_yaml_is_a_refusal_with_file_and_line() throws IOException {
    Files.createDirectory(folder.resolve(".git"));
    Files.writeString(folder.resolve("kustomization.yaml"), "resources:\n- web.yaml\n");
    Files.writeString(
        folder.resolve("web.yaml"),
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: web}
        data: {a: "1", a: "2"}
        """);

    var ran = Ran.plumb("build", folder);

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("web.yaml:4: ").contains("\"a\"").hasLineCount(1);
  }

  @Test
  void everything_that_is_wrong_with_plain_manifests_is_told_at_once() throws IOException {
    Files.createDirectory(folder.resolve(".git"));
    Files.writeString(folder.resolve("a.yaml"), "a: b: c\n");
    Files.writeString(folder.resolve("b.yaml"), "- not\n- an object\n");

    var ran = Ran.plumb("build", folder);

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("a.yaml:1: ").contains("b.yaml:1: ").hasLineCount(2);
  }

  @Test
  void a_field_that_is_not_supported_yet_is_refused_by_name() throws IOException {
    Files.createDirectory(folder.resolve(".git"));
    Files.writeString(folder.resolve("kustomization.yaml"), "helmCharts:\n- name: web\n");

    var ran = Ran.plumb("build", folder);

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("kustomization.yaml:1: ").contains("helmCharts");
  }

  @Test
  void a_server_that_does_not_answer_is_no_answer_either_way() throws IOException {
    var kubeconfig =
        Files.writeString(
            folder.resolve("config"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: here, user: me}}]
            clusters: [{name: here, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: me, user: {token: t}}]
            """);

    var ran = Ran.plumb("get", "--kubeconfig", kubeconfig);

    assertThat(ran.code()).isEqualTo(ExitCode.COULD_NOT_FIND_OUT);
    assertThat(ran.err()).contains("https://127.0.0.1:1").hasLineCount(1);
  }

  @Test
  void verbose_tells_where_in_the_program() throws IOException {
    var kubeconfig = Files.writeString(folder.resolve("config"), "{}");

    assertThat(Ran.plumb("get", "--kubeconfig", kubeconfig).err()).hasLineCount(1);
    assertThat(Ran.plumb("get", "-v", "--kubeconfig", kubeconfig).err())
        .contains("at dev.plumbline.cli.UserKubeconfig");
  }
}
