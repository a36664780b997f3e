package dev.plumbline.kustomize;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Resources of many kinds that refer to each other by name, in odd YAML. */
final class RandomResources {
  /** What identifies one of them. */
  record Known(String apiVersion, String kind, String name, String namespace) {}

  final List<Known> known = new ArrayList<>();
  private final Set<Known> taken = new HashSet<>();
  private final Chance chance;

  RandomResources(Chance chance) {
    this.chance = chance;
  }

  /** A file of one to so many resources. */
  String file(int most) {
    var text = new StringBuilder();
    for (int i = chance.between(1, most); i > 0; i--) {
      text.append(text.isEmpty() ? chance.one("", "", "---\n", "# head\n") : "---\n");
      text.append(resource());
    }
    String all = text.toString();
    return chance.of(0.05) ? all.replace("\n", "\r\n") : all;
  }

  private String resource() {
    return switch (chance.between(0, 19)) {
      case 0, 1, 2 -> workload("apps/v1", chance.one("Deployment", "StatefulSet", "DaemonSet"));
      case 3 -> workload("batch/v1", "Job");
      case 4 -> cronJob();
      case 5, 6 -> head("v1", "ConfigMap", true) + "data:\n" + entries(2);
      case 7 -> head("v1", "Secret", true) + "type: Opaque\nstringData:\n" + entries(2);
      case 8, 9 -> service();
      case 10 -> head("v1", "ServiceAccount", true) + "secrets: [{name: " + chance.name() + "}]\n";
      case 11 -> ingress();
      case 12 -> binding("RoleBinding", true);
      case 13 -> binding("ClusterRoleBinding", false);
      case 14 -> head("v1", "Namespace", false);
      case 15 ->
          head("autoscaling/v2", "HorizontalPodAutoscaler", true)
              + "spec: {scaleTargetRef: {kind: Deployment, name: %s, apiVersion: apps/v1}}\n"
                  .formatted(chance.name());
      case 16 ->
          head("networking.k8s.io/v1", "NetworkPolicy", true)
              + "spec: {podSelector: {matchLabels: {app: a}}, ingress: [{from: [{podSelector:"
              + " {matchLabels: {app: b}}}]}]}\n";
      case 17 ->
          head("policy/v1", "PodDisruptionBudget", true)
              + "spec: {minAvailable: 1, selector: {matchLabels: {app: a}}}\n";
      case 18 -> claim();
      default -> custom();
    };
  }

  private String head(String apiVersion, String kind, boolean namespaced) {
    var id = id(apiVersion, kind, namespaced);
    String quoted = chance.of(0.2) ? "\"" + id.name + "\"" : id.name;
    return "apiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n".formatted(apiVersion, kind, quoted)
        + (id.namespace == null ? "" : "  namespace: " + id.namespace + "\n")
        + chance.maybe(0.4, () -> "  labels:\n" + pairs("app", "tier", "team"))
        + chance.maybe(0.4, () -> "  annotations:\n" + pairs("app", "note", "j"))
        + chance.maybe(0.05, () -> "  creationTimestamp: null\n");
  }

  // The name is one that nothing of the kind has; a suffix helps out.
  private Known id(String apiVersion, String kind, boolean namespaced) {
    String namespace = namespaced && chance.of(0.3) ? chance.one("ns1", "default", "ns2") : null;
    String name = chance.name();
    while (!taken.add(new Known(apiVersion, kind, name, null))) {
      name += chance.one("1", "-x");
    }
    var id = new Known(apiVersion, kind, name, namespace);
    known.add(id);
    return id;
  }

  private String pairs(String first, String... more) {
    var text = new StringBuilder("    " + first + ": " + chance.text() + "\n");
    for (String key : more) {
      text.append(chance.maybe(0.3, () -> "    " + key + ": " + chance.text() + "\n"));
    }
    return text.toString();
  }

  private String entries(int indentation) {
    var text = new StringBuilder();
    for (String key : List.of("a", "b.txt", "C_C", "d", "\"1\"")) {
      text.append(
          chance.maybe(
              0.5, () -> " ".repeat(indentation) + key + ": " + chance.value(indentation)));
    }
    return text.isEmpty() ? " ".repeat(indentation) + "a: b\n" : text.toString();
  }

  private String workload(String apiVersion, String kind) {
    return head(apiVersion, kind, true)
        + "spec:\n"
        + chance.maybe(0.4, () -> "  replicas: " + chance.one("1", "\"2\"", "null", "0x2") + "\n")
        + chance.maybe(0.4, () -> "  selector:\n    matchLabels: {app: a}\n")
        + template(2);
  }

  private String cronJob() {
    return head("batch/v1", "CronJob", true)
        + "spec:\n  schedule: \"*/5 * * * *\"\n  jobTemplate:\n    spec:\n"
        + template(6);
  }

