package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.kube.Connection;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.FaultProxy;
import dev.plumbline.testkit.FaultProxy.Fault;
import dev.plumbline.testkit.FaultProxy.Sent;
import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The connection breaks after a write was sent: nobody knows whether it was carried out. */
final class ReadsBackWhatIsUnknownTest {
  private final String namespace = OneSync.PLANE.namespace("unknown");
  private final ObjectKey b = new ObjectKey("", "ConfigMap", namespace, "b");
  private final FaultProxy proxy = FaultProxy.before(OneSync.PLANE);
  private final Connection connection = OneSync.connect(proxy.kubeconfig());
  private final ManualClock clock = new ManualClock();
  private final OneSync sync = OneSync.with(connection, OneSync.watches(), clock);

  @AfterEach
  void close() {
    sync.close();
    connection.close();
    proxy.close();
  }

  @Test
  void a_create_that_was_carried_out_is_taken_over() throws Exception {
    sync.push(configMap("a"));
    proxy.once(ReadsBackWhatIsUnknownTest::applies, new Fault.LosesAnswer());

    Applied unknown = sync.push(configMap("a") + configMap("b"));

    assertThat(sync.outcome(unknown, "ConfigMap", "b").result()).isEqualTo(Result.UNKNOWN);
    assertThat(unknown.inventory().get(b).orElseThrow().creating()).isTrue();
    sync.cluster.forget();

    Applied known = sync.run();

    assertThat(known.complete()).isTrue();
    assertThat(sync.cluster.requests()).first().isEqualTo("read " + b);
    assertThat(sync.cluster.requests()).noneMatch(request -> request.startsWith("create"));
    assertThat(known.drifts()).isEmpty();
  }

  @Test
  void a_create_that_never_arrived_is_sent_again() throws Exception {
    sync.push(configMap("a"));
    proxy.once(ReadsBackWhatIsUnknownTest::applies, new Fault.LosesRequest());
    assertThat(sync.push(configMap("a") + configMap("b")).complete()).isFalse();
    sync.cluster.forget();

    Applied known = sync.run();

    assertThat(known.complete()).isTrue();
    assertThat(sync.cluster.requests()).containsExactly("read " + b, "create " + b);
    assertThat(known.drifts()).as("nobody deleted it").isEmpty();
  }

  @Test
  void a_lost_create_that_git_dropped_meanwhile_keeps_its_entry_until_it_cannot_arrive_any_more()
      throws Exception {
    sync.push(configMap("a"));
    proxy.once(ReadsBackWhatIsUnknownTest::applies, new Fault.LosesRequest());
    sync.push(configMap("a") + configMap("b"));

    Applied lingering = sync.push(configMap("a"));

    assertThat(lingering.complete()).isTrue();
    assertThat(lingering.inventory().get(b)).isPresent();
    assertThat(lingering.again()).contains(clock.now().plus(Duration.ofSeconds(75)));

    clock.advance(Duration.ofSeconds(76));
    Applied settled = sync.run();
    assertThat(settled.inventory().get(b)).isEmpty();
    assertThat(settled.again()).isEmpty();
  }

  @Test
  void a_lost_create_that_arrives_late_is_pruned() throws Exception {
    sync.push(configMap("a"));
    proxy.once(ReadsBackWhatIsUnknownTest::applies, new Fault.LosesRequest());
    sync.push(configMap("a") + configMap("b"));
    sync.push(configMap("a"));

    // The request that was held back somewhere arrives now.
    try (var late = sync.twin()) {
      late.push(configMap("a") + configMap("b"));
    }
    Applied pruned = sync.awakened();

    assertThat(sync.there(b)).isEmpty();
    assertThat(pruned.again()).as("another one may still come").isPresent();
    clock.advance(Duration.ofSeconds(76));
    assertThat(sync.run().inventory().get(b)).isEmpty();
  }

  @Test
  void an_update_whose_answer_was_lost_is_settled_by_the_next_run() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    proxy.once(sent -> applies(sent) && !isDryRun(sent), new Fault.LosesAnswer());

    Applied unknown = sync.push(configMap("a") + configMap("b").replace("value", "new"));
    assertThat(sync.outcome(unknown, "ConfigMap", "b").result()).isEqualTo(Result.UNKNOWN);
    Applied known = sync.run();

    assertThat(known.complete()).isTrue();
    assertThat(known.drifts()).as("it was our own write").isEmpty();
    assertThat(sync.there(b).orElseThrow().text("data", "key")).contains("new");
  }

  @Test
  void a_delete_that_was_carried_out_is_settled_by_the_next_run() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    proxy.once(ReadsBackWhatIsUnknownTest::deletes, new Fault.LosesAnswer());

    Applied unknown = sync.push(configMap("a"));

    assertThat(sync.outcome(unknown, "ConfigMap", "b").result()).isEqualTo(Result.UNKNOWN);
    assertThat(unknown.inventory().get(b).orElseThrow().deleting()).isTrue();
    assertThat(sync.run().inventory().get(b)).isEmpty();
  }

  @Test
  void a_late_delete_meets_another_version_of_what_is_wanted_again() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    String planned = version();
    proxy.once(ReadsBackWhatIsUnknownTest::deletes, new Fault.LosesRequest());
    sync.push(configMap("a"));

    Applied again = sync.push(configMap("a") + configMap("b"));

    assertThat(again.complete()).isTrue();
    assertThat(again.inventory().get(b).orElseThrow().deleting()).isFalse();
    assertThat(version()).as("a delete of the old version is refused").isNotEqualTo(planned);
    assertThat(sync.run().outcomes()).allMatch(outcome -> outcome.result() == Result.KEPT);
  }

  private static boolean applies(Sent sent) {
    return sent.method().equals("PATCH") && sent.uri().contains("/configmaps/b");
  }

  private static boolean deletes(Sent sent) {
    return sent.method().equals("DELETE") && !isDryRun(sent);
  }

  private static boolean isDryRun(Sent sent) {
    return sent.uri().contains("dryRun");
  }

  private String version() {
    return OneSync.PLANE.kubectl(
        "-n", namespace, "get", "configmap", "b", "-o", "jsonpath={.metadata.resourceVersion}");
  }

  private String configMap(String name) {
    return """
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        data: {key: value}
        """
        .formatted(name, namespace);
  }
}
