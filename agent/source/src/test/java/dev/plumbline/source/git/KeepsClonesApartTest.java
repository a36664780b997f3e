package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import dev.plumbline.model.Secret;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.FetchOutcome.Unreachable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class KeepsClonesApartTest extends GitTest {
  private static final Name ALICE = new Name("alice", "fleet");
  private static final Name BOB = new Name("bob", "fleet");

  @BeforeEach
  void only_alice_may_read() {
    server.stepIn(
        request -> {
          if ("Bearer alice".equals(request.getRequestHeaders().getFirst("Authorization"))) {
            return false;
          }
          request.sendResponseHeaders(401, -1);
          return true;
        });
  }

  @Test
  @Tag("SEC-GIT-17")
  void another_repository_with_the_same_url_sees_nothing_of_it() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    assertThat(fetch(ALICE, "alice")).isInstanceOf(Fetched.class);

    assertThat(fetch(BOB, "bob")).isInstanceOf(Unreachable.class);

    assertThatThrownBy(() -> repositories.artifact(new Revision(BOB, "main", commit)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> repositories.changes(BOB, commit, commit))
        .isInstanceOf(IOException.class);
  }

  @Test
  @Tag("SEC-GIT-17")
  void a_url_that_changed_ends_what_was_readable() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch(ALICE, "alice");

    repositories.fetch(
        new GitSource(
            ALICE, server.url("other.git"), GitAccess.anonymous(true), Set.of(branch("main"))));

    assertThatThrownBy(() -> repositories.artifact(new Revision(ALICE, "main", commit)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void wrong_credentials_leave_the_last_good_state() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch(ALICE, "alice");

    assertThat(fetch(ALICE, "mistyped")).isInstanceOf(Unreachable.class);

    assertThat(repositories.artifact(new Revision(ALICE, "main", commit))).isNotNull();
  }

  @Test
  @Tag("SEC-GIT-17")
  void after_a_restart_an_unreachable_server_leaves_alice_and_nobody_else_what_she_had()
      throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch(ALICE, "alice");
    restart(GitLimits.DEFAULT);
    server.stepIn(KeepsClonesApartTest::unavailable);

    assertThat(fetch(ALICE, "alice")).isInstanceOf(Unreachable.class);
    assertThat(fetch(BOB, "bob")).isInstanceOf(Unreachable.class);

    assertThat(repositories.artifact(new Revision(ALICE, "main", commit))).isNotNull();
    assertThatThrownBy(() -> repositories.artifact(new Revision(BOB, "main", commit)))
        .isInstanceOf(IOException.class);
  }

  @Test
  @Tag("SEC-GIT-17")
  void after_a_restart_a_server_that_says_no_leaves_nothing() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch(ALICE, "alice");
    restart(GitLimits.DEFAULT);
    server.stepIn(
        request -> {
          request.sendResponseHeaders(403, -1);
          return true;
        });

    fetch(ALICE, "alice");

    assertThatThrownBy(() -> repositories.artifact(new Revision(ALICE, "main", commit)))
        .isInstanceOf(IOException.class);
  }

  @Test
  @Tag("SEC-LEAK-04")
  void a_token_is_on_no_disk_and_in_no_text() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    var source = source(ALICE, "alice");
    repositories.fetch(source);

    assertThat(source.toString()).doesNotContain("Bearer alice").contains("***");
    try (Stream<Path> files = Files.walk(clones())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .doesNotContain("Bearer");
      }
    }
  }

  @Test
  void a_clone_that_nobody_used_for_a_day_is_removed() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    server.stepIn(request -> false);
    var clock = new StandingClock();
    repositories.close();
    repositories = new GitRepositories(clones(), GitLimits.DEFAULT, clock, Metrics.none());
    fetch(ALICE, "old");
    List<Path> old = clonesOnDisk();
    fetch(ALICE, "rotated");
    assertThat(clonesOnDisk()).hasSize(2);

    clock.now = clock.now.plus(Duration.ofHours(25));
    fetch(ALICE, "rotated");

    assertThat(clonesOnDisk()).hasSize(1).doesNotContainAnyElementsOf(old);
    assertThat(fetch(ALICE, "old")).isInstanceOf(Fetched.class);
  }

  @Test
  @Tag("SEC-GIT-16")
  void no_configuration_and_no_environment_of_the_account_is_read() throws Exception {
    var system = SystemReader.getInstance();

    assertThat(system.openUserConfig(null, FS.DETECTED).getFile()).isNull();
    assertThat(system.openSystemConfig(null, FS.DETECTED).getFile()).isNull();
    assertThat(system.openJGitConfig(null, FS.DETECTED).getFile()).isNull();
    // What JGit measures about the disk, and nothing else.
    assertThat(system.getUserConfig().getSections()).isSubsetOf("filesystem");
    assertThat(system.getenv("PATH")).isNull();
  }

  private static boolean unavailable(HttpExchange request) throws IOException {
    request.sendResponseHeaders(503, -1);
    return true;
  }

  private FetchOutcome fetch(Name name, String token) throws Exception {
    return repositories.fetch(source(name, token));
  }

  private GitSource source(Name name, String token) {
    return new GitSource(
        name,
        server.url("fleet.git"),
        access(new GitCredentials.Bearer(Secret.of(token))),
        Set.of(branch("main")));
  }

  private static final class StandingClock implements Clock {
    private volatile Instant now = Instant.parse("2026-11-30T00:00:00Z");

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }
  }
}
