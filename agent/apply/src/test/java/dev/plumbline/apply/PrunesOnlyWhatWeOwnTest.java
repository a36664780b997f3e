package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.apply.Settings.Consent;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrunesOnlyWhatWeOwnTest {
  private final String namespace = OneSync.PLANE.namespace("prune");
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void what_left_git_is_deleted_after_it_was_recorded() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    sync.cluster.forget();
    sync.records.clear();
    sync.cluster.before(
        request -> {
          if (request.startsWith("delete")) {
            assertThat(sync.inventory.get(key("b")).orElseThrow().deleting()).isTrue();
          }
        });

    Applied applied = sync.push(configMap("a"));

    assertThat(applied.complete()).isTrue();
    assertThat(sync.there(key("b"))).isEmpty();
    assertThat(applied.inventory().entries()).extracting(Entry::key).containsExactly(key("a"));
    assertThat(sync.records).hasSize(1);
    assertThat(sync.cluster.requests())
        .containsExactly("dry run delete " + key("b"), "delete " + key("b"));
    OneSync.pause();
    assertThat(sync.woken).as("by our own deletion").isEmpty();
  }

  @Test
  void an_object_that_somebody_made_again_is_left() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    Plan plan = planned(configMap("a"));
    kubectl("delete", "configmap", "b");
    kubectl("create", "configmap", "b");

    Applied applied = sync.carryOut(plan);

    assertThat(sync.there(key("b"))).isPresent();
    assertThat(applied.complete()).isTrue();
    assertThat(applied.inventory().get(key("b"))).isEmpty();
  }

  @Test
  void an_object_that_somebody_keeps_while_we_plan_is_left() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    Plan plan = planned(configMap("a"));
    kubectl("annotate", "configmap", "b", "plumbline.dev/prune=disabled");

    Applied applied = sync.carryOut(plan);

    assertThat(sync.there(key("b"))).isPresent();
    assertThat(sync.outcome(applied, "ConfigMap", "b").message())
        .isEqualTo("left in place: plumbline.dev/prune: disabled");
    assertThat(applied.inventory().get(key("b"))).isEmpty();
  }

  @Test
  void an_object_that_moved_while_we_planned_is_deleted_all_the_same() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    Plan plan = planned(configMap("a"));
    kubectl("annotate", "configmap", "b", "note=x");

    assertThat(sync.carryOut(plan).complete()).isTrue();
    assertThat(sync.there(key("b"))).isEmpty();
  }

  @Test
  void an_object_whose_label_was_removed_is_still_ours() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    kubectl("label", "configmap", "b", "plumbline.dev/hub-");
    Await.until("the watch has told", () -> !sync.woken.isEmpty());

    assertThat(sync.push(configMap("a")).complete()).isTrue();
    assertThat(sync.there(key("b"))).isEmpty();
  }

  @Test
  void an_object_that_another_sync_has_taken_over_is_left() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    kubectl("annotate", "--overwrite", "configmap", "b", "plumbline.dev/sync=x/other");
    Await.until("the watch has told", () -> !sync.woken.isEmpty());

    Applied applied = sync.push(configMap("a"));

    assertThat(sync.there(key("b"))).isPresent();
    assertThat(sync.outcome(applied, "ConfigMap", "b").message())
        .isEqualTo("left in place: it belongs to Sync x/other now");
    assertThat(applied.inventory().get(key("b"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plumbline.dev/prune=disabled",
        "kustomize.toolkit.fluxcd.io/prune=disabled",
        "argocd.argoproj.io/sync-options=Validate=true,Prune=false",
        "helm.sh/resource-policy=keep",
      })
  void an_object_that_asks_to_stay_stays_and_is_forgotten_without_a_request(String annotation)
      throws Exception {
    sync.push(configMap("a") + configMap("b"));
    kubectl("annotate", "configmap", "b", annotation);
    Await.until(
        "the watch has told", () -> !sync.live.state(key("b")).orElseThrow().keptBy().isEmpty());
    sync.cluster.forget();

    Applied applied = sync.push(configMap("a"));

    assertThat(sync.there(key("b"))).isPresent();
    assertThat(applied.complete()).isTrue();
    assertThat(sync.outcome(applied, "ConfigMap", "b").message())
        .startsWith("left in place: " + annotation.substring(0, annotation.indexOf('=')));
    assertThat(applied.inventory().get(key("b"))).isEmpty();
    kubectl("annotate", "configmap", "b", "note=x");
    OneSync.pause();
    assertThat(sync.woken).as("nobody cares any more").isEmpty();
    assertThat(sync.run().outcomes()).hasSize(1);
    assertThat(sync.cluster.requests()).isEmpty();
  }

  @Test
  @Tag("SEC-TEN-06")
  void a_foreign_object_that_somebody_labelled_as_ours_is_left() throws Exception {
    sync.push(configMap("a"));
    OneSync.PLANE
        .api()
        .apply(
            "/api/v1/namespaces/%s/configmaps/theirs".formatted(namespace),
            "plumbline",
            """
            {"apiVersion": "v1", "kind": "ConfigMap",
             "metadata": {"name": "theirs", "labels": {"plumbline.dev/hub": "%s"},
                          "annotations": {"plumbline.dev/sync": "%s"}},
             "data": {"key": "precious"}}"""
                .formatted(sync.hubId, sync.name));
    Await.until("the watch has told", () -> !sync.woken.isEmpty());
    sync.cluster.forget();

    Applied applied = sync.run();

    Outcome outcome = sync.outcome(applied, "ConfigMap", "theirs");
    assertThat(outcome.reason()).isEqualTo(Reason.NEEDS_CONSENT);
    assertThat(outcome.message()).contains("in no inventory").contains("allow-prune");
    assertThat(sync.push("").outcomes()).isNotEmpty();
    assertThat(sync.there(key("a"))).as("what is ours goes").isEmpty();
    assertThat(sync.there(key("theirs"))).isPresent();
    assertThat(sync.cluster.requests()).noneMatch(request -> request.contains("theirs"));
  }

  @Test
  void a_stray_with_our_marks_is_pruned_when_a_person_says_so() throws Exception {
    sync.push(configMap("a") + configMap("b"));
    sync.inventory = sync.inventory.without(Set.of(key("b")));

    try (var again = sync.restarted()) {
      again.push(configMap("a"));
      Await.until("the stray is seen", () -> !again.run().complete());
      assertThat(sync.there(key("b"))).isPresent();
      again.settings = new Settings(true, 10, true, Set.of(), Preflight.Mode.AUTO, false, false);
      Await.until(
          "the stray is gone", () -> again.run().complete() && sync.there(key("b")).isEmpty());
    }
  }

  @Test
  void more_than_the_budget_stops_the_plan_and_names_all() throws Exception {
    String many =
        IntStream.range(0, 11).mapToObj(i -> configMap("c" + i)).collect(Collectors.joining());
    sync.push(configMap("a") + many);
    sync.cluster.forget();
    sync.records.clear();

    Plan.Verdict verdict = verdict(configMap("a"));

    assertThat(verdict)
        .isInstanceOfSatisfying(
            Plan.Verdict.OverBudget.class,
            over -> {
              assertThat(over.wouldPrune()).hasSize(11).contains(key("c10"));
              assertThat(over.allowed()).isEqualTo(10);
            });
    sync.live.abandon(sync.name);
    assertThat(sync.records).isEmpty();
    assertThat(sync.cluster.requests()).allMatch(request -> request.startsWith("dry run"));
    assertThat(sync.there(key("c10"))).isPresent();
  }

  @Test
  void a_namespace_a_claim_and_a_definition_stay_until_somebody_consents() throws Exception {
    String other = ControlPlane.unique("own");
    String group = ControlPlane.unique("g") + ".example";
    String taking =
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: OTHER}
        ---
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: data, namespace: NS}
        spec:
          accessModes: [ReadWriteOnce]
          resources: {requests: {storage: 1Gi}}
        ---
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: widgets.GROUP}
        spec:
          group: GROUP
          scope: Namespaced
          names: {plural: widgets, singular: widget, kind: Widget}
          versions:
          - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
        """
            .replace("OTHER", other)
            .replace("NS", namespace)
            .replace("GROUP", group);
    assertThat(sync.push(taking + configMap("a")).complete()).isTrue();
    sync.cluster.forget();

    Applied applied = sync.push(configMap("a"));

    assertThat(applied.outcomes())
        .filteredOn(outcome -> !outcome.good())
        .hasSize(3)
        .allMatch(outcome -> outcome.reason() == Reason.NEEDS_CONSENT)
        .allMatch(outcome -> outcome.message().contains("set spec.prune."));
    assertThat(sync.cluster.requests()).isEmpty();
    assertThat(applied.inventory().entries()).hasSize(4);

    sync.settings =
        new Settings(true, 10, false, Set.of(Consent.values()), Preflight.Mode.AUTO, false, false);
    // The testbed does not run the controller that would take it away.
    kubectl("patch", "pvc", "data", "-p", "{\"metadata\":{\"finalizers\":null}}");
    sync.run();
    Await.until("all are gone", () -> sync.run().complete() && sync.inventory.size() == 1);
    assertThat(sync.there(new ObjectKey("", "Namespace", "", other))).isEmpty();
  }

  @Test
  void a_finalizer_that_never_ends_is_reported_by_name_and_the_rest_goes_on() throws Exception {
    sync.push(
        configMap("a").replace("name: a,", "name: a, finalizers: [acme.example/hold],")
            + configMap("b"));

    Applied applied = sync.push("");

    Outcome held = sync.outcome(applied, "ConfigMap", "a");
    assertThat(held.result()).isEqualTo(Result.WAITING);
    assertThat(held.message())
        .isEqualTo("it is being deleted and waits for finalizer acme.example/hold");
    assertThat(sync.there(key("b"))).isEmpty();
    assertThat(applied.inventory().entries()).extracting(Entry::key).containsExactly(key("a"));

    Applied again = sync.run();
    assertThat(sync.outcome(again, "ConfigMap", "a").message()).contains("acme.example/hold");
    assertThat(again.inventory().size()).isEqualTo(1);

    kubectl("patch", "configmap", "a", "-p", "{\"metadata\":{\"finalizers\":null}}");
    Applied last = sync.awakened();
    assertThat(last.complete()).isTrue();
    assertThat(last.inventory().isEmpty()).isTrue();
  }

  @Test
  void an_object_wanted_again_while_it_is_held_comes_back_when_it_is_gone() throws Exception {
    String held = configMap("a").replace("name: a,", "name: a, finalizers: [acme.example/hold],");
    sync.push(held);
    sync.push("");

    Applied waiting = sync.push(configMap("a"));
    assertThat(sync.outcome(waiting, "ConfigMap", "a").reason()).isEqualTo(Reason.BEING_DELETED);
    kubectl("patch", "configmap", "a", "-p", "{\"metadata\":{\"finalizers\":null}}");

    Applied created = sync.awakened();

    assertThat(created.complete()).isTrue();
    assertThat(created.drifts()).as("it was we who deleted it").isEmpty();
    assertThat(sync.there(key("a"))).isPresent();
  }

  @Test
  void a_deployment_is_gone_when_its_pods_are() throws Exception {
    String deployment =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: %s}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers:
              - {name: web, image: example.com/web:1}
        """
            .formatted(namespace);
    sync.push(deployment);
    Await.until("its Pod runs", () -> kubectl("get", "pods", "-o", "name").contains("pod/web-"));

    Applied applied = sync.push("");

    Outcome outcome = sync.outcome(applied, "Deployment", "web");
    assertThat(outcome.result()).isEqualTo(Result.WAITING);
    assertThat(outcome.message()).isEqualTo("it is being deleted, after what depends on it");
    assertThat(applied.inventory().size()).isEqualTo(1);
    Await.until("it is gone", () -> !sync.woken.isEmpty() && sync.run().complete());
    assertThat(sync.inventory.isEmpty()).isTrue();
    assertThat(kubectl("get", "pods", "-o", "name")).isEmpty();
  }

  private Plan planned(String manifests) throws Exception {
    return ((Plan.Verdict.Go) verdict(manifests)).plan();
  }

  private Plan.Verdict verdict(String manifests) throws Exception {
    return sync.planFor(manifests);
  }

  private ObjectKey key(String name) {
    return new ObjectKey("", "ConfigMap", namespace, name);
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

  private String kubectl(String... arguments) {
    var command = new String[arguments.length + 2];
    command[0] = "-n";
    command[1] = namespace;
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    return OneSync.PLANE.kubectl(command);
  }
}
