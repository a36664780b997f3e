package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.FetchOutcome.Reason;
import dev.plumbline.source.git.FetchOutcome.Unreachable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server with one repository, {@code fleet.git}, and a place to fetch it to. */
abstract class GitTest {
  static final Name FLEET = new Name("plumbline-system", "fleet");

  @TempDir Path temporary;

  GitServer server;
  TestRepository fleet;
  GitRepositories repositories;

  @BeforeEach
  void serve() throws Exception {
    fleet = TestRepository.create(temporary.resolve("served/fleet.git"));
    server = GitServer.over(temporary.resolve("served"));
    repositories = open(GitLimits.DEFAULT);
  }

  @AfterEach
  void stop() throws Exception {
    repositories.close();
    server.close();
  }

  Path clones() {
    return temporary.resolve("clones");
  }

  List<Path> clonesOnDisk() throws IOException {
    try (Stream<Path> files = Files.list(clones())) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  GitRepositories open(GitLimits limits) throws Exception {
    return new GitRepositories(clones(), limits, Clock.system(), Metrics.none());
  }

  /** The same directory, in what is a new process as far as it can tell. */
  void restart(GitLimits limits) throws Exception {
    repositories.close();
    repositories = open(limits);
  }

  GitSource source(String... branches) {
    return source(server.url("fleet.git"), branches);
  }

  static GitSource source(GitUrl url, String... branches) {
    return new GitSource(
        FLEET,
        url,
        GitAccess.anonymous(true),
        Arrays.stream(branches).map(GitTest::branch).collect(Collectors.toSet()));
  }

  static GitAccess access(GitCredentials credentials) {
    return new GitAccess(Optional.of(credentials), Optional.empty(), Optional.empty(), true);
  }

  static GitRef branch(String name) {
    return new GitRef.Branch(name);
  }

  Fetched fetch(String... branches) throws Exception {
    return fetch(source(branches));
  }

  Fetched fetch(GitRef... refs) throws Exception {
    return fetch(
        new GitSource(FLEET, server.url("fleet.git"), GitAccess.anonymous(true), Set.of(refs)));
  }

  Fetched fetch(GitSource source) throws Exception {
    FetchOutcome outcome = repositories.fetch(source);
    assertThat(outcome).as(outcome.toString()).isInstanceOf(Fetched.class);
    return (Fetched) outcome;
  }

  Unreachable refused(GitSource source, Reason reason) throws Exception {
    FetchOutcome outcome = repositories.fetch(source);
    assertThat(outcome).isInstanceOf(Unreachable.class);
    var unreachable = (Unreachable) outcome;
    assertThat(unreachable.reason()).as(unreachable.sentence()).isEqualTo(reason);
    return unreachable;
  }

  static Revision main(String commit) {
    return new Revision(FLEET, "main", commit);
  }
}