  private String template(int indentation) {
    String text =
        "template:\n"
            + chance.maybe(0.5, () -> "  metadata:\n    labels: {app: a}\n")
            + "  spec:\n"
            + chance.maybe(0.3, () -> "    serviceAccountName: " + chance.name() + "\n")
            + chance.maybe(0.2, () -> "    initContainers:\n" + container("init"))
            + "    containers:\n"
            + chance.times(1, 3, () -> container(chance.one("c1", "c2", "c3", "c4")))
            + chance.maybe(0.3, this::volumes)
            + chance.maybe(0.2, () -> "    imagePullSecrets: [{name: " + chance.name() + "}]\n")
            + chance.maybe(0.2, () -> "    tolerations:\n    - {key: a, operator: Exists}\n");
    return text.indent(indentation);
  }

  /** A container of a list that stands in the fourth column. */
  String container(String name) {
    return "    - name: %s\n".formatted(name)
        + chance.maybe(0.9, () -> "      image: " + image() + "\n")
        + chance.maybe(0.5, () -> "      env:\n" + chance.times(1, 3, this::variable))
        + chance.maybe(0.4, () -> "      ports:\n" + chance.times(1, 3, this::port))
        + chance.maybe(0.2, () -> "      args: [a, " + chance.odd() + "]\n")
        + chance.maybe(0.2, () -> "      command:\n      - sh\n      - " + chance.value(6))
        + chance.maybe(0.2, this::from)
        + chance.maybe(0.2, () -> "      volumeMounts: [{name: v, mountPath: /v}]\n")
        + chance.maybe(0.2, () -> "      resources: {limits: {cpu: 1, memory: 1Gi}}\n");
  }

  private String from() {
    return "      envFrom: [{%s: {name: %s}}]\n"
        .formatted(chance.one("configMapRef", "secretRef"), chance.name());
  }

  private String image() {
    return chance.one(
        "nginx", "\"nginx:1\"", "reg:5000/app:v1", "nginx@sha256:abc", "a/b", "nginx:$(V)");
  }

  private String variable() {
    return "      - name: %s\n        ".formatted(chance.one("A", "B", "C"))
        + chance.one(
            "value: \"$(V)\"",
            "value: " + chance.odd(),
            "valueFrom: {configMapKeyRef: {name: " + chance.name() + ", key: k}}",
            "valueFrom: {secretKeyRef: {name: " + chance.name() + ", key: k}}")
        + "\n";
  }

  private String port() {
    return "      - containerPort: %s\n".formatted(chance.one("80", "81", "\"80\""))
        + chance.one("", "        protocol: TCP\n", "        protocol: UDP\n", "        name: p\n");
  }

  private String volumes() {
    return """
        volumes:
        - name: v
          configMap: {name: %s}
        - name: w
          secret: {secretName: %s}
        - name: p
          projected: {sources: [{configMap: {name: %s}}, {secret: {name: %s}}]}
    """
        .formatted(chance.name(), chance.name(), chance.name(), chance.name());
  }

  private String service() {
    return head("v1", "Service", true)
        + "spec:\n"
        + chance.maybe(0.5, () -> "  selector: {app: a}\n")
        + "  ports:\n"
        + chance.times(
            1,
            3,
            () ->
                "  - port: %s\n".formatted(chance.one("80", "81", "82"))
                    + chance.one("", "    protocol: TCP\n", "    protocol: UDP\n"));
  }

  private String ingress() {
    return head("networking.k8s.io/v1", "Ingress", true)
        + "spec:\n  tls: [{secretName: %s}]\n  rules:\n".formatted(chance.name())
        + "  - host: %s\n".formatted(chance.one("$(V)", "a.example", "\"*.x\""))
        + "    http: {paths: [{backend: {service: {name: %s}}}]}\n".formatted(chance.name());
  }

  private String binding(String kind, boolean namespaced) {
    return head("rbac.authorization.k8s.io/v1", kind, namespaced)
        + "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %s}\n"
            .formatted(chance.name())
        + "subjects:\n"
        + chance.times(
            1,
            2,
            () ->
                "- {kind: ServiceAccount, name: %s%s}\n"
                    .formatted(
                        chance.one(chance.name(), "default"),
                        chance.one("", ", namespace: ns1", ", namespace: default")));
  }

  private String claim() {
    return head("v1", "PersistentVolumeClaim", true)
        + "spec: {volumeName: %s, accessModes: [ReadWriteOnce]}\n".formatted(chance.name());
  }

  private String custom() {
    return head("example.com/v1", chance.one("Custom", "Other"), true)
        + "spec:\n  list: [{name: a, value: 1}, {name: b}]\n  ref: {name: %s}\n"
            .formatted(chance.name())
        + chance.maybe(0.3, () -> "  base: &b {x: 1, y: [z]}\n  same: *b\n  more: {<<: *b, x: 2}\n")
        + "  image: "
        + image()
        + "\n  v: "
        + chance.value(2);
  }
}
