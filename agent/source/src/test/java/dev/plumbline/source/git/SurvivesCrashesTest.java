package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.Clock;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SurvivesCrashesTest extends GitTest {

  @Test
  void a_new_process_goes_on_with_what_is_there() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    restart(GitLimits.DEFAULT);
    int before = server.requests().size();

    fetch("main");

    assertThat(server.requests()).hasSize(before + 2);
    assertThat(readable(commit)).isTrue();
  }

  @Test
  void locks_and_half_written_packs_are_swept_away() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    Path clone = onDisk();
    Path ref = files(clone.resolve("refs/seen")).getFirst();
    Files.createFile(ref.resolveSibling(ref.getFileName() + ".lock"));
    Files.createFile(clone.resolve("packed-refs.lock"));
    Files.createFile(clone.resolve("config.lock"));
    Files.write(clone.resolve("objects/incoming_1.pack"), new byte[100]);
    restart(GitLimits.DEFAULT);
    String commit = fleet.file("a.yaml", "a: 2\n").commit("main");

    fetch("main");

    assertThat(readable(commit)).isTrue();
    assertThat(files(clone)).noneMatch(f -> f.toString().endsWith(".lock"));
    assertThat(clone.resolve("objects/incoming_1.pack")).doesNotExist();
  }

  @Test
  void a_clone_that_was_half_made_is_made_again() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    Path clone = onDisk();
    repositories.close();
    Files.delete(clone.resolve("config"));
    Files.createDirectory(clone.resolveSibling(clone.getFileName() + ".new"));
    repositories = open(GitLimits.DEFAULT);

    fetch("main");

    assertThat(readable(commit)).isTrue();
    assertThat(directories(clones())).containsExactly(clone);
  }

  @Test
  void objects_that_came_without_their_refs_are_used() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    repositories.close();
    for (Path ref : files(onDisk().resolve("refs/seen"))) {
      Files.delete(ref);
    }
    repositories = open(GitLimits.DEFAULT);
    int before = server.requests().size();

    fetch("main");

    assertThat(server.requests()).hasSize(before + 2);
    assertThat(readable(commit)).isTrue();
  }

  @Test
  void a_ref_without_its_objects_is_fetched_again() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    repositories.close();
    for (Path pack : files(onDisk().resolve("objects/pack"))) {
      Files.delete(pack);
    }
    repositories = open(GitLimits.DEFAULT);

    fetch("main");

    assertThat(readable(commit)).isTrue();
  }

  @Test
  void a_pack_that_rotted_on_disk_is_fetched_again() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n".repeat(100)).commit("main");
    fetch("main");
    repositories.close();
    for (Path pack : files(onDisk().resolve("objects/pack"))) {
      if (pack.toString().endsWith(".pack")) {
        byte[] bytes = Files.readAllBytes(pack);
        Arrays.fill(bytes, 12, bytes.length - 20, (byte) 0x55);
        assertThat(pack.toFile().setWritable(true)).isTrue();
        Files.write(pack, bytes);
      }
    }
    repositories = open(GitLimits.DEFAULT);

    fetch("main");

    assertThat(readable(commit)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[[[", "[core]\n\trepositoryformatversion = 9\n"})
  void a_configuration_that_was_half_written_is_written_again(String config) throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    repositories.close();
    Files.writeString(onDisk().resolve("config"), config);
    repositories = open(GitLimits.DEFAULT);

    fetch("main");

    assertThat(readable(commit)).isTrue();
  }

  @Test
  void a_file_that_is_gone_from_our_disk_is_fetched_again() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    repositories.close();
    unpack(onDisk());
    String blob = fleet.git("rev-parse", commit + ":a.yaml");
    Files.delete(
        onDisk().resolve("objects/%s/%s".formatted(blob.substring(0, 2), blob.substring(2))));
    repositories = open(GitLimits.DEFAULT);
    fetch("main");
    assertThatThrownBy(() -> readable(commit)).isInstanceOf(FetchNeeded.class);

    fetch("main");

    assertThat(readable(commit)).isTrue();
  }

  @Test
  void a_commit_that_never_was_is_no_damage() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    int before = server.requests().size();

    assertThatThrownBy(() -> readable("e".repeat(40)))
        .isInstanceOf(FetchNeeded.class)
        .hasMessage("commit %s is not in the repository".formatted("e".repeat(40)));

    fetch("main");
    assertThat(server.requests()).hasSize(before + 2);
  }

  @Test
  void two_processes_never_share_the_directory() {
    assertThatThrownBy(
            () -> new GitRepositories(clones(), GitLimits.DEFAULT, Clock.system(), Metrics.none()))
        .isInstanceOf(IOException.class)
        .hasMessage(clones() + " is used by another process");
  }

  private boolean readable(String commit) throws IOException {
    FileTree tree = repositories.artifact(main(commit)).tree();
    return tree.read((FileTree.File) tree.lookup("a.yaml")).length > 0;
  }

  private Path onDisk() throws IOException {
    return directories(clones()).getFirst();
  }

  /** Turns the packs of a repository into one file per object. */
  private static void unpack(Path repository) throws Exception {
    for (Path file : files(repository.resolve("objects/pack"))) {
      Path outside = Files.move(file, repository.resolve(file.getFileName()));
      if (outside.toString().endsWith(".pack")) {
        var git = new ProcessBuilder("git", "--git-dir", repository.toString(), "unpack-objects");
        assertThat(git.redirectInput(outside.toFile()).start().waitFor()).isZero();
      }
    }
  }

  private static List<Path> directories(Path below) throws IOException {
    try (Stream<Path> files = Files.list(below)) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  private static List<Path> files(Path below) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
