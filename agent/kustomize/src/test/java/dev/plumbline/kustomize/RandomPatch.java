package dev.plumbline.kustomize;

import dev.plumbline.kustomize.RandomResources.Known;
import java.util.function.BinaryOperator;

/** Patches of resources that mostly exist: strategic merges and JSON patches. */
final class RandomPatch {
  private final Chance chance;
  private final RandomResources resources;

  RandomPatch(Chance chance, RandomResources resources) {
    this.chance = chance;
    this.resources = resources;
  }

  /** An entry of {@code patches}. */
  String patch(BinaryOperator<String> file) {
    var known =
        resources.known.isEmpty()
            ? new Known("v1", "ConfigMap", "web", null)
            : chance.one(resources.known);
    boolean merge = chance.of(0.6);
    boolean targeted = !merge || chance.of(0.4);
    String target = merge ? target(known) : sameKind(known);
    String text = merge ? merge(known) : operations(known.kind());
    return (chance.of(0.2)
            ? "- path: " + file.apply("patch.yaml", text) + "\n"
            : "- patch: |-\n" + text.indent(4))
        + (targeted ? "  target: {" + target + "}\n" : "")
        + chance.maybe(
            0.1, () -> "  options: {%s: true}\n".formatted(chance.one("allowNameChange")));
  }

  /** An entry of {@code patchesJson6902}. */
  String jsonOfOne(Known known) {
    String group =
        known.apiVersion().contains("/") ? "group: " + known.apiVersion().split("/", -1)[0] : "";
    return "- target: {version: %s, kind: %s, name: %s%s}\n  patch: |-\n%s"
        .formatted(
            known.apiVersion().replaceFirst(".*/", ""),
            known.kind(),
            known.name(),
            group.isEmpty() ? "" : ", " + group,
            operations(known.kind()).indent(4));
  }

  private String sameKind(Known known) {
    return "kind: " + known.kind() + chance.one("", "", ", name: " + known.name(), ", name: .*");
  }

  private String target(Known known) {
    return chance.one(
        "kind: " + known.kind(),
        "kind: %s, name: %s".formatted(known.kind(), known.name()),
        "name: .*",
        "kind: %s, name: 'a.*|web'".formatted(known.kind()),
        "labelSelector: app=a",
        "labelSelector: 'app in (a, b),!tier'",
        "annotationSelector: note",
        "namespace: ns1");
  }

  /** A patch that looks like what it patches. */
  String merge(Known known) {
    String head =
        "apiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n"
                .formatted(known.apiVersion(), known.kind(), known.name())
            + (known.namespace() == null ? "" : "  namespace: " + known.namespace() + "\n")
            + chance.maybe(0.3, () -> "  labels: {app: %s}\n".formatted(nullable()))
            + chance.maybe(0.3, () -> "  annotations: {note: %s, nn: m}\n".formatted(nullable()))
            + chance.maybe(0.05, () -> "  labels: null\n".replace("labels", "finalizers"));
    if (chance.of(0.05)) {
      return head + "$patch: delete\n";
    }
    return head
        + switch (known.kind()) {
          case "Deployment", "StatefulSet", "DaemonSet", "Job" -> "spec:\n" + template(2);
          case "CronJob" -> "spec:\n  jobTemplate:\n    spec:\n" + template(6);
          case "Service" -> "spec:\n  ports:\n" + chance.times(1, 2, this::port);
          case "ConfigMap" -> "data:\n  a: %s\n  z: %s".formatted(nullable(), chance.value(2));
          case "Secret" -> "stringData: {a: %s}\n".formatted(nullable());
          case "Custom", "Other" ->
              "spec:\n  list: [{name: b, value: 2}]\n  v: " + chance.value(2) + "  w: {a: null}\n";
          case "Ingress" -> "spec: {rules: [{host: b.example}], tls: null}\n";
          case "ServiceAccount" -> "imagePullSecrets: [{name: web}]\nsecrets: [{name: db}]\n";
          default -> chance.one("", "extra: {a: " + chance.odd() + "}\n");
        };
  }

  private String nullable() {
    return chance.one("patched", "null", "\"1\"", "'yes'");
  }

  private String port() {
    return "  - port: %s\n    targetPort: 5\n".formatted(chance.one("80", "81", "90"))
        + chance.one("", "", "    protocol: TCP\n", "    protocol: UDP\n", "    $patch: delete\n");
  }

  private String template(int indentation) {
    String containers =
        chance.times(
            1,
            2,
            () ->
                new RandomResources(chance).container(chance.one("c1", "c2", "c5"))
                    + chance.maybe(0.05, () -> "      $patch: " + directive() + "\n"));
    String text =
        chance.maybe(0.3, () -> "  replicas: " + chance.one("5", "null", "\"6\"") + "\n")
            + "template:\n".indent(0)
            + chance.maybe(0.2, () -> "  metadata: {annotations: {t: \"1\"}}\n")
            + "  spec:\n"
            + chance.maybe(0.1, () -> "    $patch: " + directive() + "\n")
            + "    containers:\n"
            + containers
            + chance.maybe(0.1, () -> "    - $patch: replace\n")
            + chance.maybe(0.2, () -> "    volumes:\n    - name: v\n      configMap: null\n")
            + chance.maybe(0.1, () -> "    tolerations: []\n")
            + chance.maybe(0.1, () -> "    $setElementOrder/containers: [{name: c2}]\n");
    return text.replaceFirst("^  replicas", "replicas").indent(indentation);
  }

  private String directive() {
    return chance.one("delete", "replace", "merge");
  }

  private String operations(String kind) {
    return chance.times(1, 3, () -> "- {op: " + operation(kind) + "}\n");
  }

  private String operation(String kind) {
    return switch (chance.between(0, 9)) {
      case 0 -> hopeful();
      case 1, 2, 3 -> kind.matches("Deployment|StatefulSet|DaemonSet") ? onPod() : safe();
      default -> safe();
    };
  }

  // Applies to everything.
  private String safe() {
    return chance.one(
        "add, path: /metadata/annotations, value: {a~1b: x}",
        "add, path: /metadata/labels, value: {k: v, nn: \"1\"}",
        "add, path: /extra, value: {a: [1, yes, 1.5], b: " + inFlow() + "}",
        "add, path: /metadata/annotations, value: {nn: " + inFlow() + "}",
        "replace, path: /metadata/name, value: renamed",
        "replace, path: /metadata/labels, value: {app: replaced}",
        "test, path: /metadata/nothing, value: null");
  }

  private String onPod() {
    return chance.one(
        "add, path: /spec/template/spec/containers/-, value: {name: c9, image: nginx}",
        "add, path: /spec/template/spec/containers/0, value: {name: c8, image: 'a:1'}",
        "replace, path: /spec/template/spec/containers/0/image, value: " + inFlow(),
        "remove, path: /spec/template/spec/containers/0",
        "replace, path: /spec/replicas, value: 7",
        "add, path: /spec/template/spec/volumes, value: [{name: n, secret: {secretName: db}}]");
  }

  private String hopeful() {
    return chance.one(
        "add, path: /metadata/annotations/j, value: \"1\"",
        "add, path: /metadata/annotations/a~1b, value: x",
        "remove, path: /metadata/labels",
        "test, path: /kind, value: Deployment",
        "add, path: /spec/template/spec/containers/0/env/-, value: {name: Z, value: z}",
        "copy, from: /metadata/labels, path: /copied",
        "move, from: /metadata/labels, path: /moved");
  }

  private String inFlow() {
    return chance.one("yes", "0777", "1e3", "~", "\"a: b\"", "2001-01-01", "{}", "\"\\t\"");
  }
}
