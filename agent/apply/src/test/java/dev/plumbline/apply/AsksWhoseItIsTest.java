package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AsksWhoseItIsTest {
  private final String namespace = OneSync.PLANE.namespace("owner");
  private final ObjectKey key = new ObjectKey("", "ConfigMap", namespace, "a");
  private final String ours = configMap("ours");
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void what_a_dead_run_created_is_taken_over() throws Exception {
    sync.push(ours);
    sync.inventory = Inventory.EMPTY; // the run died before it could settle anything

    try (var again = sync.restarted()) {
      // It may run before its watch has shown what is there.
      Applied applied = again.run();

      assertThat(applied.complete()).isTrue();
      assertThat(applied.inventory().get(key)).isPresent();
    }
  }

  @Test
  void what_a_dead_run_created_from_an_older_revision_is_brought_up_to_date() throws Exception {
    sync.push(configMap("older") + "  dropped: x\n");
    sync.inventory = sync.records.getFirst();

    try (var again = sync.restarted()) {
      again.push(ours);

      assertThat(data()).isEqualTo("{value=ours}");
    }
  }

  @Test
  void an_object_of_another_sync_stays_with_it() throws Exception {
    try (var other = sync.beside("other")) {
      other.push(configMap("theirs"));

      Applied applied = sync.push(ours);

      refusedFor(applied, "belongs to Sync plumbline-system/other");
      assertThat(other.run().complete()).isTrue();
      assertThat(other.cluster.requests()).as("it is left in peace").hasSize(1);
    }
  }

  @Test
  void an_object_that_the_index_shows_to_be_another_syncs_costs_no_request() throws Exception {
    sync.push(configMap("own").replace("name: a", "name: own"));
    try (var other = sync.beside("other")) {
      other.push(configMap("theirs"));
    }
    Await.until("the watch has it", () -> sync.live.state(key).isPresent());
    sync.cluster.forget();
    sync.records.clear();

    Applied applied = sync.push(configMap("own").replace("name: a", "name: own") + "---\n" + ours);

    assertThat(sync.cluster.requests()).isEmpty();
    assertThat(sync.records).isEmpty();
    refusedFor(applied, "belongs to Sync plumbline-system/other");
  }

  @Test
  void an_object_of_another_installation_stays_with_it() throws Exception {
    try (var other = new OneSync()) {
      other.push(configMap("theirs"));

      refusedFor(
          sync.push(ours),
          "belongs to another installation of Plumbline (%s)".formatted(other.hubId));
    }
  }

  @Test
  void an_object_of_a_person_stays_with_him() throws Exception {
    OneSync.PLANE.kubectl(
        "-n", namespace, "create", "configmap", "a", "--from-literal=value=theirs");

    refusedFor(sync.push(ours), "belongs to kubectl-create");
  }

  @Test
  void an_object_of_helm_or_flux_is_named_after_its_owner() throws Exception {
    OneSync.PLANE.kubectlWith(
        configMap("theirs")
            .replace("metadata: {", "metadata: {annotations: {meta.helm.sh/release-name: shop}, "),
        "apply",
        "-f",
        "-");

    refusedFor(sync.push(ours), "belongs to Helm release shop");
  }

  @Test
  void a_copy_of_our_labels_is_not_ours() throws Exception {
    OneSync.PLANE.kubectlWith(
        configMap("theirs")
            .replace(
                "metadata: {",
                ("metadata: {labels: {plumbline.dev/hub: %s},"
                        + " annotations: {plumbline.dev/sync: %s}, ")
                    .formatted(sync.hubId, sync.name)),
        "apply",
        "-f",
        "-");

    refusedFor(sync.push(ours), "belongs to kubectl-client-side-apply");
  }

  private void refusedFor(Applied applied, String why) throws Exception {
    Outcome outcome = sync.outcome(applied, "ConfigMap", "a");
    assertThat(outcome.result()).isEqualTo(Result.CONFLICT);
    assertThat(outcome.message()).contains(why);
    assertThat(outcome.where().toString()).startsWith("web.yaml:");
    assertThat(applied.inventory().get(key)).isEmpty();
    assertThat(data()).isEqualTo("{value=theirs}");
    // Nothing of it is deleted either, now that Git drops it.
    sync.push("");
    assertThat(data()).isEqualTo("{value=theirs}");
  }

  private String data() throws Exception {
    return sync.there(key).flatMap(body -> body.map("data")).map(MapNode::toString).orElse("");
  }

  private String configMap(String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a, namespace: %s}
        data:
          value: %s
        """
        .formatted(namespace, value);
  }
}
