package dev.plumbline.hub;

import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.OperationId;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A hub on the real control plane, in a namespace of its own. */
final class TestHub implements AutoCloseable {
  static final ControlPlane PLANE = ControlPlane.shared();

  static {
    PLANE.kubectl("apply", "--server-side", "-k", "../../manifests/crds");
    PLANE.kubectl(
        "wait",
        "--for=condition=Established",
        "crd/repositories.plumbline.dev",
        "crd/targets.plumbline.dev",
        "crd/environments.plumbline.dev",
        "crd/tenants.plumbline.dev",
        "crd/syncs.plumbline.dev",
        "crd/inventories.plumbline.dev");
  }

  final String namespace = PLANE.namespace("hub");
  final Connections connections = new Connections("test", Clock.system(), Metrics.none());
  final Connection connection = connections.open(kubeconfig());
  final Hub hub;

  TestHub() throws Exception {
    this(Clock.system());
  }

  TestHub(Clock clock) throws Exception {
    hub = Hub.open(connection, new Hub.Options(namespace, "test", clock, Metrics.none()));
    if (!hub.awaitSynced(Duration.ofSeconds(20))) {
      throw new IOException("the hub did not sync");
    }
  }

  HubWriter writer() {
    return hub.writer(OperationId.next(Clock.system()), Fence.open());
  }

  Cluster cluster() {
    return connection.as(new Identity.Agent());
  }

  Name name(String name) {
    return new Name(namespace, name);
  }

  /** Makes one of our objects, and waits until the hub serves it. */
  <S extends Record, T extends Record> HubObject<S, T> made(
      HubObjects<S, T> objects, String name, String spec) {
    String plural = objects.kind().kind().equals("Repository") ? "repositories" : plural(objects);
    PLANE.api().created(path(plural), body(objects.kind().kind(), name, spec));
    return served(objects, name);
  }

  <S extends Record, T extends Record> HubObject<S, T> served(
      HubObjects<S, T> objects, String name) {
    return Await.value(name + " is served", () -> objects.get(name(name)));
  }

  /** What the API server says of one of our objects. */
  Optional<MapNode> stored(String plural, String name) {
    var reply = PLANE.api().get(path(plural) + "/" + name);
    return reply.code() == 404 ? Optional.empty() : Optional.of(reply.json());
  }

  String path(String plural) {
    return "/apis/plumbline.dev/v1alpha1/namespaces/" + namespace + "/" + plural;
  }

  static String body(String kind, String name, String spec) {
    return """
        {"apiVersion":"plumbline.dev/v1alpha1","kind":"%s","metadata":{"name":"%s"},"spec":%s}"""
        .formatted(kind, name, spec);
  }

  @Override
  public void close() {
    hub.close();
    connection.close();
    connections.close();
  }

  private static String plural(HubObjects<?, ?> objects) {
    return objects.kind().kind().toLowerCase(Locale.ROOT) + "s";
  }

  private static Kubeconfig kubeconfig() {
    return switch (Kubeconfig.read(PLANE.kubeconfig())) {
      case Kubeconfig.Reading.Usable(var kubeconfig) -> kubeconfig;
      case Kubeconfig.Reading.Refused(var why) -> throw new IllegalStateException(why);
    };
  }
}
