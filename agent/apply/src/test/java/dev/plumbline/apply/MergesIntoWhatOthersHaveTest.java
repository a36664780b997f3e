package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MergesIntoWhatOthersHaveTest {
  private final String namespace = OneSync.PLANE.namespace("merge");
  private final ObjectKey shared = new ObjectKey("", "ConfigMap", namespace, "shared");
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void its_keys_stand_beside_those_of_the_owner_and_nothing_is_taken_over() throws Exception {
    make("theirs: \"1\"");

    Applied applied = sync.push(merging("ours: \"1\""));

    assertThat(applied.complete()).isTrue();
    assertThat(data()).isEqualTo("{\"ours\":\"1\",\"theirs\":\"1\"}");
    assertThat(meta().annotations()).doesNotContainKey("plumbline.dev/sync");
    assertThat(meta().appliedBy(Marks.MANAGER)).isEmpty();
    sync.cluster.forget();
    assertThat(sync.run().complete()).isTrue();
    assertThat(sync.cluster.requests()).as("at rest").isEmpty();
  }

  @Test
  void a_process_that_starts_again_sends_nothing_either() throws Exception {
    make("theirs: \"1\"");
    sync.push(merging("ours: \"1\""));
    try (var again = sync.restarted()) {
      assertThat(again.run().complete()).isTrue();

      assertThat(again.cluster.requests()).containsExactly("read " + shared);
    }
  }

  @Test
  void what_git_drops_or_changes_moves_and_the_rest_stays() throws Exception {
    make("theirs: \"1\"");
    sync.push(merging("ours: \"1\"", "more: \"1\""));

    assertThat(sync.push(merging("ours: \"2\"")).complete()).isTrue();

    assertThat(data()).isEqualTo("{\"ours\":\"2\",\"theirs\":\"1\"}");
  }

  @Test
  void what_left_git_is_taken_out_and_the_object_stays() throws Exception {
    make("theirs: \"1\"");
    sync.push(merging("ours: \"1\""));

    Applied applied = sync.push("");

    assertThat(applied.complete()).isTrue();
    assertThat(applied.inventory().isEmpty()).isTrue();
    assertThat(data()).isEqualTo("{\"theirs\":\"1\"}");
    assertThat(meta().labels()).isEmpty();
    assertThat(meta().managed()).extracting(ManagedEntry::manager).containsExactly("kubectl");
  }

  @Test
  void what_nobody_else_has_a_part_in_comes_and_goes_as_a_whole() throws Exception {
    sync.push(merging("ours: \"1\""));
    assertThat(data()).isEqualTo("{\"ours\":\"1\"}");

    assertThat(sync.push("").complete()).isTrue();

    assertThat(sync.there(shared)).isEmpty();
  }

  @Test
  void two_syncs_share_one_object_and_each_lets_go_of_its_own() throws Exception {
    OneSync other = sync.sharing("globex");

    sync.push(merging("ours: \"1\""));
    other.push(merging("others: \"1\""));
    OneSync.pause();

    assertThat(sync.woken).as("by what the other does").isEmpty();
    assertThat(data()).isEqualTo("{\"others\":\"1\",\"ours\":\"1\"}");
    assertThat(sync.push("").complete()).isTrue();
    assertThat(data()).isEqualTo("{\"others\":\"1\"}");
    OneSync.pause();
    assertThat(other.woken).isEmpty();
    other.cluster.forget();
    assertThat(other.run().complete()).isTrue();
    assertThat(other.cluster.requests()).isEmpty();
    assertThat(other.push("").complete()).isTrue();
    assertThat(sync.there(shared)).isEmpty();
  }

  @Test
  void an_object_of_another_sync_takes_fields_and_stays_its_own() throws Exception {
    OneSync owner = sync.sharing("globex");
    owner.push(whole("theirs: \"1\""));

    assertThat(sync.push(merging("ours: \"1\"")).complete()).isTrue();

    assertThat(data()).isEqualTo("{\"ours\":\"1\",\"theirs\":\"1\"}");
    OneSync.pause();
    assertThat(owner.woken).isEmpty();
    assertThat(owner.push(whole("theirs: \"2\"")).complete()).isTrue();
    assertThat(data()).isEqualTo("{\"ours\":\"1\",\"theirs\":\"2\"}");
    assertThat(sync.push("").complete()).isTrue();
    assertThat(data()).isEqualTo("{\"theirs\":\"2\"}");
    assertThat(owner.run().complete()).isTrue();
  }

  @Test
  void a_field_that_was_taken_is_put_back_and_told_of() throws Exception {
    make("theirs: \"1\"");
    sync.push(merging("ours: \"1\""));
    patch("theirs", "2");
    OneSync.pause();
    assertThat(sync.woken).as("by a field of theirs").isEmpty();

    patch("ours", "2");
    Applied repaired = sync.awakened();

    assertThat(data()).isEqualTo("{\"ours\":\"1\",\"theirs\":\"2\"}");
    assertThat(repaired.drifts()).hasSize(1);
    assertThat(repaired.drifts().getFirst().by()).isEqualTo("kubectl-patch");
    assertThat(repaired.drifts().getFirst().fields()).containsExactly(".data.ours");
  }

  @Test
  void what_was_deleted_is_made_again_with_our_part_of_it() throws Exception {
    make("theirs: \"1\"");
    sync.push(merging("ours: \"1\""));

    kubectl("delete", "cm", "shared");
    Applied made = sync.awakened();

    assertThat(made.complete()).isTrue();
    assertThat(data()).isEqualTo("{\"ours\":\"1\"}");
  }

  @Test
  void a_lost_label_and_lost_managed_fields_come_back() throws Exception {
    make("theirs: \"1\"");
    sync.push(merging("ours: \"1\""));
    kubectl("label", "cm", "shared", "plumbline.dev/hub-");
    sync.awakened();
    assertThat(meta().labels()).containsKey("plumbline.dev/hub");

    kubectl(
        "patch",
        "cm",
        "shared",
        "--type=json",
        "-p",
        "[{\"op\":\"replace\",\"path\":\"/metadata/managedFields\",\"value\":[{}]}]");
    sync.awakened();

    assertThat(sync.push("").complete()).isTrue();
    assertThat(data()).isEqualTo("{\"theirs\":\"1\"}");
  }

  @Test
  void an_object_of_another_installation_is_left() throws Exception {
    try (var stranger = new OneSync()) {
      stranger.push(whole("theirs: \"1\""));

      Applied applied = sync.push(merging("ours: \"1\""));

      Outcome outcome = sync.outcome(applied, "ConfigMap", "shared");
      assertThat(outcome.result()).isEqualTo(Result.CONFLICT);
      assertThat(outcome.message()).startsWith("it belongs to another installation of Plumbline");
      assertThat(data()).isEqualTo("{\"theirs\":\"1\"}");
    }
  }

  @Test
  void without_force_a_field_of_others_is_a_conflict() throws Exception {
    make("theirs: \"1\"");
    var gentle = new Claims(false, true, Adoption.NONE);
    sync.settings =
        new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, false, false, gentle);

    Applied applied = sync.push(merging("theirs: \"2\""));

    assertThat(sync.outcome(applied, "ConfigMap", "shared").result()).isEqualTo(Result.CONFLICT);
    assertThat(data()).isEqualTo("{\"theirs\":\"1\"}");
  }

  @Test
  void what_was_ours_as_a_whole_becomes_a_part_without_losing_a_field() throws Exception {
    sync.push(whole("a: \"1\"", "b: \"1\""));

    assertThat(sync.push(merging("a: \"1\"")).complete()).isTrue();

    assertThat(data()).isEqualTo("{\"a\":\"1\"}");
    assertThat(meta().annotations()).doesNotContainKey("plumbline.dev/sync");
    assertThat(meta().appliedBy(Marks.MANAGER)).isEmpty();
    sync.cluster.forget();
    OneSync.pause();
    assertThat(sync.run().complete()).isTrue();
    assertThat(sync.cluster.requests()).isEmpty();
  }

  @Test
  void a_part_becomes_ours_as_a_whole_only_where_nobody_else_has_one() throws Exception {
    sync.push(merging("a: \"1\""));

    assertThat(sync.push(whole("a: \"1\"")).complete()).isTrue();

    assertThat(meta().annotations()).containsKey("plumbline.dev/sync");
    assertThat(meta().managed()).extracting(ManagedEntry::manager).containsOnly(Marks.MANAGER);
  }

  @Test
  void a_part_of_what_others_have_does_not_become_ours_by_the_way() throws Exception {
    make("theirs: \"1\"");
    sync.push(merging("ours: \"1\""));

    Applied applied = sync.push(whole("ours: \"2\""));

    assertThat(sync.outcome(applied, "ConfigMap", "shared").result()).isEqualTo(Result.CONFLICT);
    assertThat(data()).isEqualTo("{\"ours\":\"1\",\"theirs\":\"1\"}");
    assertThat(sync.push("").complete()).isTrue();
    assertThat(data()).isEqualTo("{\"theirs\":\"1\"}");
  }

  @Test
  void what_cannot_be_without_our_fields_stays_and_says_why() throws Exception {
    sync.push(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
          namespace: %s
          annotations: {plumbline.dev/apply: merge}
        spec:
          replicas: 0
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: web, image: registry.k8s.io/pause:3.10}]}
        """
            .formatted(namespace));
    kubectl("annotate", "deployment", "web", "note=theirs");

    Applied applied = sync.push("");

    Outcome outcome = sync.outcome(applied, "Deployment", "web");
    assertThat(outcome.result()).isEqualTo(Result.DENIED);
    assertThat(outcome.reason().name()).isEqualTo("INVALID");
    assertThat(applied.inventory().size()).isOne();
  }

  @Test
  void pruning_that_is_off_leaves_the_fields_in_place() throws Exception {
    make("theirs: \"1\"");
    sync.push(merging("ours: \"1\""));
    sync.settings = new Settings(false, 10, false, Set.of(), Preflight.Mode.AUTO, false, false);

    assertThat(sync.push("").complete()).isTrue();

    assertThat(data()).isEqualTo("{\"ours\":\"1\",\"theirs\":\"1\"}");
  }

  @Test
  void a_death_in_the_middle_of_either_loses_nothing() throws Exception {
    make("theirs: \"1\"");
    sync.push("");
    sync.cluster.before(
        request -> {
          if (request.startsWith("apply")) {
            throw new IllegalStateException("killed");
          }
        });
    Await.until("it dies", () -> dies(merging("ours: \"1\"")));
    sync.inventory = sync.records.getLast();
    try (var again = sync.restarted()) {
      again.push(merging("ours: \"1\""));
      assertThat(data()).isEqualTo("{\"ours\":\"1\",\"theirs\":\"1\"}");

      assertThat(again.push("").complete()).isTrue();

      assertThat(data()).isEqualTo("{\"theirs\":\"1\"}");
    }
  }

  private boolean dies(String yaml) {
    try {
      sync.push(yaml);
      return false;
    } catch (Exception e) {
      return true;
    }
  }

  private void make(String data) {
    OneSync.PLANE.kubectlWith(manifest("", data), "create", "--field-manager=kubectl", "-f", "-");
  }

  private String merging(String... data) {
    return manifest("annotations: {plumbline.dev/apply: merge}", data);
  }

  private String whole(String... data) {
    return manifest("", data);
  }

  private String manifest(String metadata, String... data) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: shared
      namespace: %s
      %s
    data:
      %s
    """
        .formatted(namespace, metadata, String.join("\n  ", data));
  }

  private void patch(String key, String value) {
    kubectl("patch", "cm", "shared", "-p", "{\"data\":{\"%s\":\"%s\"}}".formatted(key, value));
  }

  private void kubectl(String... arguments) {
    var all = new ArrayList<>(List.of("-n", namespace));
    all.addAll(List.of(arguments));
    OneSync.PLANE.kubectl(all.toArray(String[]::new));
  }

  private String data() throws IOException {
    return Json.canonical(sync.there(shared).orElseThrow().map("data").orElse(MapNode.EMPTY));
  }

  private Meta meta() throws IOException {
    return sync.cluster.meta(shared).orElseThrow();
  }
}
