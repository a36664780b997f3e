package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.body;
import static dev.plumbline.kube.Live.configMap;
import static dev.plumbline.kube.Live.createOnly;
import static dev.plumbline.kube.Live.done;
import static dev.plumbline.kube.Live.guard;
import static dev.plumbline.kube.Live.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes are safe when they are late: what is not the object they were planned for stays. */
final class TouchesOnlyTheVeryObjectTest {
  private static final String OTHER_UID = "11111111-1111-1111-1111-111111111111";

  private final ObjectKey key = configMap(PLANE.namespace("guard"), "a");
  private final Meta planned = done(CLUSTER.apply(createOnly(key, "first")));

  @Test
  void updates_the_version_it_was_planned_for() throws Exception {
    var updated = done(CLUSTER.apply(update(guard(planned), "second")));

    assertThat(updated.uid()).isEqualTo(planned.uid());
    assertThat(updated.resourceVersion()).isNotEqualTo(planned.resourceVersion());
    assertThat(data()).isEqualTo("second");
  }

  @Test
  void an_update_that_changes_nothing_keeps_the_version() {
    var updated = done(CLUSTER.apply(update(guard(planned), "first")));

    assertThat(updated.resourceVersion()).isEqualTo(planned.resourceVersion());
  }

  @Test
  void a_late_duplicate_of_an_older_update_is_refused() throws Exception {
    var late = update(guard(planned), "late");
    done(CLUSTER.apply(update(guard(planned), "second")));

    assertThat(refused(CLUSTER.apply(late)).cause()).isEqualTo(Cause.CHANGED);
    assertThat(data()).isEqualTo("second");
  }

  @Test
  void an_object_of_another_uid_is_not_updated() throws Exception {
    var foreign = new Guard(OTHER_UID, planned.resourceVersion());

    assertThat(refused(CLUSTER.apply(update(foreign, "x"))).cause()).isEqualTo(Cause.CHANGED);
    assertThat(data()).isEqualTo("first");
  }

  @Test
  void a_vanished_object_is_not_made_again() throws Exception {
    done(CLUSTER.delete(DeleteRequest.of(key, guard(planned))));

    var refusal = refused(CLUSTER.apply(update(guard(planned), "x")));

    assertThat(refusal.cause()).isEqualTo(Cause.CHANGED);
    assertThat(CLUSTER.get(key)).isEmpty();
  }

  @Test
  void a_dry_run_of_an_update_says_what_would_be_and_changes_nothing() throws Exception {
    var meta = done(CLUSTER.apply(update(guard(planned), "x").asDryRun()));

    assertThat(meta.uid()).isEqualTo(planned.uid());
    assertThat(data()).isEqualTo("first");
  }

  @Test
  void deletes_the_version_it_was_planned_for() throws Exception {
    done(CLUSTER.delete(DeleteRequest.of(key, guard(planned))));

    assertThat(CLUSTER.meta(key)).isEmpty();
  }

  @Test
  void a_dry_run_of_a_delete_deletes_nothing() throws Exception {
    done(CLUSTER.delete(DeleteRequest.of(key, guard(planned)).asDryRun()));

    assertThat(CLUSTER.meta(key)).isPresent();
  }

  @Test
  void an_object_that_changed_is_not_deleted() throws Exception {
    done(CLUSTER.apply(update(guard(planned), "second")));

    var refusal = refused(CLUSTER.delete(DeleteRequest.of(key, guard(planned))));

    assertThat(refusal.cause()).isEqualTo(Cause.CHANGED);
    assertThat(CLUSTER.meta(key)).isPresent();
  }

  @Test
  void an_object_of_another_uid_is_not_deleted() throws Exception {
    var foreign = new Guard(OTHER_UID, planned.resourceVersion());

    var refusal = refused(CLUSTER.delete(DeleteRequest.of(key, foreign)));

    assertThat(refusal.cause()).isEqualTo(Cause.CHANGED);
    assertThat(CLUSTER.meta(key)).isPresent();
  }

