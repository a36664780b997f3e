package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each push holds a good object beside the bad one, and the good one goes live. */
final class HoldsBackBadObjectsTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    app = new Objects(PLANE, "app");
    fleet.repository().write("README.md", "fleet").push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void an_unknown_kind_is_told() {
    pushed(
        "kind",
        """
        apiVersion: example.com/v1
        kind: Gadget
        metadata: {name: lost, namespace: %s}
        """
            .formatted(app.namespace()));

    fleet.awaitPhase("kind", "Blocked");
    assertThat(fleet.blocked("kind"))
        .isEqualTo(
            "kind/bad.yaml:1: the cluster does not serve kind Gadget of example.com/v1; is its"
                + " CustomResourceDefinition installed?");
    assertThat(fleet.of("kind", ".status.blocked[0].reason")).isEqualTo("UnknownKind");
    goodIsLiveAndTheNextPushToo("kind");
  }

  @Test
  void a_definition_and_its_object_in_one_push_go_live_within_seconds() {
    String group = ControlPlane.unique("g") + ".example.com";

    pushed(
        "crd",
        """
        apiVersion: %1$s/v1
        kind: Widget
        metadata: {name: first, namespace: %2$s}
        spec: {size: 3}
        ---
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: widgets.%1$s}
        spec:
          group: %1$s
          scope: Namespaced
          names: {kind: Widget, plural: widgets}
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties: {spec: {type: object, properties: {size: {type: integer}}}}
        """
            .formatted(group, app.namespace()));

    Await.until(
        Duration.ofSeconds(15),
        "the widget is there",
        () ->
            PLANE
                .api()
                .get("/apis/%s/v1/namespaces/%s/widgets/first".formatted(group, app.namespace()))
                .good());
    fleet.awaitPhase("crd", "Ready");
  }

  @Test
  void a_namespace_that_is_missing_is_told_and_waited_for() {
    var later = new Objects(ControlPlane.unique("later"), PLANE);
    pushed("namespace", later.configMap("early", "1"));

    Await.until("it is told", () -> !fleet.status("namespace").list("blocked").isEmpty());
    assertThat(fleet.blocked("namespace"))
        .isEqualTo(
            "namespace/bad.yaml:1: namespaces \"%s\" not found".formatted(later.namespace()));
    assertThat(fleet.of("namespace", ".status.blocked[0].reason")).isEqualTo("NamespaceMissing");
    app.awaitValue("namespace", "1");

    PLANE.kubectl("create", "namespace", later.namespace());

    later.awaitValue("early", "1");
    fleet.awaitPhase("namespace", "Ready");
  }

  @Test
  void a_field_the_server_does_not_know_is_told_with_file_and_line() {
    pushed("unknown", app.service("unknown", "").replace("selector:", "selektor:"));

    fleet.awaitPhase("unknown", "Blocked");
    assertThat(fleet.blocked("unknown")).startsWith("unknown/bad.yaml:5: ").contains("selektor");
    goodIsLiveAndTheNextPushToo("unknown");
  }

  @Test
  void an_immutable_field_that_changed_is_told_and_the_object_stays() {
    pushed("immutable", app.service("immutable", "") + "  clusterIP: None\n");
    fleet.awaitPhase("immutable", "Ready");

    fleet
        .repository()
        .write("immutable/bad.yaml", app.service("immutable", "") + "  clusterIP: 10.0.0.77\n")
        .write("immutable/good.yaml", app.configMap("immutable", "2"))
        .push("Changed");

    fleet.awaitPhase("immutable", "Blocked");
    assertThat(fleet.blocked("immutable"))
        .startsWith("immutable/bad.yaml:4: spec.clusterIPs[0]: ")
        .contains("may not change once set");
    app.awaitValue("immutable", "2");
    assertThat(
            PLANE.kubectl(
                "get",
                "svc",
                "immutable",
                "-n",
                app.namespace(),
                "-o",
                "jsonpath={.spec.clusterIP}"))
        .isEqualTo("None");
    goodIsLiveAndTheNextPushToo("immutable");
  }

  @Test
  void an_object_that_is_too_large_is_told() {
    pushed("large", app.configMap("huge", "x".repeat(1_100_000)));

    fleet.awaitPhase("large", "Blocked");
    assertThat(fleet.blocked("large")).startsWith("large/bad.yaml:").contains("1048576");
    goodIsLiveAndTheNextPushToo("large");
  }

  @Test
  void a_finalizer_that_never_ends_is_named_and_the_rest_goes_on() {
    pushed("finalizer", app.configMap("held", "1"));
    fleet.awaitPhase("finalizer", "Ready");
    PLANE
        .api()
        .mergePatch(
            app.path("configmaps", "held"),
            "{\"metadata\":{\"finalizers\":[\"example.com/ever\"]}}");

    fleet
        .repository()
        .delete("finalizer/bad.yaml")
        .write("finalizer/good.yaml", app.configMap("finalizer", "2"))
        .push("Away");

    fleet.awaitPhase("finalizer", "Waiting");
    assertThat(fleet.message("finalizer"))
        .isEqualTo(
            "ConfigMap %s/held: it is being deleted and waits for finalizer example.com/ever"
                .formatted(app.namespace()));
    app.awaitValue("finalizer", "2");

    PLANE.api().mergePatch(app.path("configmaps", "held"), "{\"metadata\":{\"finalizers\":null}}");
    fleet.awaitPhase("finalizer", "Ready");
    assertThat(app.exists("configmaps", "held")).isFalse();
  }

  private static void pushed(String name, String bad) {
    fleet
        .repository()
        .write(name + "/good.yaml", app.configMap(name, "1"))
        .write(name + "/bad.yaml", bad)
        .push(name);
    fleet.sync(name, name, "");
  }

  private static void goodIsLiveAndTheNextPushToo(String name) {
    Await.until("the good object is live", () -> !app.value(name).isEmpty());
    fleet
        .repository()
        .write(name + "/good.yaml", app.configMap(name, "next"))
        .delete(name + "/bad.yaml")
        .push("Mended");
    app.awaitValue(name, "next");
    fleet.awaitPhase(name, "Ready");
  }
}
