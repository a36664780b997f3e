package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.yaml.Json;

/** The shared control plane, through the code under test. */
final class Live {
  static final ControlPlane PLANE = ControlPlane.shared();
  static final Connections CONNECTIONS = new Connections("test", Clock.system(), Metrics.none());
  static final Connection CONNECTION = open(PLANE);
  static final Cluster CLUSTER = CONNECTION.as(new Identity.Agent());

  private Live() {}

  static Connection open(ControlPlane plane) {
    return CONNECTIONS.open(kubeconfig(plane.kubeconfig()));
  }

  static Kubeconfig kubeconfig(byte[] bytes) {
    return switch (Kubeconfig.read(bytes)) {
      case Kubeconfig.Reading.Usable(var kubeconfig) -> kubeconfig;
      case Kubeconfig.Reading.Refused(var why) -> throw new AssertionError(why);
    };
  }

  static MapNode json(String text) {
    return (MapNode) Json.read(text);
  }

  static ObjectKey configMap(String namespace, String name) {
    return new ObjectKey("", "ConfigMap", namespace, name);
  }

  static MapNode body(ObjectKey key, String data) {
    return json(
        """
        {"apiVersion": "v1", "kind": "ConfigMap",
         "metadata": {"namespace": "%s", "name": "%s"}, "data": {"k": "%s"}}"""
            .formatted(key.namespace(), key.name(), data));
  }

  static ApplyRequest createOnly(ObjectKey key, String data) {
    return ApplyRequest.createOnly(key, body(key, data), "plumbline");
  }

  static Answer createIn(String namespace, MapNode body) {
    return CLUSTER.apply(ApplyRequest.createOnly(key(namespace, body), body, "plumbline"));
  }

  static ObjectKey key(String namespace, MapNode body) {
    String version = body.text("apiVersion").orElseThrow();
    String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
    String name = body.text("metadata", "name").orElseThrow();
    return new ObjectKey(group, body.text("kind").orElseThrow(), namespace, name);
  }

  static Meta done(Answer answer) {
    return switch (answer) {
      case Answer.Done(var meta, var _) -> meta;
      case Answer.Refused(var refusal) -> throw new AssertionError(refusal.toString());
      case Answer.Unknown(var why) -> throw new AssertionError(why);
    };
  }

  static Refusal refused(Answer answer) {
    return switch (answer) {
      case Answer.Refused(var refusal) -> refusal;
      case Answer.Done done -> throw new AssertionError("was done: " + done);
      case Answer.Unknown(var why) -> throw new AssertionError(why);
    };
  }

  static Guard guard(Meta meta) {
    return new Guard(meta.uid(), meta.resourceVersion());
  }
}
