package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.FileTree.Absent;
import dev.plumbline.model.FileTree.Directory;
import dev.plumbline.model.FileTree.Entry;
import dev.plumbline.model.FileTree.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SEC-GIT-02")
final class FollowsLinksInsideTheTreeTest {
  private final Dir root = new Dir("root");

  @Test
  void follows_a_link_to_a_file_and_tells_that_it_did() throws IOException {
    root.dir("a").put("link", new Slot.Link("../b/real"));
    root.dir("b").put("real", file());

    assertThat(lookup("a/link")).isEqualTo(new File("b/real", "f", 1, List.of("a/link")));
  }

  @Test
  void follows_links_to_directories_on_the_way() throws IOException {
    root.put("one", new Slot.Link("two"));
    root.put("two", new Slot.Link("./b//c/"));
    root.dir("b").dir("c").put("real", file());

    assertThat(lookup("one/real")).isEqualTo(new File("b/c/real", "f", 1, List.of("one", "two")));
    assertThat(lookup("one")).isInstanceOf(Directory.class);
  }

  @Test
  void two_dots_go_up_from_where_a_link_really_led() throws IOException {
    root.dir("a").put("link", new Slot.Link("../b/c/../real"));
    root.dir("a").put("deep", new Slot.Link("in/../real"));
    root.dir("a").put("in", new Slot.Link("../b/c"));
    root.dir("b").dir("c");
    root.dir("b").put("real", file());

    assertThat(lookup("a/link")).isEqualTo(new File("b/real", "f", 1, List.of("a/link")));
    assertThat(lookup("a/deep")).isEqualTo(new File("b/real", "f", 1, List.of("a/deep", "a/in")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "../../etc/passwd", "../a/../../x", "/a/real"})
  void a_link_that_leaves_is_nothing(String target) throws IOException {
    root.dir("a").put("link", new Slot.Link(target));
    root.dir("a").put("real", file());

    assertThat(lookup("a/link"))
        .isEqualTo(new Absent("a/link", "symlink a/link leaves the tree", List.of("a/link")));
  }

  @Test
  void a_link_to_nothing_names_what_is_missing() throws IOException {
    root.dir("a").put("link", new Slot.Link("../b/x/y"));
    root.dir("b");

    assertThat(lookup("a/link"))
        .isEqualTo(new Absent("b/x", "no such file or directory", List.of("a/link")));
  }

  @ParameterizedTest
  @CsvSource({"self, self", "self, ./self", "self, self/x", "self, ../a/self"})
  void a_link_in_circles_ends(String name, String target) throws IOException {
    root.dir("a").put(name, new Slot.Link(target));

    assertThat(lookup("a/self"))
        .isInstanceOfSatisfying(
            Absent.class,
            absent ->
                assertThat(absent.why())
                    .isEqualTo("symlink a/self is one of a chain of more than 40"));
  }

  @Test
  void a_chain_that_doubles_at_every_step_ends() throws IOException {
    for (int i = 0; i < 60; i++) {
      root.put("l" + i, new Slot.Link("l%d/../l%d".formatted(i + 1, i + 1)));
    }
    root.dir("l60");

    assertThat(lookup("l0")).isInstanceOf(Absent.class);
  }

  @Test
  void a_chain_of_forty_is_followed() throws IOException {
    for (int i = 0; i < 40; i++) {
      root.put("l" + i, new Slot.Link("l" + (i + 1)));
    }
    root.put("l40", file());

    assertThat(lookup("l0")).isInstanceOf(File.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\0b"})
  void a_link_without_a_usable_target_is_nothing(String target) throws IOException {
    root.put("link", new Slot.Link(target));
    root.put("long", new Slot.Link("x/".repeat(4000)));

    assertThat(lookup("link")).isInstanceOf(Absent.class);
    assertThat(lookup("long")).isInstanceOf(Absent.class);
  }

  private Entry lookup(String path) throws IOException {
    return PathWalk.lookup(root, path, 64);
  }

  private static Slot file() {
    return new Slot.File("f", 1);
  }

  private static final class Dir implements Slot.Directory {
    private final String id;
    private final Map<String, Slot> slots = new TreeMap<>();

    Dir(String id) {
      this.id = id;
    }

    Dir dir(String name) {
      return (Dir) slots.computeIfAbsent(name, Dir::new);
    }

    void put(String name, Slot slot) {
      slots.put(name, slot);
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public List<String> names() {
      return List.copyOf(slots.keySet());
    }

    @Override
    public Slot child(String name) {
      return slots.getOrDefault(name, new Slot.Missing("no such file or directory"));
    }
  }
}
