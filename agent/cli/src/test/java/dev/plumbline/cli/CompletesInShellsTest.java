package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompletesInShellsTest {
  @TempDir private Path folder;

  @Test
  void a_real_bash_completes_commands_and_options() throws Exception {
    Path script = Files.writeString(folder.resolve("plumb"), Ran.plumb("completion", "bash").out());

    assertThat(completed(script, "plumb", "res")).contains("resume");
    assertThat(completed(script, "plumb", "get", "--all")).contains("--all-namespaces");
    assertThat(completed(script, "plumb", "get", "ta")).contains("targets");
  }

  @Test
  void names_of_objects_are_asked_of_the_hub() throws Exception {
    var hub = TestHub.in("completed");
    hub.create(
        TestHub.sync("acme-prod", "eu-1")
            + TestHub.sync("acme-dev", "eu-1")
            + TestHub.target("acme-eu")
            + TestHub.repository("acme-fleet"));
    Path script = Files.writeString(folder.resolve("plumb"), Ran.plumb("completion", "bash").out());
    plumbIn(folder.resolve("bin"));
    String file = TestHub.PLANE.kubeconfigFile().toString();
    String[] where = {"plumb", "--kubeconfig", file, "-n", hub.namespace()};

    assertThat(completed(script, with(where, "tree", "acme-")))
        .containsExactlyInAnyOrder("acme-prod", "acme-dev");
    assertThat(completed(script, with(where, "suspend", "tgt", "acme-")))
        .containsExactly("acme-eu");
    assertThat(
            completed(
                script,
                "plumb",
                "diff",
                ".",
                "--kubeconfig",
                "=",
                file,
                "-n",
                hub.namespace(),
                "--target",
                "acme-"))
        .containsExactly("acme-eu");
    assertThat(completed(script, with(where, "diff", ".", "--repository", "=", "acme-")))
        .contains("acme-fleet");
    assertThat(completed(script, with(where, "get", "-o", "acme-")))
        .as("after an option with a value there is no name")
        .noneMatch(word -> word.startsWith("acme-"));
    assertThat(completed(script, "plumb", "--kubeconfig", "/nowhere", "tree", "a"))
        .as("nothing is said where nothing can be found out")
        .noneMatch(word -> word.contains("nowhere"));
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  // The command as a shell finds it.
  private void plumbIn(Path bin) throws Exception {
    Files.createDirectories(bin);
    Path command = bin.resolve("plumb");
    Files.writeString(
        command,
        "#!/bin/bash\nexec '%s/bin/java' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
            .formatted(
                System.getProperty("java.home"),
                System.getProperty("java.class.path"),
                Plumb.class.getName()));
    assertThat(command.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void zsh_takes_the_script_of_bash() {
    assertThat(Ran.plumb("completion", "zsh")).isEqualTo(Ran.plumb("completion", "bash"));
  }

  @Test
  void fish_gets_a_line_for_each() {
    assertThat(Ran.plumb("completion", "fish").out())
        .contains("complete -c plumb -n __fish_use_subcommand -a resume -d 'Lets deliveries")
        .contains("function __plumb_names")
        .contains("-n '__fish_seen_subcommand_from tree diff sync' -a '(__plumb_names syncs)'")
        .contains("'__fish_seen_subcommand_from get' -s o -l output -r -a 'table wide json");
  }

  @Test
  void another_shell_is_misuse() {
    assertThat(Ran.plumb("completion", "tcsh").code()).isEqualTo(ExitCode.USAGE);
  }

  private List<String> completed(Path script, String... words) throws Exception {
    String ask =
        """
        source "$0"
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        $(complete -p plumb | sed 's/.*-F \\([^ ]*\\).*/\\1/') plumb "${COMP_WORDS[COMP_CWORD]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    var command = new ArrayList<>(List.of("bash", "-c", ask, script.toString()));
    command.addAll(List.of(words));
    var shell = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    shell.environment().merge("PATH", folder.resolve("bin") + ":", (path, bin) -> bin + path);
    var process = shell.start();
    var lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return lines.lines().toList();
  }
}
