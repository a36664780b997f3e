package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KnowsWhatACloneIsOfTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          https://git.example.com/acme/fleet.git,          true
          https://git.example.com/acme/fleet,              true
          https://alice:pw@GIT.example.com:8443/acme/fleet/, true
          ssh://git@git.example.com:2222/acme/fleet.git,   true
          git@git.example.com:acme/fleet.git,              true
          git@git.example.com:/acme/fleet.git,             true
          https://git.example.com/acme/other.git,          false
          https://example.com/acme/fleet.git,              false
          /srv/git/acme/fleet,                             false
          """)
  void however_one_gets_there(String url, boolean same) throws Exception {
    config("[remote \"origin\"]\n  url = " + url + "\n  fetch = x\n");

    assertThat(GitRemotes.of(folder).contain("https://git.example.com/acme/fleet.git"))
        .isEqualTo(same);
  }

  @Test
  void by_its_remotes_alone() throws Exception {
    config("[submodule \"a\"]\nurl = https://a/b\n[Remote \"up\"]\nurl = \"https://c/d\" ; e\n");

    var remotes = GitRemotes.of(folder);

    assertThat(remotes.contain("https://a/b")).isFalse();
    assertThat(remotes.contain("https://c/d.git")).isTrue();
  }

  @Test
  void in_a_second_work_tree_too() throws Exception {
    config("[remote \"origin\"]\nurl = https://a/b\n");
    Path own = Files.createDirectories(folder.resolve(".git/worktrees/two"));
    Files.writeString(own.resolve("commondir"), "../..\n");
    Path second = Files.createDirectories(folder.resolve("two"));
    Files.writeString(second.resolve(".git"), "gitdir: %s\n".formatted(own));

    assertThat(GitRemotes.of(second).contain("https://a/b")).isTrue();
    assertThat(GitRemotes.of(folder.resolve("nowhere")).urls()).isEmpty();
  }

  private void config(String text) throws Exception {
    Files.createDirectories(folder.resolve(".git"));
    Files.writeString(folder.resolve(".git/config"), text);
  }
}
