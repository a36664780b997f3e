package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Cluster;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class TellsEventsWithoutWaitingTest {
  private static TestHub test;

  private final ManualClock clock = new ManualClock();
  private final Map<String, Long> counts = new ConcurrentHashMap<>();

  @BeforeAll
  static void open() throws Exception {
    test = new TestHub();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @Test
  void an_event_shows_with_the_object_it_is_about() {
    var sync = test.made(test.hub.syncs(), "told", Samples.SYNC);

    test.hub
        .events()
        .write(
            new HubEvent(
                "Sync",
                sync.name(),
                sync.uid(),
                HubEvent.Type.WARNING,
                "Blocked",
                "Apply",
                "ü".repeat(2_000)));

    var event = Await.value("the event is there", () -> events("told").stream().findFirst());
    assertThat(event.text("type")).contains("Warning");
    assertThat(event.text("reportingController")).contains("plumbline.dev/agent");
    assertThat(TestHub.PLANE.kubectl("events", "-n", test.namespace, "--for", "sync/told"))
        .contains("Blocked");
  }

  @Test
  void the_same_event_is_counted_and_the_count_written_after_some_minutes() {
    try (var writer = writer(test.cluster())) {
      for (int i = 0; i < 5; i++) {
        writer.write(event("counted", "again"));
      }
      Await.until("it is written", () -> counts.getOrDefault("written", 0L) == 1);
      clock.advance(Duration.ofMinutes(7));
      writer.write(event("counted", "again"));
      Await.until("its count is written", () -> counts.getOrDefault("written", 0L) == 2);
    }

    assertThat(events("counted"))
        .singleElement()
        .returns("6", event -> event.text("series", "count").orElse(""))
        .returns(
            "2026-11-30T12:07:00.000000Z",
            event -> event.text("series", "lastObservedTime").orElse(""));
  }

  @Test
  void a_storm_is_dropped_and_counted_and_nobody_waits() {
    try (var writer = writer(test.cluster())) {
      for (int i = 0; i < 1_000; i++) {
        writer.write(event("storm", "number " + i));
      }
      assertThat(counts.get("dropped")).isEqualTo(950);

      clock.advance(Duration.ofSeconds(1));
      writer.write(event("storm", "afterwards"));

      assertThat(counts.get("dropped")).isEqualTo(950);
      Await.until("the burst is written", () -> events("storm").size() == 51);
    }
  }

  @Test
  void a_hub_that_cannot_be_reached_costs_the_event_and_nothing_else() {
    try (var writer = writer(new FaultyCluster(test.cluster()).losingRequestsOf("create"))) {
      writer.write(event("lost", "nobody hears"));

      Await.until("it is counted", () -> counts.containsKey("failed"));
    }
    assertThat(events("lost")).isEmpty();
  }

  private EventWriter writer(Cluster cluster) {
    return new EventWriter(cluster, "test", clock, counting());
  }

  private HubEvent event(String name, String note) {
    return new HubEvent(
        "Sync", test.name(name), "u-" + name, HubEvent.Type.NORMAL, "Applied", "Apply", note);
  }

  private static List<MapNode> events(String name) {
    return TestHub.PLANE
        .api()
        .get("/apis/events.k8s.io/v1/namespaces/" + test.namespace + "/events")
        .json()
        .list("items")
        .stream()
        .map(MapNode.class::cast)
        .filter(event -> event.text("regarding", "name").orElse("").equals(name))
        .toList();
  }

  private Metrics counting() {
    return new Metrics() {
      @Override
      public void count(String name, long amount, String... labels) {
        String what = name.replace("plumbline_events_", "").replace("_total", "");
        counts.merge(what, amount, Long::sum);
      }

      @Override
      public void time(String name, Duration took, String... labels) {}

      @Override
      public void gauge(String name, double value, String... labels) {}
    };
  }
}
