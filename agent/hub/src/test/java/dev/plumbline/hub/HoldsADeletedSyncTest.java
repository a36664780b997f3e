package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.testkit.Await;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class HoldsADeletedSyncTest {
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
  void until_the_finalizer_is_taken_off() {
    var sync = test.made(test.hub.syncs(), "held", Samples.SYNC);
    var held = written(test.writer().addFinalizer(sync));
    assertThat(held.finalizers()).containsExactly("plumbline.dev/sync");

    TestHub.PLANE.api().delete(test.path("syncs") + "/held");
    var deleting =
        Await.value(
            "it is being deleted",
            () -> test.hub.syncs().get(sync.name()).filter(HubObject::deleting));
    written(test.writer().removeFinalizer(deleting));

    Await.until("it is gone", () -> test.stored("syncs", "held").isEmpty());
    Await.until("the hub knows", () -> test.hub.syncs().get(sync.name()).isEmpty());
  }

  @Test
  void a_finalizer_that_is_there_costs_no_request_and_others_stay() {
    TestHub.PLANE
        .api()
        .created(
            test.path("syncs"),
            TestHub.body("Sync", "shared", Samples.SYNC)
                .replace(
                    "\"name\":\"shared\"",
                    "\"name\":\"shared\",\"finalizers\":[\"example.com/other\"]"));
    var sync = test.served(test.hub.syncs(), "shared");

    var held = written(test.writer().addFinalizer(sync));
    assertThat(test.writer().addFinalizer(held)).isEqualTo(new Write.Written<>(held));
    var freed = written(test.writer().removeFinalizer(held));

    assertThat(held.finalizers()).containsExactly("example.com/other", "plumbline.dev/sync");
    assertThat(freed.finalizers()).containsExactly("example.com/other");
  }

  @Test
  void nothing_is_put_on_a_version_that_was_not_read() {
    var sync = test.made(test.hub.syncs(), "moved", Samples.SYNC);
    TestHub.PLANE
        .api()
        .mergePatch(test.path("syncs") + "/moved", "{\"spec\":{\"path\":\"elsewhere\"}}");

    var write = test.writer().addFinalizer(sync);

    assertThat(write).isInstanceOf(Write.Superseded.class);
    assertThat(test.stored("syncs", "moved").orElseThrow().list("metadata", "finalizers"))
        .isEmpty();
  }

  private static HubObject<SyncSpec, SyncStatus> written(Write<SyncSpec, SyncStatus> write) {
    assertThat(write).isInstanceOf(Write.Written.class);
    return ((Write.Written<SyncSpec, SyncStatus>) write).object();
  }
}
