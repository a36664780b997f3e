package dev.plumbline.source.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.FileTree;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class FetchesBranchesTest extends GitTest {

  @Test
  void brings_the_heads_it_was_asked_for_and_names_those_that_are_missing() throws Exception {
    String main = fleet.file("a.yaml", "a: 1\n").commit("main");
    String prod = fleet.file("b.yaml", "b: 1\n").commit("prod");

    var fetched = fetch("main", "prod", "staging");

    assertThat(fetched.heads().get(branch("main")).commit()).isEqualTo(main);
    assertThat(fetched.heads().get(branch("prod")).commit()).isEqualTo(prod);
    assertThat(fetched.missing()).containsOnlyKeys(branch("staging"));
    assertThat(read(main, "a.yaml")).isEqualTo("a: 1\n");
  }

  @Test
  void brings_what_is_new_and_reads_old_revisions_on() throws Exception {
    String first = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    String second = fleet.file("a.yaml", "a: 2\n").commit("main");

    var fetched = fetch("main");

    assertThat(fetched.heads().get(branch("main")).commit()).isEqualTo(second);
    assertThat(fetched.rewound()).isEmpty();
    assertThat(read(first, "a.yaml")).isEqualTo("a: 1\n");
    assertThat(read(second, "a.yaml")).isEqualTo("a: 2\n");
  }

  @Test
  void asks_for_no_pack_when_the_heads_are_known() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    int before = server.requests().size();

    fetch("main");

    assertThat(server.requests().subList(before, server.requests().size()))
        .containsExactly("GET /fleet.git/info/refs", "POST /fleet.git/git-upload-pack");
  }

  @Test
  void speaks_the_old_protocol_too() throws Exception {
    server.speakOnlyTheOldProtocol();
    String first = fleet.file("a.yaml", "a: 1\n").commit("main");
    assertThat(fetch("main", "nope").missing()).containsOnlyKeys(branch("nope"));
    String second = fleet.file("a.yaml", "a: 2\n").commit("main");

    assertThat(fetch("main").heads().get(branch("main")).commit()).isEqualTo(second);
    assertThat(read(first, "a.yaml")).isEqualTo("a: 1\n");
  }

  @Test
  void tells_an_empty_repository_from_a_missing_branch() throws Exception {
    var refused = refused(source("main"), Reason.EMPTY_REPOSITORY);
    assertThat(refused.sentence()).endsWith("has no commits yet; push a first one");

    fleet.file("a.yaml", "a: 1\n").commit("trunk");

    assertThat(fetch("main").missing()).containsOnlyKeys(branch("main"));
  }

  @Test
  void follows_a_force_push_and_says_so() throws Exception {
    String old = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    String other = fleet.file("a.yaml", "a: 9\n").commitAnew("main");

    var fetched = fetch("main");

    assertThat(fetched.heads().get(branch("main")).commit()).isEqualTo(other);
    assertThat(fetched.rewound()).containsExactly(branch("main"));
    assertThat(repositories.descends(FLEET, other, old)).isFalse();
    assertThat(fetch("main").rewound()).isEmpty();
  }

  @Test
  void knows_what_descends_from_what() throws Exception {
    String first = fleet.file("a.yaml", "a: 1\n").commit("main");
    String second = fleet.file("a.yaml", "a: 2\n").commit("main");
    fetch("main");

    assertThat(repositories.descends(FLEET, second, first)).isTrue();
    assertThat(repositories.descends(FLEET, first, first)).isTrue();
    assertThat(repositories.descends(FLEET, first, second)).isFalse();
    assertThat(repositories.descends(FLEET, second, "f".repeat(40))).isFalse();
  }

  @Test
  void survives_a_branch_that_takes_the_place_of_a_directory_of_branches() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("release");
    fetch("release");
    fleet.git("update-ref", "-d", "refs/heads/release");
    String nested = fleet.commit("release/v1");

    var fetched = fetch("release", "release/v1");

    assertThat(fetched.heads()).containsOnlyKeys(branch("release/v1"));
    assertThat(fetched.heads().get(branch("release/v1")).commit()).isEqualTo(nested);
  }

  @Test
  @Tag("SEC-GIT-14")
  void takes_the_branch_where_a_tag_has_the_same_name() throws Exception {
    String branch = fleet.file("a.yaml", "a: 1\n").commit("main");
    String other = fleet.file("a.yaml", "a: 2\n").commitAnew("elsewhere");
    fleet.git("update-ref", "refs/tags/main", other);
    fleet.git("update-ref", "refs/heads/" + other, branch);

    var fetched = fetch("main", other);

    assertThat(fetched.heads().get(branch("main")).commit()).isEqualTo(branch);
    assertThat(fetched.heads().get(branch(other)).commit()).isEqualTo(branch);
  }

  @Test
  @Tag("SEC-GIT-05")
  void never_asks_for_a_branch_that_cannot_be_one() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    String[] odd = {"--upload-pack=x", "a..b", "a b", "x.lock", "é\n", "", "b".repeat(300)};

    var fetched = fetch(odd);

    assertThat(fetched.heads()).isEmpty();
    assertThat(fetched.missing().keySet()).isEqualTo(source(odd).refs());
  }

  @Test
  void has_nothing_of_a_repository_that_was_forgotten_or_never_fetched() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    assertThatThrownBy(() -> repositories.artifact(main(commit)))
        .isInstanceOf(FetchNeeded.class)
        .hasMessage("Repository plumbline-system/fleet has not been fetched yet");

    fetch("main");
    repositories.forget(FLEET);

    assertThatThrownBy(() -> repositories.artifact(main(commit))).isInstanceOf(IOException.class);
  }

  private String read(String commit, String path) throws IOException {
    FileTree tree = repositories.artifact(main(commit)).tree();
    return new String(tree.read((FileTree.File) tree.lookup(path)), UTF_8);
  }
}
