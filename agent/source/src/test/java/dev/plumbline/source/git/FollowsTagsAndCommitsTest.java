package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.Revision;
import dev.plumbline.source.VersionRange;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FollowsTagsAndCommitsTest extends GitTest {
  private static final GitRef V1 = new GitRef.Tag("v1");

  @Test
  void a_tag_leads_to_its_commit_though_no_branch_does() throws Exception {
    String tagged = fleet.file("a.yaml", "a: 1\n").commitAnew("gone");
    fleet.tag("v1", tagged).git("update-ref", "-d", "refs/heads/gone");
    fleet.file("a.yaml", "a: 2\n").commitAnew("main");

    var fetched = fetch(V1);

    assertThat(fetched.heads().get(V1)).isEqualTo(new Revision(FLEET, "v1", tagged));
    assertThat(fetched.tagObjects()).isEmpty();
    assertThat(repositories.artifact(fetched.heads().get(V1)).tree().lookup("a.yaml"))
        .isInstanceOf(FileTree.File.class);
  }

  @Test
  @Tag("SEC-GIT-14")
  void an_annotated_tag_is_followed_to_its_commit_and_its_object_is_noted() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    String object = fleet.annotated("inner", commit, "first");
    String outer = fleet.annotated("v1", "refs/tags/inner", "a tag of a tag");

    var fetched = fetch(V1, new GitRef.Tag("inner"));

    assertThat(fetched.heads().get(V1).commit()).isEqualTo(commit);
    assertThat(fetched.tagObjects())
        .containsEntry(V1, outer)
        .containsEntry(new GitRef.Tag("inner"), object);
  }

  @Test
  @Tag("SEC-GIT-14")
  void a_tag_that_is_moved_is_followed_and_told() throws Exception {
    String first = fleet.file("a.yaml", "a: 1\n").commit("main");
    fleet.tag("v1", first);
    fetch(V1);
    String second = fleet.file("a.yaml", "a: 2\n").commit("main");
    fleet.tag("v1", second);

    var fetched = fetch(V1);

    assertThat(fetched.heads().get(V1).commit()).isEqualTo(second);
    assertThat(fetched.rewound()).containsExactly(V1);
    assertThat(fetch(V1).rewound()).isEmpty();
  }

  @Test
  @Tag("SEC-GIT-14")
  void a_tag_object_that_is_exchanged_is_told_though_the_commit_is_the_same() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fleet.annotated("v1", commit, "said alice");
    fetch(V1);
    restart(GitLimits.DEFAULT);
    String other = fleet.annotated("v1", commit, "said mallory");

    var fetched = fetch(V1);

    assertThat(fetched.heads().get(V1).commit()).isEqualTo(commit);
    assertThat(fetched.tagObjects()).containsEntry(V1, other);
    assertThat(fetched.rewound()).containsExactly(V1);
  }

  @Test
  @Tag("SEC-GIT-14")
  void a_branch_that_is_named_like_a_tag_or_a_commit_is_neither() throws Exception {
    String tagged = fleet.file("a.yaml", "a: 1\n").commitAnew("main");
    String other = fleet.file("a.yaml", "a: 2\n").commitAnew("v1");
    fleet.tag("v1", tagged).point(tagged, other);
    var commit = new GitRef.Commit(tagged, Optional.empty());

    var fetched = fetch(V1, branch("v1"), commit, new GitRef.Tag("main"));

    assertThat(fetched.heads().get(V1).commit()).isEqualTo(tagged);
    assertThat(fetched.heads().get(branch("v1")).commit()).isEqualTo(other);
    assertThat(fetched.heads().get(commit).commit()).isEqualTo(tagged);
    assertThat(fetched.missing().get(new GitRef.Tag("main")).what()).isEqualTo("no tag main");
  }

  @Test
  void a_tag_of_a_file_is_no_revision_and_harms_nobody_else() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fleet.tag("file", fleet.blob("x".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    var file = new GitRef.Tag("file");

    var fetched = fetch(file, branch("main"), new GitRef.Commit(commit, Optional.empty()));

    assertThat(fetched.missing()).containsOnlyKeys(file);
    assertThat(fetched.heads()).hasSize(2);
  }

  @Test
  void the_highest_version_in_the_range_is_followed_as_it_is_released() throws Exception {
    String first = fleet.file("a.yaml", "a: 1\n").commit("main");
    fleet.tag("v1.9.0", first).tag("v1.10.0-rc.1", first).tag("nightly", first).tag("1.2.0", first);
    fleet.tag("v2.0.0", first);
    var range = new GitRef.Newest(VersionRange.parse(">=1.0.0 <2.0.0"));
    assertThat(fetch(range).heads().get(range)).isEqualTo(new Revision(FLEET, "v1.9.0", first));
    String second = fleet.file("a.yaml", "a: 2\n").commit("main");
    String object = fleet.annotated("1.10.0", second, "released");

    var fetched = fetch(range);

    assertThat(fetched.heads().get(range)).isEqualTo(new Revision(FLEET, "1.10.0", second));
    assertThat(fetched.tagObjects()).containsEntry(range, object);
    assertThat(fetched.rewound()).isEmpty();
  }

  @Test
  @Tag("SEC-GIT-14")
  void a_version_that_is_moved_is_told() throws Exception {
    String first = fleet.file("a.yaml", "a: 1\n").commit("main");
    var range = new GitRef.Newest(VersionRange.parse("1.x"));
    fleet.tag("v1.0.0", first);
    fetch(range);
    fleet.tag("v1.0.0", fleet.file("a.yaml", "a: 2\n").commit("main"));

    assertThat(fetch(range).rewound()).containsExactly(range);
  }

  @Test
  void a_range_without_a_version_says_so() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fleet.tag("v1.0.0", commit).tag("v2.0.0-rc.1", commit);
    var range = new GitRef.Newest(VersionRange.parse("2.x"));

    assertThat(fetch(range).missing().get(range))
        .isEqualTo(new Missing(Missing.Reason.VERSION_MISSING, "no tag with a version in 2.x"));
  }

  @Test
  void a_commit_stays_the_commit_whatever_becomes_of_its_branch() throws Exception {
    String pinned = fleet.file("a.yaml", "a: 1\n").commit("main");
    fleet.file("a.yaml", "a: 2\n").commit("main");
    var commit = new GitRef.Commit(pinned, Optional.of("main"));
    assertThat(fetch(commit).heads().get(commit)).isEqualTo(new Revision(FLEET, "main", pinned));
    fleet.file("a.yaml", "a: 3\n").commitAnew("main");

    assertThat(fetch(commit).heads().get(commit).commit()).isEqualTo(pinned);
  }

  @Test
  void a_commit_is_looked_for_on_every_branch_and_tag_where_none_is_named() throws Exception {
    String onBranch = fleet.file("a.yaml", "a: 1\n").commitAnew("side");
    String onTag = fleet.file("a.yaml", "a: 2\n").commitAnew("gone");
    fleet.annotated("v1", onTag, "kept");
    fleet.git("update-ref", "-d", "refs/heads/gone");
    var first = new GitRef.Commit(onBranch, Optional.empty());
    var second = new GitRef.Commit(onTag, Optional.empty());

    var fetched = fetch(first, second);

    assertThat(fetched.heads().get(first)).isEqualTo(new Revision(FLEET, "", onBranch));
    assertThat(fetched.heads().get(second).commit()).isEqualTo(onTag);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_commit_that_is_on_no_branch_is_not_taken(boolean modern) throws Exception {
    if (!modern) {
      server.speakOnlyTheOldProtocol();
    }
    String loose = fleet.file("a.yaml", "a: 9\n").commitAnew("attack");
    fleet.git("update-ref", "refs/pull/1/head", loose);
    fleet.git("update-ref", "-d", "refs/heads/attack");
    String other = fleet.file("a.yaml", "a: 1\n").commit("main");
    fleet.commitAnew("side");
    var anywhere = new GitRef.Commit(loose, Optional.empty());
    var elsewhere = new GitRef.Commit(other, Optional.of("side"));

    Fetched fetched = fetch(anywhere, elsewhere);

    assertThat(fetched.missing().get(anywhere).what())
        .isEqualTo("no commit %s on any branch or tag".formatted(loose));
    assertThat(fetched.missing().get(elsewhere).what())
        .isEqualTo("no commit %s on branch side".formatted(other));
  }
}
