package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  void zsh_takes_the_script_of_bash() {
    assertThat(Ran.plumb("completion", "zsh")).isEqualTo(Ran.plumb("completion", "bash"));
  }

  @Test
  void fish_gets_a_line_for_each() {
    assertThat(Ran.plumb("completion", "fish").out())
        .contains("complete -c plumb -n __fish_use_subcommand -a resume -d 'Lets deliveries")
        .contains("'__fish_seen_subcommand_from get' -s o -l output -r -a 'table wide json");
  }

  @Test
  void another_shell_is_misuse() {
    assertThat(Ran.plumb("completion", "tcsh").code()).isEqualTo(ExitCode.USAGE);
  }

  private static List<String> completed(Path script, String... words) throws Exception {
    String ask =
        """
        source "$0"
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        $(complete -p plumb | sed 's/.*-F \\([^ ]*\\).*/\\1/') plumb "${COMP_WORDS[COMP_CWORD]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    var command = new ArrayList<>(List.of("bash", "-c", ask, script.toString()));
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return lines.lines().toList();
  }
}
