package dev.plumbline.source.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.Revision;
import dev.plumbline.source.Artifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ReadsWhileItFetchesTest extends GitTest {

  @Test
  void a_reader_sees_its_revision_whole_while_pushes_come_in_and_packs_are_packed()
      throws Exception {
    String first = fleet.file("d/a.yaml", "a: 0\n").commit("main");
    Artifact artifact =
        repositories.artifact(
            new Revision(FLEET, "main", fetch("main").heads().get(branch("main")).commit()));
    var done = new AtomicBoolean();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> reader = threads.submit(() -> readUntil(done, artifact.tree()));

      for (int i = 1; i < 60; i++) {
        fleet.file("d/a.yaml", "a: %d\n".formatted(i)).commit("main");
        assertThat(fetch("main").rewound()).isEmpty();
      }
      done.set(true);

      assertThat(reader.get()).isPositive();
      assertThat(artifact.revision().commit()).isEqualTo(first);
    }
    assertThat(packs()).isLessThan(50);
  }

  private long packs() throws IOException {
    try (Stream<Path> files = Files.walk(clones())) {
      return files.filter(file -> file.toString().endsWith(".pack")).count();
    }
  }

  private static int readUntil(AtomicBoolean done, FileTree tree) throws Exception {
    int reads = 0;
    while (!done.get()) {
      byte[] bytes = tree.read((FileTree.File) tree.lookup("d/a.yaml"));
      assertThat(new String(bytes, UTF_8)).isEqualTo("a: 0\n");
      reads++;
      LockSupport.parkNanos(1_000_000);
    }
    return reads;
  }
}
