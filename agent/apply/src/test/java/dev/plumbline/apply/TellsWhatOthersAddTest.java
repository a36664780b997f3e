package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What others put beside our fields does not move our entry, and is seen all the same. */
final class TellsWhatOthersAddTest {
  private final String namespace = OneSync.PLANE.namespace("added");
  private final OneSync sync = new OneSync();

  private final String web =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: %1$s}
      spec:
        replicas: 0
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers: [{name: web, image: "example.com/web:1"}]
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web, namespace: %1$s}
      spec: {selector: {app: web}, ports: [{name: http, port: 80}]}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: web, namespace: %1$s}
      data: {one: "1"}
      """
          .formatted(namespace);

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void a_sidecar_a_variable_and_a_volume_in_a_pod_spec() throws Exception {
    sync.pushAndRest(web);

    patch(
        "deployment",
        """
        {"spec":{"template":{"spec":{"hostNetwork":true,"containers":[
          {"name":"web","env":[{"name":"A","value":"b"}]},
          {"name":"sidecar","image":"example.com/side:1"}]}}}}
        """);

    awakened();
    assertThat(told())
        .containsExactlyInAnyOrder(
            ".spec.template.spec.containers[name=\"sidecar\"] added by \"kubectl-patch\"",
            ".spec.template.spec.containers[name=\"web\"].env added by \"kubectl-patch\"",
            ".spec.template.spec.hostNetwork added by \"kubectl-patch\"");
    assertThat(weighty()).isEqualTo(3);
  }

  @Test
  void an_address_and_a_port_of_a_service() throws Exception {
    sync.pushAndRest(web);

    patch(
        "service",
        """
        {"spec":{"externalIPs":["203.0.113.7"],"ports":[{"name":"back","port":81}]}}
        """);

    awakened();
    assertThat(told())
        .containsExactlyInAnyOrder(
            ".spec.externalIPs added by \"kubectl-patch\"",
            ".spec.externalTrafficPolicy added by \"kubectl-patch\"",
            ".spec.ports[port=81,protocol=\"TCP\"] added by \"kubectl-patch\"");
    assertThat(weighty()).as("with what the server sets because of it").isEqualTo(3);
  }

  @Test
  void an_owner_and_a_finalizer() throws Exception {
    sync.pushAndRest(web);
    String uid =
        OneSync.PLANE.kubectl("get", "ns", namespace, "-o", "jsonpath={.metadata.uid}").strip();

    patch(
        "configmap",
        """
        {"metadata":{"finalizers":["example.com/mine"],"ownerReferences":[
          {"apiVersion":"v1","kind":"Namespace","name":"%s","uid":"%s"}]}}
        """
            .formatted(namespace, uid));

    awakened();
    assertThat(told())
        .containsExactlyInAnyOrder(
            ".metadata.ownerReferences added by \"kubectl-patch\"",
            ".metadata.finalizers added by \"kubectl-patch\"");
    assertThat(weighty()).as("an owner can delete it; a finalizer cannot").isEqualTo(1);
    patch("configmap", "{\"metadata\":{\"finalizers\":null}}");
  }

  @Test
  void labels_annotations_and_what_controllers_keep_are_no_additions() throws Exception {
    sync.pushAndRest(web);

    patch("deployment", "{\"metadata\":{\"annotations\":{\"example.com/a\":\"1\"}}}");
    OneSync.PLANE.kubectl("-n", namespace, "scale", "deployment", "web", "--replicas=0");
    Await.until(
        "the controller keeps its notes",
        () ->
            OneSync.PLANE
                .kubectl("-n", namespace, "get", "deployment", "web", "-o", "yaml")
                .contains("observedGeneration"));
    OneSync.pause();

    assertThat(told()).isEmpty();
  }

  @Test
  void a_field_that_goes_again_is_told_of_no_more() throws Exception {
    sync.pushAndRest(web);
    patch("configmap", "{\"data\":{\"two\":\"2\"}}");
    awakened();
    assertThat(told()).containsExactly(".data.two added by \"kubectl-patch\"");
    assertThat(weighty()).isZero();
    sync.run();

    patch("configmap", "{\"data\":{\"two\":null}}");

    awakened();
    assertThat(told()).isEmpty();
  }

  @Test
  void additions_are_known_again_after_a_restart() throws Exception {
    sync.pushAndRest(web);
    patch("service", "{\"spec\":{\"externalIPs\":[\"203.0.113.7\"]}}");

    try (var again = sync.restarted()) {
      again.run();
      assertThat(again.live.additions(again.name))
          .extracting(Addition::field)
          .contains(".spec.externalIPs");
    }
  }

  @Test
  void what_was_added_is_taken_out_where_the_sync_says_so() throws Exception {
    sync.settings = removing();
    sync.pushAndRest(web);
    patch(
        "deployment",
        """
        {"spec":{"template":{"spec":{"containers":[
          {"name":"sidecar","image":"example.com/side:1","env":[{"name":"A","value":"b"}]}]}}}}
        """);
    patch("service", "{\"spec\":{\"ports\":[{\"name\":\"back\",\"port\":81}]}}");
    patch("configmap", "{\"data\":{\"two\":\"2\"}}");
    Await.until("all three are seen", () -> sync.live.additions(sync.name).size() == 3);

    Applied applied = sync.run();

    assertThat(applied.drifts())
        .extracting(Drift::sentence)
        .containsExactlyInAnyOrder(
            ".spec.template.spec.containers[name=\"sidecar\"] added by \"kubectl-patch\"",
            ".spec.ports[port=81,protocol=\"TCP\"] added by \"kubectl-patch\"",
            ".data.two added by \"kubectl-patch\"");
    assertThat(text("Deployment", "apps")).contains("example.com/web:1").doesNotContain("sidecar");
    assertThat(text("Service", "")).contains("http").doesNotContain("back");
    assertThat(text("ConfigMap", "")).contains("one").doesNotContain("two");
    assertThat(told()).isEmpty();
    sync.cluster.forget();
    sync.run();
    assertThat(sync.cluster.requests()).as("then nothing is left to do").isEmpty();
  }

  @Test
  void a_finalizer_of_others_is_never_taken_out() throws Exception {
    sync.settings = removing();
    sync.pushAndRest(web);
    patch("configmap", "{\"metadata\":{\"finalizers\":[\"example.com/mine\"]}}");
    awakened();

    sync.run();

    assertThat(text("ConfigMap", "")).contains("example.com/mine");
    patch("configmap", "{\"metadata\":{\"finalizers\":null}}");
  }

  @Test
  void whoever_adds_it_again_and_again_is_in_a_fight() throws Exception {
    sync.settings = removing();
    sync.pushAndRest(web);
    for (int round = 0; round < 3; round++) {
      patch("configmap", "{\"data\":{\"two\":\"%d\"}}".formatted(round));
      sync.awakened();
    }

    patch("configmap", "{\"data\":{\"two\":\"again\"}}");
    Applied applied = sync.awakened();

    assertThat(sync.outcome(applied, "ConfigMap", "web").message())
        .startsWith("\"kubectl-patch\" keeps adding .data.two");
  }

  private static Settings removing() {
    return new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, false, true);
  }

  private void awakened() {
    Await.until("the Sync is woken", () -> !sync.woken.isEmpty());
  }

  private List<String> told() {
    return sync.live.additions(sync.name).stream().map(Addition::sentence).toList();
  }

  private long weighty() {
    return sync.live.additions(sync.name).stream().filter(Addition::weighty).count();
  }

  private void patch(String kind, String merge) {
    OneSync.PLANE.kubectl("-n", namespace, "patch", kind, "web", "-p", merge);
  }

  private String text(String kind, String group) throws IOException {
    return sync.there(new ObjectKey(group, kind, namespace, "web")).orElseThrow().toString();
  }
}