  @Test
  void what_is_gone_cannot_be_deleted_again() {
    done(CLUSTER.delete(DeleteRequest.of(key, guard(planned))));

    var refusal = refused(CLUSTER.delete(DeleteRequest.of(key, guard(planned))));

    assertThat(refusal.cause()).isEqualTo(Cause.GONE);
  }

  @Test
  void a_delete_in_the_foreground_leaves_it_until_its_dependants_are_gone() {
    var meta = done(CLUSTER.delete(DeleteRequest.of(key, guard(planned)).inForeground()));

    assertThat(meta.deleting()).isTrue();
    assertThat(meta.finalizers()).containsExactly("foregroundDeletion");
  }

  @Test
  void patches_the_version_it_was_planned_for() throws Exception {
    done(CLUSTER.patch(key, guard(planned), List.of(add("/data/k", "patched"))));

    assertThat(data()).isEqualTo("patched");
  }

  @Test
  void an_object_that_changed_is_not_patched() throws Exception {
    done(CLUSTER.apply(update(guard(planned), "second")));

    var refusal = refused(CLUSTER.patch(key, guard(planned), List.of(add("/data/k", "patched"))));

    assertThat(refusal.cause()).isEqualTo(Cause.CHANGED);
    assertThat(data()).isEqualTo("second");
  }

  @Test
  void sets_finalizers_by_a_patch() {
    var finalizers = ListNode.of(List.of(ScalarNode.of("plumbline.dev/sync")));
    var operation = Cluster.operation("add", "/metadata/finalizers", finalizers);

    var meta = done(CLUSTER.patch(key, guard(planned), List.of(operation)));

    assertThat(meta.finalizers()).containsExactly("plumbline.dev/sync");
  }

  @Test
  void replaces_by_compare_and_swap() throws Exception {
    var first = versioned("second", planned.resourceVersion());
    done(CLUSTER.replace(key, first, ""));

    var refusal = refused(CLUSTER.replace(key, versioned("third", planned.resourceVersion()), ""));

    assertThat(refusal.cause()).isEqualTo(Cause.CHANGED);
    assertThat(data()).isEqualTo("second");
  }

  @Test
  void replaces_nothing_without_a_version() {
    assertThatThrownBy(() -> CLUSTER.replace(key, body(key, "x"), ""))
        .hasMessageContaining("needs the resourceVersion it replaces");
  }

  @Test
  void replaces_a_status() throws Exception {
    var conditions = Json.read("[{\"type\": \"Seen\", \"status\": \"True\"}]");
    var namespace = new ObjectKey("", "Namespace", "", key.namespace());
    var live = CLUSTER.get(namespace).orElseThrow();

    done(
        CLUSTER.replace(
            namespace, live.with(List.of("status", "conditions"), conditions), "status"));

    var after = CLUSTER.get(namespace).orElseThrow();
    assertThat(after.list("status", "conditions")).hasSize(1);
  }

  @Test
  void creates_by_post_only_what_is_not_there() {
    var other = configMap(key.namespace(), "posted");

    done(CLUSTER.create(other, body(other, "v")));
    var refusal = refused(CLUSTER.create(other, body(other, "w")));

    assertThat(refusal.cause()).isEqualTo(Cause.EXISTS);
    assertThat(refusal.message()).isEqualTo("configmaps \"posted\" already exists");
  }

  private ApplyRequest update(Guard guard, String data) {
    return ApplyRequest.update(key, body(key, data), "plumbline", guard);
  }

  private MapNode versioned(String data, String version) {
    return body(key, data).with(List.of("metadata", "resourceVersion"), ScalarNode.of(version));
  }

  private static MapNode add(String path, String value) {
    return Cluster.operation("add", path, ScalarNode.of(value));
  }

  private String data() throws IOException {
    return CLUSTER.get(key).orElseThrow().text("data", "k").orElseThrow();
  }
}
