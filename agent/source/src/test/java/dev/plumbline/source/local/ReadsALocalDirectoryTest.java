package dev.plumbline.source.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.FileTree.Absent;
import dev.plumbline.model.FileTree.Directory;
import dev.plumbline.model.FileTree.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadsALocalDirectoryTest {
  @TempDir Path temporary;

  private Path root;

  @BeforeEach
  void make() throws IOException {
    root = Files.createDirectories(temporary.resolve("root"));
    Files.createDirectories(root.resolve("base"));
    Files.writeString(root.resolve("base/web.yaml"), "kind: Web\n");
    Files.writeString(temporary.resolve("outside"), "secret");
  }

  @Test
  void finds_files_and_directories() throws IOException {
    Files.writeString(root.resolve("base/api.yaml"), "");
    var tree = new DirectoryTree(root);

    assertThat(((Directory) tree.lookup("base")).names()).containsExactly("api.yaml", "web.yaml");
    assertThat(((Directory) tree.lookup("")).names()).containsExactly("base");
    assertThat(tree.read((File) tree.lookup("base/web.yaml"))).asString().isEqualTo("kind: Web\n");
    assertThat(tree.lookup("base/nope")).isInstanceOf(Absent.class);
  }

  @Test
  void an_id_is_the_digest_of_the_content() throws IOException {
    Files.writeString(root.resolve("copy.yaml"), "kind: Web\n");
    var tree = new DirectoryTree(root);
    String before = ((File) tree.lookup("base/web.yaml")).id();

    assertThat(((File) tree.lookup("copy.yaml")).id()).isEqualTo(before);
    Files.writeString(root.resolve("base/web.yaml"), "kind: Api\n");
    assertThat(((File) tree.lookup("base/web.yaml")).id()).isNotEqualTo(before);
  }

  @Test
  void notices_a_file_that_changes_under_its_hands() throws IOException {
    var tree = new DirectoryTree(root);
    var file = (File) tree.lookup("base/web.yaml");
    Files.writeString(root.resolve("base/web.yaml"), "kind: Api\n");

    assertThatThrownBy(() -> tree.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage("base/web.yaml changed while it was read");
  }

  @Test
  @Tag("SEC-GIT-02")
  void follows_links_inside_only() throws IOException {
    Files.createSymbolicLink(root.resolve("in"), Path.of("base/web.yaml"));
    Files.createSymbolicLink(root.resolve("out"), Path.of("../outside"));
    Files.createSymbolicLink(root.resolve("host"), Path.of("/etc/hostname"));
    Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
    var tree = new DirectoryTree(root);

    assertThat(tree.lookup("in"))
        .isInstanceOfSatisfying(
            File.class, file -> assertThat(file.path()).isEqualTo("base/web.yaml"));
    assertThat(tree.lookup("out")).isInstanceOf(Absent.class);
    assertThat(tree.lookup("host")).isInstanceOf(Absent.class);
    assertThat(tree.lookup("up/outside")).isInstanceOf(Absent.class);
  }

  @Test
  void the_root_itself_may_be_reached_by_a_link() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), root);

    assertThat(new DirectoryTree(link).lookup("base/web.yaml")).isInstanceOf(File.class);
  }

  @Test
  void reads_no_file_beyond_the_limit() throws IOException {
    try (var file = new RandomAccessFile(root.resolve("huge").toFile(), "rw")) {
      file.setLength(11 << 20);
    }
    var tree = new DirectoryTree(root);
    var huge = (File) tree.lookup("huge");

    assertThatThrownBy(() -> tree.read(huge)).isInstanceOf(FileTree.TooLarge.class);
  }
}
