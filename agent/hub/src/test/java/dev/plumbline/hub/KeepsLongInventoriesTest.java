package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Chunk;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class KeepsLongInventoriesTest {
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
  void a_hundred_entries_stand_in_the_status_and_more_in_objects() throws IOException {
    var sync = test.made(test.hub.syncs(), "grows", Samples.SYNC);
    assertThat(test.hub.inventory(sync)).isEqualTo(new LoadedInventory.None());

    var small = write(sync, Samples.entries(100));
    var large = write(small, Samples.entries(101));

    assertThat(small.status().inventory().head()).isNull();
    assertThat(test.hub.inventory(small)).isEqualTo(whole(100));
    assertThat(large.status().inventory().entries()).isEmpty();
    assertThat(large.status().inventory().head().chunks()).hasSize(1);
    assertThat(test.hub.inventory(large)).isEqualTo(whole(101));
  }

  @Test
  void its_objects_are_held_and_owned_by_nobody() {
    var sync = write(test.made(test.hub.syncs(), "held", Samples.SYNC), Samples.entries(300));

    MapNode chunk = chunk(chunks(sync).getFirst().name());

    assertThat(chunk.list("metadata", "finalizers")).hasToString("[plumbline.dev/in-use]");
    assertThat(chunk.list("metadata", "ownerReferences")).isEmpty();
    assertThat(chunk.text("spec", "count")).contains("300");
    assertThat(chunk.text("metadata", "annotations", "plumbline.dev/sync"))
        .contains(test.namespace + "/held");
  }

  @Test
  void a_change_writes_the_parts_it_touches_and_removes_what_they_replace() throws IOException {
    var entries = new ArrayList<>(Samples.entries(10_000));
    var before = write(test.made(test.hub.syncs(), "changes", Samples.SYNC), entries);
    entries.set(9_999, entries.get(9_999) + "|deleting");

    var after = write(before, entries);

    var kept = new ArrayList<>(chunks(before));
    kept.retainAll(chunks(after));
    assertThat(chunks(before)).hasSizeGreaterThan(4);
    assertThat(kept).hasSize(chunks(before).size() - 1);
    assertThat(test.hub.inventory(after)).isEqualTo(new LoadedInventory.Whole(entries));
    assertThat(test.stored("inventories", chunks(before).getLast().name())).isEmpty();
  }

  @Test
  void shrinking_back_into_the_status_leaves_no_object() {
    var large = write(test.made(test.hub.syncs(), "shrinks", Samples.SYNC), Samples.entries(300));

    var small = write(large, Samples.entries(3));

    assertThat(small.status().inventory().entries()).hasSize(3);
    assertThat(test.stored("inventories", chunks(large).getFirst().name())).isEmpty();
  }

  @Test
  void the_last_one_turns_off_the_light() {
    var sync = write(test.made(test.hub.syncs(), "ends", Samples.SYNC), Samples.entries(300));
    var held = ((Write.Written<SyncSpec, SyncStatus>) test.writer().addFinalizer(sync)).object();
    TestHub.PLANE.api().delete(test.path("syncs") + "/ends");
    var deleting =
        Await.value(
            "it is being deleted",
            () -> test.hub.syncs().get(held.name()).filter(HubObject::deleting));

    test.writer().removeFinalizer(deleting);

    assertThat(test.stored("inventories", chunks(sync).getFirst().name())).isEmpty();
  }

  @Test
  void an_object_somebody_deletes_stays_while_it_is_named() throws IOException {
    var sync = write(test.made(test.hub.syncs(), "deleted", Samples.SYNC), Samples.entries(300));

    TestHub.PLANE.api().delete(test.path("inventories") + "/" + chunks(sync).getFirst().name());

    assertThat(test.hub.inventory(sync)).isEqualTo(whole(300));
  }

  @Test
  void a_missing_part_is_said_and_never_taken_for_an_empty_one() throws IOException {
    var sync = write(test.made(test.hub.syncs(), "robbed", Samples.SYNC), Samples.entries(300));
    String path = test.path("inventories") + "/" + chunks(sync).getFirst().name();
    TestHub.PLANE.api().mergePatch(path, "{\"metadata\":{\"finalizers\":null}}");
    TestHub.PLANE.api().delete(path);

    assertThat(test.hub.inventory(sync))
        .isEqualTo(
            new LoadedInventory.Incomplete(
                "Inventory %s/%s, named by the status of Sync %s, is not there"
                    .formatted(test.namespace, chunks(sync).getFirst().name(), sync.name())));
  }

  @Test
  void a_part_made_anew_with_other_content_is_not_believed() throws IOException {
    var sync = write(test.made(test.hub.syncs(), "forged", Samples.SYNC), Samples.entries(300));
    String name = chunks(sync).getFirst().name();
    String path = test.path("inventories") + "/" + name;
    TestHub.PLANE.api().mergePatch(path, "{\"metadata\":{\"finalizers\":null}}");
    TestHub.PLANE.api().delete(path);
    TestHub.PLANE
        .api()
        .created(
            test.path("inventories"),
            TestHub.body("Inventory", name, "{\"sync\":\"forged\",\"count\":0,\"entries\":[]}"));

    assertThat(test.hub.inventory(sync)).isInstanceOf(LoadedInventory.Incomplete.class);
  }

  @Test
  void an_inventory_object_is_never_changed() {
    var sync = write(test.made(test.hub.syncs(), "fixed", Samples.SYNC), Samples.entries(300));

    var reply =
        TestHub.PLANE
            .api()
            .mergePatch(
                test.path("inventories") + "/" + chunks(sync).getFirst().name(),
                "{\"spec\":{\"entries\":[]}}");

    assertThat(reply.json().text("message").orElseThrow())
        .endsWith("spec: Invalid value: an Inventory is never changed once made");
  }

  private static HubObject<SyncSpec, SyncStatus> write(
      HubObject<SyncSpec, SyncStatus> sync, List<String> entries) {
    var write = test.writer().sync(sync, Samples.status(Phase.READY), entries);
    assertThat(write).isInstanceOf(Write.Written.class);
    return ((Write.Written<SyncSpec, SyncStatus>) write).object();
  }

  private static List<Chunk> chunks(HubObject<SyncSpec, SyncStatus> sync) {
    return sync.status().inventory().head().chunks();
  }

  private static MapNode chunk(String name) {
    return test.stored("inventories", name).orElseThrow();
  }

  private static LoadedInventory whole(int count) {
    return new LoadedInventory.Whole(Samples.entries(count));
  }
}
