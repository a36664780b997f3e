package dev.plumbline.apply;

import static dev.plumbline.apply.Samples.DEPLOYMENT;
import static dev.plumbline.apply.Samples.HUB_ID;
import static dev.plumbline.apply.Samples.SYNC;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.health.Health;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.yaml.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Right after a write the watch still shows how the object was doing before it. */
final class KnowsNoHealthOfAnEarlierGenerationTest {
  private static final ObjectKey WEB = new ObjectKey("apps", "Deployment", "acme", "web");

  private final List<Name> woken = new ArrayList<>();
  private final Live live = new Live(this::open, HUB_ID, woken::add);
  private Watches.WatchSink sink;

  @BeforeEach
  void a_deployment_rolled_out_at_generation_1() {
    live.use(SYNC, List.of(DEPLOYMENT));
    sink.listing();
    sink.changed(deployment("100", 1, 1));
    sink.listed("100");
    live.begin(SYNC);
    live.settle(SYNC, owning("100"), Set.of());
    woken.clear();
  }

  @Test
  void what_was_well_before_our_write_is_on_its_way_after_it() {
    assertThat(health()).isEqualTo(Health.Status.CURRENT);

    live.observed(meta("101", 2));

    assertThat(health()).isEqualTo(Health.Status.IN_PROGRESS);
  }

  @Test
  void a_late_event_of_the_version_before_does_not_make_it_well() {
    live.observed(meta("101", 2));

    sink.changed(deployment("100", 1, 1));

    assertThat(health()).isEqualTo(Health.Status.IN_PROGRESS);
  }

  @Test
  void its_sync_is_woken_when_it_is_well_in_the_new_generation() {
    live.begin(SYNC);
    live.observed(meta("101", 2));
    live.settle(SYNC, owning("101"), Set.of());

    sink.changed(deployment("102", 2, 1));
    assertThat(woken).isEmpty();

    sink.changed(deployment("103", 2, 2));
    assertThat(woken).containsExactly(SYNC);
    assertThat(health()).isEqualTo(Health.Status.CURRENT);
  }

  private Health.Status health() {
    return live.health(WEB).orElseThrow().status();
  }

  private Watches.Watch open(
      ServedKind kind,
      String namespace,
      String selector,
      boolean bodies,
      Watches.WatchSink toSink) {
    sink = toSink;
    return () -> {};
  }

  private static Inventory owning(String version) {
    var meta = meta(version, 1);
    return Inventory.of(
        List.of(
            new Entry(
                WEB,
                "v1",
                meta.uid(),
                Digest128.of("wanted"),
                Owned.digest(meta, Marks.MANAGER),
                false,
                false)));
  }

  private static Watches.Observed deployment(String version, long generation, long observed) {
    var body =
        (MapNode)
            Json.read(
                """
                {"apiVersion": "apps/v1", "kind": "Deployment",
                 "metadata": {"name": "web", "namespace": "acme", "generation": %d},
                 "spec": {"replicas": 1},
                 "status": {"observedGeneration": %d, "replicas": 1, "updatedReplicas": 1,
                            "readyReplicas": 1, "availableReplicas": 1,
                            "conditions": [{"type": "Available", "status": "True"}]}}
                """
                    .formatted(generation, observed));
    return new Watches.Observed(meta(version, generation), Optional.of(body));
  }

  private static Meta meta(String version, long generation) {
    return new Meta(
        WEB,
        "apps/v1",
        "u-web",
        version,
        generation,
        Samples.NOON,
        false,
        List.of(),
        Map.of("plumbline.dev/hub", HUB_ID),
        Map.of("plumbline.dev/sync", SYNC.toString()),
        List.of(Samples.entry(Marks.MANAGER, "Apply", "", "{\"f:spec\":{}}", Samples.NOON)));
  }
}
