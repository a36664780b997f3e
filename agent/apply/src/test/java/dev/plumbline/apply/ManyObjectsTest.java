package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Watches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it measures memory")
final class ManyObjectsTest {
  private static final int MOST_BYTES_EACH = 1_000;

  @Test
  void three_hundred_objects_go_through_one_sync() throws Exception {
    String namespace = OneSync.PLANE.namespace("many");
    String many =
        IntStream.range(0, 300)
            .mapToObj(i -> configMap(namespace, i, "1"))
            .collect(Collectors.joining());
    try (var sync = new OneSync()) {
      long began = System.nanoTime();
      assertThat(sync.push(many).complete()).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
      assertThat(sync.cluster.requests()).hasSize(300);
      assertThat(sync.records).hasSize(1);
      sync.cluster.forget();

      assertThat(sync.run().complete()).isTrue();
      assertThat(sync.cluster.requests()).isEmpty();

      String changed = many.replace(configMap(namespace, 7, "1"), configMap(namespace, 7, "2"));
      assertThat(sync.push(changed).complete()).isTrue();
      assertThat(sync.cluster.requests()).hasSize(2);
    }
  }

  @Test
  void an_object_costs_a_few_hundred_bytes_of_memory() {
    int count = 10_000;
    var sinks = new ArrayList<Watches.WatchSink>();
    var live =
        new Live(
            (kind, namespace, selector, bodies, sink) -> {
              sinks.add(sink);
              return () -> {};
            },
            Samples.HUB_ID,
            name -> {});
    live.use(Samples.SYNC, Set.of(Samples.CONFIG_MAP));
    long before = used();

    fill(live, sinks.getFirst(), count);

    long each = (used() - before) / count;
    System.out.printf("Live holds %d bytes per object%n", each);
    assertThat(live.size()).isEqualTo(count);
    assertThat(each).isLessThan(MOST_BYTES_EACH);
  }

  private static void fill(Live live, Watches.WatchSink sink, int count) {
    var entries = new ArrayList<Entry>();
    sink.listing();
    for (int i = 0; i < count; i++) {
      Wanted wanted = Samples.configMap("an-object-with-a-name-" + i, "1");
      Meta meta =
          Samples.live(wanted)
              .uid(UUID.randomUUID().toString())
              .version(Integer.toString(1_000_000 + i))
              .meta();
      sink.changed(new Watches.Observed(meta, Optional.empty()));
      entries.add(Samples.entry(wanted, meta));
    }
    sink.listed("2000000");
    live.begin(Samples.SYNC);
    // The inventory itself is not kept: it is read from the record for each run.
    live.settle(Samples.SYNC, Inventory.unpack(Inventory.of(entries).packed()), Set.of());
  }

  private static long used() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static String configMap(String namespace, int i, String value) {
    return """
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: c%d, namespace: %s}
        data: {key: "%s"}
        """
        .formatted(i, namespace, value);
  }
}
