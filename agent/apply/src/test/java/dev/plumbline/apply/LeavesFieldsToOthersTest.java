package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LeavesFieldsToOthersTest {
  private final String namespace = OneSync.PLANE.namespace("ignore");
  private final OneSync sync = new OneSync();

  @BeforeEach
  void ignore() {
    sync.ignored = List.of("/spec/replicas", "/spec/template/spec/containers/0/image");
  }

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void what_nobody_else_owns_is_sent_created_and_changed() throws Exception {
    sync.push(deployment(2, "one", "a"));
    assertThat(replicas()).isEqualTo("2");

    sync.push(deployment(3, "one", "b"));

    assertThat(replicas()).isEqualTo("3");
    assertThat(sync.run().outcomes()).allMatch(outcome -> outcome.result() == Result.KEPT);
  }

  @Test
  void what_somebody_took_is_no_drift_and_stays_his() throws Exception {
    sync.pushAndRest(deployment(2, "one", "a"));
    scale(7);

    Applied applied = sync.awakened();

    assertThat(applied.drifts()).isEmpty();
    assertThat(applied.complete()).isTrue();
    assertThat(replicas()).isEqualTo("7");
    OneSync.pause();
    assertThat(sync.run().outcomes()).allMatch(outcome -> outcome.result() == Result.KEPT);
    sync.cluster.forget();
    scale(9);
    OneSync.pause();
    assertThat(sync.run().outcomes()).allMatch(outcome -> outcome.result() == Result.KEPT);
    assertThat(sync.cluster.requests()).as("the field is not ours any more").isEmpty();
  }

  @Test
  void a_later_push_changes_the_rest_and_deletes_nothing() throws Exception {
    sync.pushAndRest(deployment(2, "one", "a"));
    scale(7);
    sync.awakened();

    Applied applied = sync.push(deployment(3, "one", "b"));

    assertThat(applied.drifts()).isEmpty();
    assertThat(replicas()).isEqualTo("7");
    assertThat(template().text("metadata", "annotations", "note")).contains("b");
  }

  @Test
  void what_is_owned_together_goes_over_to_the_other() throws Exception {
    sync.push(deployment(2, "one", "a"));
    OneSync.PLANE
        .api()
        .apply(
            "/apis/apps/v1/namespaces/%s/deployments/web".formatted(namespace),
            "autoscaler",
            """
            {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
             "spec": {"replicas": 2}}""");

    sync.push(deployment(3, "one", "b"));

    assertThat(replicas()).isEqualTo("2");
  }

  @Test
  void drift_of_the_rest_is_repaired_and_told_all_the_same() throws Exception {
    sync.pushAndRest(deployment(2, "one", "a"));
    scale(7);
    sync.awakened();
    sync.rest();
    kubectl(
        "patch",
        "deploy",
        "web",
        "-p",
        template("{\"metadata\":{\"annotations\":{\"note\":\"x\"}}}"));

    Applied applied = sync.awakened();

    assertThat(applied.drifts())
        .singleElement()
        .satisfies(drift -> assertThat(drift.sentence()).contains("note", "taken by"));
    assertThat(template().text("metadata", "annotations", "note")).contains("a");
    assertThat(replicas()).isEqualTo("7");
  }

  @Test
  void a_field_of_an_item_of_a_list() throws Exception {
    sync.pushAndRest(deployment(2, "one", "a"));
    kubectl("set", "image", "deploy/web", "web=registry.invalid/other");
    sync.awakened();

    sync.push(deployment(2, "two", "b"));

    assertThat(image()).isEqualTo("registry.invalid/other");
    assertThat(template().text("metadata", "annotations", "note")).contains("b");
  }

  @Test
  void a_resync_finds_nothing_missing() throws Exception {
    sync.pushAndRest(deployment(2, "one", "a"));
    scale(7);
    sync.awakened();
    String generation = body().text("metadata", "generation").orElseThrow();
    sync.settings = new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, true, false);

    Applied applied = sync.run();

    assertThat(applied.drifts()).isEmpty();
    assertThat(replicas()).isEqualTo("7");
    assertThat(body().text("metadata", "generation")).contains(generation);
  }

  @Test
  void what_is_no_longer_left_to_others_is_taken_back() throws Exception {
    sync.pushAndRest(deployment(2, "one", "a"));
    scale(7);
    sync.awakened();

    sync.ignored = List.of();
    sync.push(deployment(2, "one", "a"));

    assertThat(replicas()).isEqualTo("2");
  }

  @Test
  void an_object_that_was_deleted_comes_back_whole() throws Exception {
    sync.pushAndRest(deployment(2, "one", "a"));
    scale(7);
    sync.awakened();
    sync.rest();
    kubectl("delete", "deploy", "web");

    Await.until("it is back", () -> sync.awakened().complete() && sync.there(key()).isPresent());

    assertThat(replicas()).isEqualTo("2");
  }

  @Test
  void what_is_left_to_others_is_not_taken_out_as_an_addition() throws Exception {
    sync.settings = new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, false, true);
    sync.pushAndRest(deployment(2, "one", "a"));
    kubectl("set", "image", "deploy/web", "web=registry.invalid/other");
    sync.awakened();

    sync.push(deployment(2, "two", "b"));

    assertThat(image()).isEqualTo("registry.invalid/other");
    assertThat(sync.run().outcomes()).allMatch(outcome -> outcome.result() == Result.KEPT);
  }

  private void scale(int replicas) {
    kubectl("scale", "deploy/web", "--replicas=" + replicas);
  }

  private ObjectKey key() {
    return new ObjectKey("apps", "Deployment", namespace, "web");
  }

  private MapNode body() throws Exception {
    return sync.there(key()).orElseThrow();
  }

  private String replicas() throws Exception {
    return body().text("spec", "replicas").orElseThrow();
  }

  private MapNode template() throws Exception {
    return body().map("spec", "template").orElseThrow();
  }

  private String image() throws Exception {
    return ((MapNode) template().list("spec", "containers").getFirst()).text("image").orElseThrow();
  }

  private static String template(String json) {
    return "{\"spec\":{\"template\":" + json + "}}";
  }

  private String deployment(int replicas, String image, String note) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: %s}
        spec:
          replicas: %d
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}, annotations: {note: %s}}
            spec:
              containers: [{name: web, image: registry.invalid/%s}]
        """
        .formatted(namespace, replicas, note, image);
  }

  private void kubectl(String... arguments) {
    var all = new java.util.ArrayList<>(List.of("-n", namespace));
    all.addAll(List.of(arguments));
    OneSync.PLANE.kubectl(all.toArray(String[]::new));
  }
}
