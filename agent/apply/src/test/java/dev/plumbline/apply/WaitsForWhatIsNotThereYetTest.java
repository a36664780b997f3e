package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WaitsForWhatIsNotThereYetTest {
  private final String group = ControlPlane.unique("acme") + ".example";
  private final String definition =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: widgets.GROUP}
      spec:
        group: GROUP
        scope: Namespaced
        names: {plural: widgets, singular: widget, kind: Widget}
        versions:
        - name: v1
          served: true
          storage: true
          schema:
            openAPIV3Schema:
              type: object
              properties:
                spec:
                  type: object
                  properties: {size: {type: integer}}
      """
          .replace("GROUP", group);
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void an_object_of_a_kind_that_the_same_push_defines_is_planned_again() throws Exception {
    String namespace = OneSync.PLANE.namespace("crd");
    String both = definition + "---\n" + widget(namespace);

    Applied first = sync.push(both);

    var key = new ObjectKey(group, "Widget", namespace, "w");
    assertThat(first.deferred()).containsExactly(key);
    assertThat(first.complete()).isFalse();
    assertThat(sync.outcome(first, "CustomResourceDefinition", "widgets." + group).good()).isTrue();
    sync.converge();
    assertThat(sync.there(key)).isPresent();
  }

  @Test
  void an_object_whose_definition_is_refused_is_held_back_with_it() throws Exception {
    String namespace = OneSync.PLANE.namespace("crd");

    Applied applied =
        sync.push(
            definition.replace("storage: true", "storage: false") + "---\n" + widget(namespace));

    assertThat(applied.deferred()).isEmpty();
    Outcome widget = sync.outcome(applied, "Widget", "w");
    assertThat(widget.result()).isEqualTo(Result.DENIED);
    assertThat(widget.message())
        .isEqualTo("its CustomResourceDefinition widgets.%s is not there".formatted(group));
    assertThat(widget.where().toString()).startsWith("web.yaml:");
  }

  @Test
  void what_a_dry_run_refuses_holds_back_what_depends_on_it() throws Exception {
    String namespace = OneSync.PLANE.namespace("crd");
    sync.push(configMap(namespace));
    String changed = configMap(namespace).replace("value", "other");

    Applied applied =
        sync.push(
            "%s---\n%s---\n%s"
                .formatted(
                    changed,
                    definition.replace("storage: true", "storage: false"),
                    widget(namespace)));

    assertThat(sync.outcome(applied, "Widget", "w").reason()).isEqualTo(Reason.DEPENDENCY_BLOCKED);
    assertThat(applied.deferred()).isEmpty();
    assertThat(sync.outcome(applied, "ConfigMap", "a").result()).isEqualTo(Result.DONE);
  }

  @Test
  void a_namespace_that_is_missing_is_waited_for() throws Exception {
    String namespace = ControlPlane.unique("missing");

    Outcome outcome = sync.outcome(sync.push(configMap(namespace)), "ConfigMap", "a");

    assertThat(outcome.result()).isEqualTo(Result.FAILED);
    assertThat(outcome.retryable()).isTrue();
    assertThat(outcome.message()).contains(namespace, "not found");
    assertThat(outcome.where().toString()).isEqualTo("web.yaml:1");

    OneSync.PLANE.kubectl("create", "namespace", namespace);
    assertThat(sync.run().complete()).isTrue();
  }

  @Test
  void a_namespace_of_the_same_push_comes_first() throws Exception {
    String namespace = ControlPlane.unique("first");

    Applied applied =
        sync.push(
            configMap(namespace)
                + "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n"
                    .formatted(namespace));

    assertThat(applied.complete()).isTrue();
  }

  @Test
  void what_belongs_into_a_namespace_that_is_refused_is_not_tried() throws Exception {
    String namespace = ControlPlane.unique("bad");

    Applied applied =
        sync.push(
            configMap(namespace)
                + "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: %s, labels: {a: -}}\n"
                    .formatted(namespace));

    assertThat(sync.outcome(applied, "Namespace", namespace).result()).isEqualTo(Result.DENIED);
    Outcome outcome = sync.outcome(applied, "ConfigMap", "a");
    assertThat(outcome.message()).isEqualTo("its namespace %s is not there".formatted(namespace));
    assertThat(sync.cluster.requests()).hasSize(1);
    assertThat(applied.inventory().entries()).isEmpty();
  }

  @Test
  void objects_go_into_a_namespace_that_is_there_however_wrong_its_own_update_is()
      throws Exception {
    String namespace = ControlPlane.unique("there");
    String ns = "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(namespace);
    sync.push(ns);

    Applied applied =
        sync.push(ns.replace("}", ", labels: {a: -}}") + "---\n" + configMap(namespace));

    assertThat(sync.outcome(applied, "Namespace", namespace).result()).isEqualTo(Result.DENIED);
    assertThat(sync.outcome(applied, "ConfigMap", "a").result()).isEqualTo(Result.DONE);
  }

  @Test
  void a_namespace_that_is_being_deleted_is_waited_for() throws Exception {
    String namespace = OneSync.PLANE.namespace("ending");
    OneSync.PLANE.kubectlWith(
        configMap(namespace).replace("name: a", "name: held, finalizers: [test.example/hold]"),
        "apply",
        "-f",
        "-");
    OneSync.PLANE.kubectl("delete", "namespace", namespace, "--wait=false");
    Await.until(
        "the namespace is ending",
        () ->
            OneSync.PLANE
                .kubectl("get", "namespace", namespace, "-o", "jsonpath={.status.phase}")
                .equals("Terminating"));

    Outcome outcome = sync.outcome(sync.push(configMap(namespace)), "ConfigMap", "a");

    assertThat(outcome.result()).isEqualTo(Result.FAILED);
    assertThat(outcome.message()).contains("being terminated");
    release(namespace);
  }

  @Test
  void our_own_namespace_deleted_by_hand_comes_back_with_all_that_was_in_it() throws Exception {
    String namespace = ControlPlane.unique("ours");
    String both =
        "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n---\n".formatted(namespace)
            + configMap(namespace);
    sync.pushAndRest(both);
    OneSync.PLANE.kubectl("delete", "namespace", namespace, "--wait=false");

    Applied during = sync.awakened();

    assertThat(sync.outcome(during, "Namespace", namespace))
        .extracting(Outcome::result, Outcome::reason)
        .containsExactly(Result.WAITING, Reason.BEING_DELETED);
    Await.until("both are there again", () -> !sync.woken.isEmpty() && sync.run().complete());
    assertThat(sync.there(new ObjectKey("", "ConfigMap", namespace, "a"))).isPresent();
  }

  private static void release(String namespace) {
    OneSync.PLANE.kubectl(
        "-n",
        namespace,
        "patch",
        "configmap",
        "held",
        "-p",
        "{\"metadata\":{\"finalizers\":null}}");
  }

  private String widget(String namespace) {
    return """
        apiVersion: %s/v1
        kind: Widget
        metadata: {name: w, namespace: %s}
        spec: {size: 3}
        """
        .formatted(group, namespace);
  }

  private static String configMap(String namespace) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a, namespace: %s}
        data: {key: value}
        """
        .formatted(namespace);
  }
}
