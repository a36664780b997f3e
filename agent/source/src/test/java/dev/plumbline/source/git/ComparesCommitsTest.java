package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.ReadSet;
import dev.plumbline.source.git.Changes.Everything;
import dev.plumbline.source.git.Changes.Paths;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ComparesCommitsTest extends GitTest {

  @Test
  void names_every_file_and_link_that_was_added_changed_or_removed() throws Exception {
    String before =
        fleet
            .file("same/a", "1")
            .file("changed", "1")
            .file("removed/x", "1")
            .file("removed/deep/y", "1")
            .link("link", "same/a")
            .commit("main");
    String after =
        fleet
            .file("changed", "2")
            .without("removed/x")
            .without("removed/deep/y")
            .file("added/z", "1")
            .link("link", "changed")
            .submodule("vendor", "1".repeat(40))
            .commit("main");
    fetch("main");

    var expected =
        new Paths(Set.of("changed", "removed/x", "removed/deep/y", "added/z", "link", "vendor"));
    assertThat(repositories.changes(FLEET, before, after)).isEqualTo(expected);
    assertThat(repositories.changes(FLEET, after, before)).isEqualTo(expected);
    assertThat(repositories.changes(FLEET, after, after)).isEqualTo(new Paths(Set.of()));
  }

  @Test
  void a_file_in_the_place_of_a_directory_changes_both() throws Exception {
    String before = fleet.file("a/b", "1").commit("main");
    String after = fleet.without("a/b").file("a", "1").commit("main");
    fetch("main");

    assertThat(repositories.changes(FLEET, before, after)).isEqualTo(new Paths(Set.of("a", "a/b")));
  }

  @Test
  void a_link_in_the_place_of_an_equal_file_is_a_change() throws Exception {
    String before = fleet.file("a", "b").commit("main");
    String after = fleet.link("a", "b").commit("main");
    fetch("main");

    assertThat(repositories.changes(FLEET, before, after)).isEqualTo(new Paths(Set.of("a")));
  }

  @Test
  void compares_branches_of_different_histories() throws Exception {
    String before = fleet.file("a", "1").file("b", "1").commit("main");
    fetch("main");
    String after = fleet.file("a", "2").commitAnew("main");
    fetch("main");

    assertThat(repositories.changes(FLEET, before, after)).isEqualTo(new Paths(Set.of("a")));
  }

  @Test
  void against_a_commit_nobody_has_everything_changed() throws Exception {
    String known = fleet.file("a", "1").commit("main");
    fetch("main");

    var changes = repositories.changes(FLEET, "e".repeat(40), known);

    assertThat(changes)
        .isEqualTo(new Everything("commit %s is not in the repository".formatted("e".repeat(40))));
    assertThat(changes.touch(ReadSet.EMPTY)).isTrue();
  }

  @Test
  void beyond_the_limit_everything_changed() throws Exception {
    restart(Limits.reading(1000, 64, 1000, 3));
    String before = fleet.file("keep", "1").commit("main");
    for (int i = 0; i < 4; i++) {
      fleet.file("d/f" + i, "1");
    }
    String after = fleet.commit("main");
    fetch("main");

    assertThat(repositories.changes(FLEET, before, after))
        .isEqualTo(new Everything("more than 3 paths differ"));
  }

  @Test
  void touches_who_read_one_of_the_paths() {
    var changes = new Paths(Set.of("tenants/acme/web.yaml"));

    assertThat(changes.touch(new ReadSet(Set.of("tenants/acme/web.yaml"), Set.of()))).isTrue();
    assertThat(changes.touch(new ReadSet(Set.of(), Set.of("tenants/acme")))).isTrue();
    assertThat(changes.touch(new ReadSet(Set.of("tenants/acme/x.yaml"), Set.of("b")))).isFalse();
  }
}
