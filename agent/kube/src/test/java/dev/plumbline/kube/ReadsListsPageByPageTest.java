package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.configMap;
import static dev.plumbline.kube.Live.createOnly;
import static dev.plumbline.kube.Live.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Metrics;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReadsListsPageByPageTest {
  private static final GroupKind CONFIG_MAP = new GroupKind("", "ConfigMap");

  @Test
  void metadata_of_all_namespaces_by_label() throws Exception {
    String label = ControlPlane.unique("list");
    String one = labelled(PLANE.namespace("list"), label);
    String other = labelled(PLANE.namespace("list"), label);
    var kind = CLUSTER.discovery().find(CONFIG_MAP).orElseThrow();

    var metas = CLUSTER.list(kind, "team=" + label);

    assertThat(metas)
        .extracting(meta -> meta.key().namespace())
        .containsExactlyInAnyOrder(one, other);
    assertThat(metas).allSatisfy(meta -> assertThat(meta.managed()).isNotEmpty());
  }

  @Test
  void no_more_bodies_than_were_asked_for() throws Exception {
    String namespace = filled(Live.CLUSTER, PLANE, 3);
    var kind = CLUSTER.discovery().find(CONFIG_MAP).orElseThrow();

    var bodies = CLUSTER.listBodies(kind, namespace, "", 2);

    assertThat(bodies).hasSize(2);
    assertThat(bodies.getFirst().map("data")).isPresent();
  }

  @Test
  void every_page_is_read_once() throws Exception {
    String namespace = filled(Live.CLUSTER, PLANE, 5);
    var names = new ArrayList<String>();

    String version = read(PLANE, namespace, names, () -> {});

    assertThat(names).containsExactly("a0", "a1", "a2", "a3", "a4", "kube-root-ca.crt");
    assertThat(version).isNotEmpty();
  }

  @Test
  void it_begins_again_when_the_server_forgot_the_version_of_the_first_page() throws Exception {
    try (var plane = ControlPlane.own();
        var connection = Live.open(plane)) {
      String namespace = filled(connection.as(new Identity.Agent()), plane, 5);
      var names = new ArrayList<String>();

      read(plane, namespace, names, plane::compact);

      assertThat(names).containsExactly("a0", "a1", "a2", "a3", "a4", "kube-root-ca.crt");
    }
  }

  private static String read(
      ControlPlane plane, String namespace, List<String> names, Runnable afterTheFirst)
      throws Exception {
    var endpoint = Live.kubeconfig(plane.kubeconfig()).endpoint();
    var transport = new Transport(endpoint, new HttpClients(), Clock.system(), Metrics.none());
    var agent = new Caller(new Identity.Agent(), "plumb/test", Fence.open());
    var query =
        new Lists.Query(
            "/api/v1/namespaces/%s/configmaps".formatted(namespace), Call.METADATA_LIST, 2, 100);
    return new Lists(new Requests(transport, agent))
        .read(
            query,
            names::clear,
            item -> {
              names.add(item.text("metadata", "name").orElseThrow());
              if (names.size() == 1) {
                afterTheFirst.run();
              }
            });
  }

  private static String filled(Cluster cluster, ControlPlane plane, int count) {
    String namespace = plane.namespace("pages");
    Await.until(
        "the controllers have filled the namespace",
        () ->
            plane
                .api()
                .get("/api/v1/namespaces/%s/configmaps/kube-root-ca.crt".formatted(namespace))
                .good());
    for (int i = 0; i < count; i++) {
      done(cluster.apply(createOnly(configMap(namespace, "a" + i), "v")));
    }
    return namespace;
  }

  private static String labelled(String namespace, String label) {
    PLANE
        .api()
        .created(
            "/api/v1/namespaces/%s/configmaps".formatted(namespace),
            "{\"metadata\": {\"name\": \"a\", \"labels\": {\"team\": \"%s\"}}}".formatted(label));
    return namespace;
  }
}
