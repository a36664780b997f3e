package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A process dies at every point of a run; the next one knows the record and nothing else. */
final class SurvivesDeathAnywhereTest {
  private static final int ALL = 1_000;

  private static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final String namespace = OneSync.PLANE.namespace("death");
  // In Git, the second revision changes a, drops b and adds c, d, e; e is somebody else's already.
  private final String first = configMap("a", "1") + configMap("b", "1");
  private final String second =
      configMap("a", "2")
          // The server writes times in whole seconds: the set of fields has to change, too.
          + "  more: x\n"
          + configMap("c", "2")
          + configMap("d", "2")
          + configMap("e", "2");
  private final String third = configMap("a", "3") + configMap("d", "3");

  @Test
  void before_every_request_and_goes_on_with_the_same_revision() throws Exception {
    int requests = dieAt(ALL, second, Map.of("a", "2", "c", "2", "d", "2"));
    assertThat(requests).isGreaterThan(8);
    for (int n = 1; n <= requests; n++) {
      dieAt(n, second, Map.of("a", "2", "c", "2", "d", "2"));
    }
  }

  @Test
  void before_every_request_and_goes_on_with_the_next_revision() throws Exception {
    int requests = dieAt(ALL, third, Map.of("a", "3", "d", "3"));
    for (int n = 1; n <= requests; n++) {
      dieAt(n, third, Map.of("a", "3", "d", "3"));
    }
  }

  @Test
  void before_every_request_and_goes_back_to_the_revision_before() throws Exception {
    int requests = dieAt(ALL, first, Map.of("a", "1", "b", "1"));
    for (int n = 1; n <= requests; n++) {
      dieAt(n, first, Map.of("a", "1", "b", "1"));
    }
  }

  /** Returns how many requests were sent before it died, or before all was done. */
  private int dieAt(int n, String next, Map<String, String> wanted) throws Exception {
    OneSync.PLANE.kubectl("-n", namespace, "delete", "configmaps", "--all");
    OneSync.PLANE.kubectl("-n", namespace, "create", "configmap", "e", "--from-literal=key=theirs");
    var clock = new ManualClock();
    try (var sync = OneSync.with(clock)) {
      sync.push(first);
      Inventory before = sync.inventory;
      sync.records.clear();
      var sent = new AtomicInteger();
      sync.cluster.before(
          request -> {
            if (sent.incrementAndGet() >= n) {
              throw new Died();
            }
          });
      try {
        sync.push(second);
      } catch (Died e) {
        assertThat(sent.get()).isGreaterThanOrEqualTo(n);
      }
      // What it learned after its last record died with it.
      sync.inventory = sync.records.isEmpty() ? before : sync.records.getLast();
      try (var again = sync.restarted()) {
        again.push(next);
        // Until then a create that was sent before the death may still arrive.
        clock.advance(Duration.ofSeconds(76));
        again.run();
        assertThat(ours(again)).as("killed before request %d", n).isEqualTo(wanted);
        assertThat(data("e")).isEqualTo("theirs");
        assertThat(again.inventory.entries())
            .extracting(entry -> entry.key().name())
            .containsExactlyInAnyOrderElementsOf(wanted.keySet());
        assertThat(again.inventory.entries())
            .noneMatch(entry -> entry.creating() || entry.deleting());
      }
      return sent.get();
    }
  }

  private Map<String, String> ours(OneSync sync) {
    var reply =
        OneSync.PLANE
            .api()
            .get(
                "/api/v1/namespaces/%s/configmaps?labelSelector=plumbline.dev/hub=%s"
                    .formatted(namespace, sync.hubId));
    var there = new TreeMap<String, String>();
    for (Node item : reply.json().list("items")) {
      var object = (MapNode) item;
      there.put(
          object.text("metadata", "name").orElseThrow(), object.text("data", "key").orElse(""));
    }
    return there;
  }

  private String data(String name) throws Exception {
    try (var reader = new OneSync()) {
      return reader
          .there(new ObjectKey("", "ConfigMap", namespace, name))
          .flatMap(body -> body.text("data", "key"))
          .orElse("");
    }
  }

  private String configMap(String name, String value) {
    return """
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        data:
          key: "%s"
        """
        .formatted(name, namespace, value);
  }
}
