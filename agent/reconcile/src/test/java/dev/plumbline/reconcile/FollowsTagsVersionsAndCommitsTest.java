package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.testkit.GitWorkspace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class FollowsTagsVersionsAndCommitsTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    app = new Objects(PLANE, "app");
    fleet.repository().write("base/base.yaml", app.configMap("base", "1")).push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void a_range_goes_from_release_to_release_and_not_to_what_is_outside() {
    var work = repository("semver");
    release(work, "semver", "v1.0.0", "1");
    follow("semver", "semver: \">=1.0.0 <2.0.0\"");
    fleet.awaitPhase("semver", "Ready");
    app.awaitValue("semver", "1");
    assertThat(fleet.of("semver", ".status.revision.brief")).startsWith("v1.0.0@");

    release(work, "semver", "v2.0.0", "2");
    release(work, "semver", "v1.1.0-rc.1", "3");
    release(work, "semver", "v1.1.0", "4");

    app.awaitValue("semver", "4");
    String brief = "v1.1.0@" + work.head().substring(0, 7);
    Await.until(
        "it is at " + brief, () -> fleet.of("semver", ".status.revision.brief").equals(brief));
    assertThat(fleet.object("repositories", "semver").toString())
        .contains("semver >=1.0.0 <2.0.0")
        .contains("v1.1.0");
  }

  @Test
  void a_range_that_cannot_be_read_is_told_by_the_sync_and_stops_nobody_else() {
    release(repository("odd"), "odd", "v1.0.0", "1");
    follow("odd", "semver: \"1.x.3\"");
    fleet.apply(Fleet.following("odd-too", "odd", "tag: v1.0.0", "d", "local", ""));

    assertThat(fleet.awaitReason("odd", "InvalidSource"))
        .isEqualTo("source.semver: '1.x.3' has a number after one that is left open");
    fleet.awaitPhase("odd-too", "Ready");

    follow("odd", "semver: \"2.x\"");
    assertThat(fleet.awaitReason("odd", "VersionMissing"))
        .isEqualTo("Repository odd has no tag with a version in 2.x");
  }

  @Test
  void a_tag_that_is_moved_is_followed_and_told() {
    var work = repository("moved");
    release(work, "moved", "stable", "1");
    String first = work.head().substring(0, 7);
    follow("moved", "tag: stable");
    fleet.awaitPhase("moved", "Ready");

    work.write("d/d.yaml", app.configMap("moved", "2")).push("Second");
    String second = work.head().substring(0, 7);
    work.git("tag", "--force", "--annotate", "--message=again", "stable");
    work.git("push", "--quiet", "--force", "origin", "refs/tags/stable");

    app.awaitValue("moved", "2");
    String note =
        "TagMoved: tag stable was moved from stable@%s to stable@%s".formatted(first, second);
    Await.until("an event tells", () -> fleet.events("moved").contains(note));
    Await.until(
        "the tag object is noted",
        () ->
            fleet
                .object("repositories", "moved")
                .toString()
                .contains(work.git("rev-parse", "refs/tags/stable").strip()));
  }

  @Test
  void a_commit_stays_and_what_is_live_stays_when_it_goes() {
    var work = repository("pinned");
    release(work, "pinned", "v1", "1");
    String pinned = work.head();
    work.write("d/d.yaml", app.configMap("pinned", "2")).push("Second");
    follow("pinned", "commit: " + pinned);
    fleet.awaitPhase("pinned", "Ready");
    app.awaitValue("pinned", "1");
    assertThat(fleet.of("pinned", ".status.revision.brief")).isEqualTo(pinned.substring(0, 7));

    follow("pinned", "commit: " + "f".repeat(40));

    assertThat(fleet.awaitReason("pinned", "CommitMissing"))
        .isEqualTo(
            "Repository pinned has no commit %s on any branch or tag".formatted("f".repeat(40)));
    app.vandalise("pinned");
    app.awaitValue("pinned", "1");
  }

  private static GitWorkspace repository(String name) {
    GitWorkspace work = fleet.git().create(name);
    fleet.repository(name, fleet.git().url(name), "");
    return work;
  }

  private static void follow(String name, String what) {
    fleet.apply(Fleet.following(name, name, what, "d", "local", ""));
  }

  private static void release(GitWorkspace work, String name, String tag, String value) {
    work.write("d/d.yaml", app.configMap(name, value)).push("Release " + tag);
    work.git("tag", tag);
    work.git("push", "--quiet", "origin", "refs/tags/" + tag);
  }
}
