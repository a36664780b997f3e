package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.SeenNamespace;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Blocked;
import dev.plumbline.api.v1alpha1.SyncStatus.Drift;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.testkit.Await;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class SwapsStatusesTest {
  private static TestHub test;

  @BeforeAll
  static void open() throws Exception {
    test = new TestHub();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @Test
  void writes_every_field_and_serves_it_at_once() {
    var sync = test.made(test.hub.syncs(), "full", Samples.SYNC);

    var write = test.writer().sync(sync, Samples.full(), Samples.full().inventory().entries());

    var written = ((Write.Written<SyncSpec, SyncStatus>) write).object();
    assertThat(written.status()).isEqualTo(Samples.full());
    assertThat(test.hub.syncs().get(sync.name())).contains(written);
    var stored = HubKind.SYNC.read(test.stored("syncs", "full").orElseThrow());
    assertThat(stored).isEqualTo(new Lookup.Found<>(written));
  }

  @Test
  void the_largest_status_there_is_fits_the_definition() {
    String wide = "ü".repeat(100_000);
    var condition = new Condition("Ready", Condition.Status.TRUE, 1L, Samples.NOON, wide, wide);
    var drift = new Drift(wide, wide, wide, Samples.NOON, Samples.NOON);
    var largest =
        new SyncStatus(
            1L,
            Phase.READY,
            List.of(condition),
            new SyncStatus.Revisions(wide, wide, wide, wide),
            wide,
            new SyncStatus.Objects(Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 0),
            Collections.nCopies(100, drift),
            Collections.nCopies(100, new SyncStatus.Extra(wide, wide, wide, Samples.NOON)),
            Collections.nCopies(100, new Blocked(wide, wide, wide)),
            null,
            wide,
            List.of(new SyncStatus.Past(wide, Samples.NOON, java.time.Duration.ofDays(4000), wide)),
            new SyncStatus.Handled(wide, wide, wide),
            IntStream.range(0, 100).mapToObj(i -> new SeenNamespace(i + wide, wide)).toList());
    var sync = test.made(test.hub.syncs(), "largest", Samples.SYNC);

    var write = test.writer().sync(sync, largest, Collections.nCopies(100, "ü".repeat(1024)));

    assertThat(write).isInstanceOf(Write.Written.class);
  }

  @Test
  void the_same_status_again_costs_no_request() {
    var sync = test.made(test.hub.syncs(), "same", Samples.SYNC);
    var first = test.writer().sync(sync, Samples.status(Phase.READY), List.of("a"));
    var written = ((Write.Written<SyncSpec, SyncStatus>) first).object();
    long mark = TestHub.PLANE.audit().mark();

    var second = test.writer().sync(written, Samples.status(Phase.READY), List.of("a"));

    assertThat(second).isEqualTo(first);
    assertThat(
            TestHub.PLANE
                .audit()
                .since(mark, e -> e.uri().startsWith(test.path("syncs") + "/same")))
        .isEmpty();
  }

  @Test
  void tells_who_lost_what_is_there_now_and_overwrites_nothing() {
    var sync = test.made(test.hub.syncs(), "raced", Samples.SYNC);
    var other =
        (Write.Written<SyncSpec, SyncStatus>)
            test.writer().sync(sync, Samples.status(Phase.APPLYING), List.of("theirs"));

    var write = test.writer().sync(sync, Samples.status(Phase.READY), List.of("ours"));

    assertThat(write).isEqualTo(new Write.Superseded<>(other.object()));
    assertThat(test.stored("syncs", "raced").orElseThrow().text("status", "phase"))
        .contains("Applying");
  }

  @Test
  void an_edit_of_the_spec_supersedes_too() {
    var sync = test.made(test.hub.syncs(), "edited", Samples.SYNC);
    TestHub.PLANE
        .api()
        .mergePatch(test.path("syncs") + "/edited", "{\"spec\":{\"path\":\"elsewhere\"}}");

    var write = test.writer().sync(sync, Samples.status(Phase.READY));

    assertThat(write).isInstanceOf(Write.Superseded.class);
    assertThat(test.hub.syncs().get(sync.name()).orElseThrow().spec().path())
        .isEqualTo("elsewhere");
  }

  @Test
  void nothing_is_written_to_another_object_of_the_same_name() {
    var sync = test.made(test.hub.syncs(), "again", Samples.SYNC);
    TestHub.PLANE.api().delete(test.path("syncs") + "/again");
    assertThat(test.writer().sync(sync, Samples.status(Phase.READY))).isEqualTo(new Write.Gone<>());
    TestHub.PLANE.api().created(test.path("syncs"), TestHub.body("Sync", "again", Samples.SYNC));

    var write = test.writer().sync(sync, Samples.status(Phase.READY));

    assertThat(write).isEqualTo(new Write.Gone<>());
    assertThat(test.stored("syncs", "again").orElseThrow().get("status")).isEmpty();
  }

  @Test
  void a_lost_answer_is_read_back() {
    var sync = test.made(test.hub.syncs(), "unheard", Samples.SYNC);
    var cluster = new FaultyCluster(test.cluster()).losingAnswersOf("replace");

    var write = new Swap<>(cluster, test.hub.syncs(), sync).status(Samples.full());

    assertThat(write).isInstanceOf(Write.Written.class);
    assertThat(test.stored("syncs", "unheard").orElseThrow().text("status", "phase"))
        .contains("Ready");
  }

  @Test
  void a_lost_request_is_a_failure_that_may_be_tried_again() {
    var sync = test.made(test.hub.syncs(), "unsent", Samples.SYNC);
    var cluster = new FaultyCluster(test.cluster()).losingRequestsOf("replace");

    var write = new Swap<>(cluster, test.hub.syncs(), sync).status(Samples.full());

    assertThat(write).isEqualTo(new Write.Failed<>("the connection broke", false));
  }

  @Test
  void our_own_statuses_wake_nobody_and_edits_do() throws Exception {
    var sync = test.made(test.hub.syncs(), "quiet", Samples.SYNC);
    var told = new AtomicInteger();
    test.hub
        .syncs()
        .onChange(
            name -> {
              if (name.equals(sync.name())) {
                told.incrementAndGet();
              }
            });
    told.set(0);

    for (Phase phase : Phase.values()) {
      var current = test.hub.syncs().get(sync.name()).orElseThrow();
      assertThat(test.writer().sync(current, Samples.status(phase)))
          .isInstanceOf(Write.Written.class);
    }
    assertThat(told).hasValue(0);
    TestHub.PLANE
        .api()
        .mergePatch(
            test.path("syncs") + "/quiet",
            "{\"metadata\":{\"annotations\":{\"plumbline.dev/requested-at\":\"now\"}}}");

    Await.until("the request is told", () -> told.get() == 1);
  }

  @Test
  void repositories_and_targets_have_statuses_as_well() {
    var repository =
        test.made(test.hub.repositories(), "fleet", "{\"url\":\"https://git.example.com/fleet\"}");
    var target = test.made(test.hub.targets(), "eu", "{\"inCluster\":true}");
    var seen = Map.of("main", new RepositoryStatus.Seen("a".repeat(40), null, null, Samples.NOON));

    var first =
        test.writer()
            .repository(
                repository,
                new RepositoryStatus(1L, RepositoryStatus.Phase.READY, List.of(), seen, null));
    var second =
        test.writer()
            .target(
                target,
                new TargetStatus(
                    1L, TargetStatus.Phase.READY, List.of(), "v1.36.3", "0af3", true, null, null));

    assertThat(first).isInstanceOf(Write.Written.class);
    assertThat(second).isInstanceOf(Write.Written.class);
    assertThat(test.hub.repositories().get(repository.name()).orElseThrow().status().observed())
        .isEqualTo(seen);
  }
}
