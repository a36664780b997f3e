package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plumbline.model.Clock;
import dev.plumbline.model.FileTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.transport.PackParser;
import org.junit.jupiter.api.Tag;

/**
 * Whatever objects a pack holds, it is taken in or refused, soon; what was taken in can be read to
 * the last file, or that is refused in a sentence.
 */
@Tag("SEC-GIT-08")
public final class SurvivesAnyPackTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final GitLimits LIMITS = Limits.objectBytes(1 << 20);
  private static final int MOST_FILES = 1000;

  private static Path directory;
  private static Clone clone;

  @FuzzTest
  void is_taken_in_or_refused(byte[] bytes) throws Exception {
    byte[] pack = PackRecipe.pack(bytes);
    Clone clone = emptyClone();
    long start = System.nanoTime();

    if (takenIn(clone, pack)) {
      for (ObjectId id : PackRecipe.ids(bytes)) {
        read(clone, id);
      }
      discard();
    }

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }

  // As a fetch does it; what JGit throws is one of its refusals there, too.
  private static boolean takenIn(Clone clone, byte[] pack) throws IOException {
    try (var inserter = clone.repository().newObjectInserter()) {
      PackParser parser = inserter.newPackParser(new ByteArrayInputStream(pack));
      parser.setAllowThin(true);
      parser.setObjectChecker(Download.checker());
      parser.parse(NullProgressMonitor.INSTANCE);
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static void read(Clone clone, ObjectId id) {
    try {
      if (clone.objects().has(id.name())
          && clone.objects().files(id.name()).lookup("") instanceof FileTree.Directory root) {
        walk(clone.objects().files(id.name()), root, new int[] {MOST_FILES});
      }
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static void walk(FileTree tree, FileTree.Directory above, int[] left) throws IOException {
    for (String name : above.names()) {
      if (left[0]-- <= 0) {
        return;
      }
      assertThat(name).doesNotContain("/").isNotIn("", ".", "..", ".git");
      String path = above.path().isEmpty() ? name : above.path() + "/" + name;
      switch (tree.lookup(path)) {
        case FileTree.Directory directory when directory.links().isEmpty() ->
            walk(tree, directory, left);
        case FileTree.Directory linked -> assertThat(linked.path()).doesNotContain("..");
        case FileTree.File file -> content(tree, file);
        case FileTree.Absent absent -> assertThat(absent.why()).isNotBlank();
      }
    }
  }

  private static void content(FileTree tree, FileTree.File file) throws IOException {
    try {
      assertThat(tree.read(file)).hasSize((int) file.size());
    } catch (FileTree.Unreadable e) {
      assertThat(e.getMessage()).startsWith(file.path());
    }
  }

  private static Clone emptyClone() throws Exception {
    if (clone == null) {
      IsolatedSystem.install();
      directory = Files.createTempDirectory("plumbline-pack");
      Path bare = directory.resolve("clone");
      Housekeeping.create(bare, LIMITS);
      clone = new Clone(GitUrl.parse("https://example.com/a"), bare, LIMITS, Clock.system());
      assertThat(clone.reopen()).isTrue();
    }
    return clone;
  }

  private static void discard() throws IOException {
    clone.close();
    clone = null;
    Disk.delete(directory);
  }
}
