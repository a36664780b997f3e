package dev.plumbline.reconcile;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;

/** Small objects that tests deliver, and what became of them on a cluster. */
final class Objects {
  private final ControlPlane plane;
  private final String namespace;

  Objects(ControlPlane plane, String hint) {
    this(plane.namespace(hint), plane);
  }

  /** In a namespace that need not be there. */
  Objects(String namespace, ControlPlane plane) {
    this.plane = plane;
    this.namespace = namespace;
  }

  String namespace() {
    return namespace;
  }

  String configMap(String name, String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        data: {value: "%s"}
        """
        .formatted(name, namespace, value);
  }

  String service(String name, String more) {
    return """
        apiVersion: v1
        kind: Service
        metadata: {name: %s, namespace: %s}
        spec:
          selector: {app: %s}
          ports: [{port: 80}]
        %s
        """
        .formatted(name, namespace, name, more.indent(2));
  }

  String claim(String name) {
    return """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s, namespace: %s}
        spec:
          accessModes: [ReadWriteOnce]
          resources: {requests: {storage: 1Gi}}
        """
        .formatted(name, namespace);
  }

  /** The value of a ConfigMap; empty where there is none. */
  String value(String configMap) {
    var reply = plane.api().get(path("configmaps", configMap));
    return reply.good() ? reply.json().text("data", "value").orElse("") : "";
  }

  boolean exists(String resource, String name) {
    return plane.api().get(path(resource, name)).good();
  }

  void awaitValue(String configMap, String value) {
    Await.until(
        "ConfigMap %s holds %s".formatted(configMap, value), () -> value(configMap).equals(value));
  }

  /** Takes a field of ours away, as somebody else. */
  void vandalise(String configMap) {
    plane
        .api()
        .apply(
            path("configmaps", configMap),
            "vandal",
            """
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "%s"},
             "data": {"value": "taken"}}"""
                .formatted(configMap));
  }

  String path(String resource, String name) {
    return "/api/v1/namespaces/%s/%s/%s".formatted(namespace, resource, name);
  }
}
