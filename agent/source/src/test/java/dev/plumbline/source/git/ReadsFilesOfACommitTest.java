package dev.plumbline.source.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.FileTree.Absent;
import dev.plumbline.model.FileTree.Directory;
import dev.plumbline.model.FileTree.File;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadsFilesOfACommitTest extends GitTest {

  @Test
  void finds_files_and_directories() throws Exception {
    var tree = tree(fleet.file("b/web.yaml", "kind: Web\n").file("b/Ω.yaml", "").file("a", "x"));

    assertThat(tree.lookup("b/web.yaml"))
        .isInstanceOfSatisfying(
            File.class,
            file -> {
              assertThat(file.path()).isEqualTo("b/web.yaml");
              assertThat(file.id()).hasSize(40);
              assertThat(file.size()).isEqualTo(10);
              assertThat(file.links()).isEmpty();
            });
    assertThat(((Directory) tree.lookup("")).names()).containsExactly("a", "b");
    assertThat(((Directory) tree.lookup("b")).names()).containsExactly("web.yaml", "Ω.yaml");
    assertThat(tree.read((File) tree.lookup("b/web.yaml")))
        .isEqualTo("kind: Web\n".getBytes(UTF_8));
  }

  @Test
  void names_are_sorted_by_code_point() throws Exception {
    var tree = tree(fleet.file("\uff5e", "").file("\ud83d\ude00", "").file("z", "").file("Y", ""));

    assertThat(((Directory) tree.lookup("")).names())
        .containsExactly("Y", "z", "\uff5e", "\ud83d\ude00");
  }

  @Test
  void an_id_changes_exactly_with_the_content() throws Exception {
    var before = tree(fleet.file("d/a", "1").file("e/b", "2"));
    var after = tree(fleet.file("d/a", "9"));

    assertThat(id(before, "e/b")).isEqualTo(id(after, "e/b"));
    assertThat(id(before, "d/a")).isNotEqualTo(id(after, "d/a"));
    assertThat(((Directory) before.lookup("e")).id())
        .isEqualTo(((Directory) after.lookup("e")).id());
    assertThat(((Directory) before.lookup("d")).id())
        .isNotEqualTo(((Directory) after.lookup("d")).id());
  }

  @Test
  @Tag("SEC-GIT-04")
  void says_where_and_why_nothing_is_there() throws Exception {
    var tree = tree(fleet.file("d/a", "1").submodule("vendor", "1".repeat(40)));

    assertThat(tree.lookup("d/x/y"))
        .isEqualTo(new Absent("d/x", "no such file or directory", List.of()));
    assertThat(tree.lookup("d/a/b"))
        .isEqualTo(new Absent("d/a", "d/a is a file, not a directory", List.of()));
    assertThat(tree.lookup("vendor/x"))
        .isEqualTo(new Absent("vendor", "a submodule, and submodules are not read", List.of()));
  }

  @Test
  @Tag("SEC-GIT-04")
  void what_gitmodules_says_is_text_and_nothing_else() throws Exception {
    Path ran = temporary.resolve("ran");
    String hostile =
        """
        [submodule "../x"]
        \tpath = "vendor\r"
        \turl = "-oProxyCommand=touch %1$s"
        [submodule "y"]
        \tpath = y
        \turl = "ext::touch %1$s"
        """
            .formatted(ran);
    var tree =
        tree(
            fleet
                .file(".gitmodules", hostile)
                .submodule("vendor", "1".repeat(40))
                .submodule("y", "2".repeat(40))
                .file("d/a", "1"));

    assertThat(tree.read((File) tree.lookup(".gitmodules"))).isEqualTo(hostile.getBytes(UTF_8));
    assertThat(tree.read((File) tree.lookup("d/a"))).isEqualTo("1".getBytes(UTF_8));
    for (String path : List.of("vendor", "y")) {
      assertThat(tree.lookup(path))
          .isEqualTo(new Absent(path, "a submodule, and submodules are not read", List.of()));
    }
    assertThat(tree.lookup("vendor\r")).isInstanceOf(Absent.class);
    assertThat(server.requests()).allMatch(request -> request.contains(" /fleet.git/"));
    assertThat(ran).doesNotExist();
    assertThat(clonesOnDisk().getFirst().resolve("modules")).doesNotExist();
  }

  @ParameterizedTest
  @Tag("SEC-GIT-01")
  @ValueSource(
      strings = {
        "../d/a",
        "d/../d/a",
        "..",
        ".",
        "./d",
        "/d/a",
        "/etc/passwd",
        "d//a",
        "d/",
        "d/a\0",
        "d/./a",
      })
  void there_is_nothing_at_a_path_that_is_none(String path) throws Exception {
    var tree = tree(fleet.file("d/a", "1"));

    assertThat(tree.lookup(path))
        .isEqualTo(new Absent(path, "not a path inside the tree", List.of()));
  }

  @Test
  void lists_a_name_that_is_not_utf8_and_opens_it_never() throws Exception {
    String blob = fleet.blob("x".getBytes(UTF_8));
    var raw = new ByteArrayOutputStream();
    raw.write("100644 caf".getBytes(UTF_8));
    raw.write(0xe9);
    raw.write(0);
    raw.write(HexFormat.of().parseHex(blob));
    String commit = fleet.commitTree("main", fleet.raw("tree", raw.toByteArray()));
    fetch("main");
    var tree = repositories.artifact(main(commit)).tree();

    assertThat(((Directory) tree.lookup("")).names()).containsExactly("caf\\xe9");
    assertThat(tree.lookup("caf\\xe9"))
        .isEqualTo(new Absent("caf\\xe9", "its name is not UTF-8", List.of()));
  }

  @Test
  @Tag("SEC-GIT-16")
  void refuses_an_lfs_pointer_by_name() throws Exception {
    var pointer =
        """
        version https://git-lfs.github.com/spec/v1
        oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
        size 12345
        """;
    var tree = tree(fleet.file("d/big.yaml", pointer));

    assertThatThrownBy(() -> tree.read((File) tree.lookup("d/big.yaml")))
        .isInstanceOf(FileTree.Unreadable.class)
        .hasMessage("d/big.yaml: a Git LFS pointer, not the file itself; LFS is not supported");
  }

  @Test
  @Tag("SEC-GIT-08")
  void reads_no_file_beyond_the_limit() throws Exception {
    restart(Limits.reading(1000, 64, 100, 100));
    var tree = tree(fleet.file("d/big.yaml", "x".repeat(1001)).file("d/fits", "x".repeat(1000)));

    assertThat(tree.read((File) tree.lookup("d/fits"))).hasSize(1000);
    assertThatThrownBy(() -> tree.read((File) tree.lookup("d/big.yaml")))
        .isInstanceOf(FileTree.TooLarge.class)
        .hasMessage("d/big.yaml: 1,001 bytes, the limit is 1,000");
  }

  @Test
  @Tag("SEC-GIT-08")
  void goes_no_deeper_and_no_wider_than_the_limits() throws Exception {
    restart(Limits.reading(1000, 3, 4, 100));
    for (int i = 0; i < 5; i++) {
      fleet.file("wide/f" + i, "");
    }
    var tree = tree(fleet.file("a/b/c/fits", "").file("a/b/c/d/deep", ""));

    assertThat(tree.lookup("a/b/c/fits")).isInstanceOf(File.class);
    assertThat(tree.lookup("a/b/c/d/deep"))
        .isEqualTo(new Absent("a/b/c/d", "directories nest deeper than 3", List.of()));
    assertThat(tree.lookup("wide/f0"))
        .isEqualTo(new Absent("wide", "a directory with more than 4 names", List.of()));
  }

  private static String id(FileTree tree, String path) throws Exception {
    return ((File) tree.lookup(path)).id();
  }

  private FileTree tree(TestRepository repository) throws Exception {
    String commit = repository.commit("main");
    fetch("main");
    return repositories.artifact(main(commit)).tree();
  }

  @Test
  void what_sourceignore_names_is_not_there_and_says_so() throws Exception {
    var tree =
        tree(
            fleet
                .file(".sourceignore", "*.bak\n/docs/\n")
                .file("a.yaml", "a: 1\n")
                .file("a.bak", "a: 2\n")
                .file("docs/b.yaml", "b: 1\n")
                .file("c/.sourceignore", "!keep.bak\n")
                .file("c/keep.bak", "c: 1\n"));

    assertThat(((Directory) tree.lookup("")).names())
        .containsExactly(".sourceignore", "a.yaml", "c");
    assertThat(((Absent) tree.lookup("a.bak")).why()).isEqualTo("left out by .sourceignore: *.bak");
    assertThat(((Absent) tree.lookup("docs/b.yaml")).why())
        .isEqualTo("left out by .sourceignore: /docs/");
    assertThat(tree.lookup("c/keep.bak")).isInstanceOf(File.class);
  }

  @Test
  void other_rules_make_another_directory_of_the_same_files_and_touch_everything()
      throws Exception {
    String first = fleet.file(".sourceignore", "*.bak\n").file("d/a.bak", "a: 1\n").commit("main");
    String second = fleet.file(".sourceignore", "*.tmp\n").commit("main");
    fetch("main");

    var before = (Directory) repositories.artifact(main(first)).tree().lookup("d");
    var after = (Directory) repositories.artifact(main(second)).tree().lookup("d");

    assertThat(before.names()).isEmpty();
    assertThat(after.names()).containsExactly("a.bak");
    assertThat(after.id()).isNotEqualTo(before.id());
    assertThat(repositories.changes(FLEET, first, second)).isInstanceOf(Changes.Everything.class);
  }
}
