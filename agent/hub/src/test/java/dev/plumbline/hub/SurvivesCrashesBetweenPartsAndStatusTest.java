package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Chunk;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.testkit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class SurvivesCrashesBetweenPartsAndStatusTest {
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
  void the_status_still_names_the_old_inventory_whole() throws IOException {
    var sync = made("cut", Samples.entries(300));
    var dying = writer(new FaultyCluster(test.cluster()).losingRequestsOf("replace"));

    var write = dying.sync(sync, Samples.status(Phase.READY), Samples.entries(400));

    assertThat(write).isInstanceOf(Write.Failed.class);
    assertThat(objects("cut")).hasSize(2);
    assertThat(test.hub.inventory(served(sync.name()))).isEqualTo(whole(300));
  }

  @Test
  void the_next_try_uses_what_is_there_already() throws IOException {
    var sync = made("retried", Samples.entries(300));
    writer(new FaultyCluster(test.cluster()).losingRequestsOf("replace"))
        .sync(sync, Samples.status(Phase.READY), Samples.entries(400));

    var write = test.writer().sync(sync, Samples.status(Phase.READY), Samples.entries(400));

    assertThat(write).isInstanceOf(Write.Written.class);
    assertThat(objects("retried")).hasSize(1);
    assertThat(test.hub.inventory(served(sync.name()))).isEqualTo(whole(400));
  }

  @Test
  void a_part_whose_answer_was_lost_is_found() throws IOException {
    var sync = made("unheard", List.of());
    var cluster = new FaultyCluster(test.cluster()).losingAnswersOf("create");

    var write = writer(cluster).sync(sync, Samples.status(Phase.READY), Samples.entries(300));

    assertThat(write).isInstanceOf(Write.Written.class);
    assertThat(test.hub.inventory(served(sync.name()))).isEqualTo(whole(300));
  }

  @Test
  void a_part_that_was_not_made_keeps_the_status_from_naming_it() throws IOException {
    var sync = made("unsent", List.of("a"));
    var cluster = new FaultyCluster(test.cluster()).losingRequestsOf("create");

    var write = writer(cluster).sync(sync, Samples.status(Phase.READY), Samples.entries(300));

    assertThat(write)
        .isEqualTo(
            new Write.Failed<>(
                "could not write the inventory of Sync %s: the connection broke"
                    .formatted(sync.name()),
                false));
    assertThat(test.hub.inventory(served(sync.name())))
        .isEqualTo(new LoadedInventory.Whole(List.of("a")));
  }

  @Test
  void a_name_taken_by_an_object_being_deleted_is_not_used() throws IOException {
    var sync = made("taken", Samples.entries(300));
    String name = chunks(served(sync.name())).getFirst().name();
    String path = test.path("inventories") + "/" + name;
    TestHub.PLANE
        .api()
        .mergePatch(path, "{\"metadata\":{\"finalizers\":[\"example.com/backup\"]}}");
    TestHub.PLANE.api().delete(path);
    written(test.writer().sync(served(sync.name()), Samples.status(Phase.READY), List.of()));

    written(
        test.writer().sync(served(sync.name()), Samples.status(Phase.READY), Samples.entries(300)));

    assertThat(chunks(served(sync.name()))).extracting(Chunk::name).containsExactly(name + "-1");
    assertThat(test.hub.inventory(served(sync.name()))).isEqualTo(whole(300));
  }

  @Test
  void leftovers_are_swept_when_they_are_old_enough_and_nobody_names_them() throws IOException {
    var named = made("named", Samples.entries(300));
    var sync = made("swept", Samples.entries(300));
    writer(new FaultyCluster(test.cluster()).losingRequestsOf("replace"))
        .sync(sync, Samples.status(Phase.READY), Samples.entries(400));
    var clock = new ManualClock(Instant.now());

    sweep(clock, namespace -> true);
    assertThat(objects("swept")).hasSize(2);
    clock.advance(Duration.ofMinutes(11));
    sweep(clock, namespace -> false);
    assertThat(objects("swept")).as("another installation's").hasSize(2);
    sweep(clock, namespace -> true);

    assertThat(objects("swept")).hasSize(1);
    assertThat(test.hub.inventory(served(sync.name()))).isEqualTo(whole(300));
    assertThat(test.hub.inventory(served(named.name()))).isEqualTo(whole(300));
  }

  @Test
  void what_a_writer_is_about_to_name_escapes_a_sweep_that_saw_it_before() throws IOException {
    var sync = made("racing", List.of());
    writer(new FaultyCluster(test.cluster()).losingRequestsOf("replace"))
        .sync(sync, Samples.status(Phase.READY), Samples.entries(300));
    var later = new ManualClock(Instant.now());
    later.advance(Duration.ofMinutes(11));
    var stale = objects("racing");
    written(test.writer().sync(sync, Samples.status(Phase.READY), Samples.entries(300)));

    var cluster = new FaultyCluster(test.cluster()).listing(stale);
    new Leftovers(cluster, later)
        .sweep(
            test.hub.inventoryKind(),
            new HubObjects<>(HubKind.SYNC, Metrics.none()),
            namespace -> true);

    assertThat(test.hub.inventory(served(sync.name()))).isEqualTo(whole(300));
  }

  private static void sweep(Clock clock, Predicate<String> ours) throws IOException {
    new Leftovers(test.cluster(), clock).sweep(test.hub.inventoryKind(), test.hub.syncs(), ours);
  }

  private static HubWriter writer(Cluster cluster) {
    return new HubWriter(cluster, test.hub, Clock.system());
  }

  private static HubObject<SyncSpec, SyncStatus> made(String name, List<String> entries) {
    var sync = test.made(test.hub.syncs(), name, Samples.SYNC);
    return written(test.writer().sync(sync, Samples.status(Phase.PENDING), entries));
  }

  private static HubObject<SyncSpec, SyncStatus> written(Write<SyncSpec, SyncStatus> write) {
    assertThat(write).isInstanceOf(Write.Written.class);
    return ((Write.Written<SyncSpec, SyncStatus>) write).object();
  }

  private static HubObject<SyncSpec, SyncStatus> served(Name name) {
    return test.hub.syncs().get(name).orElseThrow();
  }

  private static List<Meta> objects(String sync) throws IOException {
    return test.cluster().list(test.hub.inventoryKind(), ChunkObject.LABEL).stream()
        .filter(meta -> meta.annotations().containsValue(test.namespace + "/" + sync))
        .toList();
  }

  private static List<Chunk> chunks(HubObject<SyncSpec, SyncStatus> sync) {
    return sync.status().inventory().head().chunks();
  }

  private static LoadedInventory whole(int count) {
    return new LoadedInventory.Whole(Samples.entries(count));
  }
}
