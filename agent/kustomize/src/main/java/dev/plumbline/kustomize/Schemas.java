package dev.plumbline.kustomize;

import java.util.HashMap;
import java.util.Map;

/**
 * The lists of the built-in kinds that are merged by keys (Kubernetes 1.21, which is what kustomize
 * carries). Kinds that are newer, and every custom resource, have no schema: their lists are
 * replaced.
 */
final class Schemas {
  private static final Gvk OWN_KIND = Gvk.of("kustomize.config.k8s.io/v1beta1", "Kustomization");

  static final Schemas BUILT_IN = new Schemas(builtIn());

  private final Map<Gvk, Schema> kinds;

  Schemas(Map<Gvk, Schema> kinds) {
    this.kinds = Map.copyOf(kinds);
  }

  /** The kinds of a schema of the user's own; kustomize's own kinds stay. */
  static Schemas custom(Map<Gvk, Schema> kinds) {
    var all = new HashMap<>(kinds);
    all.put(OWN_KIND, BUILT_IN.kinds.get(OWN_KIND));
    return new Schemas(all);
  }

  Map<Gvk, Schema> kinds() {
    return kinds;
  }

  /** A built-in definition that a schema of the user's own may refer to, or null. */
  static Schema definition(String name) {
    return switch (name) {
      case "io.k8s.api.core.v1.PodTemplateSpec" -> template();
      case "io.k8s.api.core.v1.PodSpec" -> podSpec();
      case "io.k8s.api.core.v1.Container" ->
          container().with("ports", TableSchema.keyed(null, "containerPort", "protocol"));
      case "io.k8s.api.core.v1.EphemeralContainer" -> container();
      case "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" -> metadata();
      default -> null;
    };
  }

  /** The schema of a kind, or null. */
  Schema of(String apiVersion, String kind) {
    return kinds.get(Gvk.of(apiVersion, kind));
  }

  private static Map<Gvk, Schema> builtIn() {
    var table = new Table();
    addPods(table);
    addCore(table);
    addOthers(table);
    return table.kinds;
  }

  private static void addPods(Table table) {
    table.add(
        "v1",
        "Pod",
        podSpec(),
        TableSchema.object()
            .with("conditions", byType())
            .with("podIPs", TableSchema.keyed(null, "ip")));
    table.kinds.put(Gvk.of("v1", "PodTemplate"), table.root().with("template", template()));
    table.add("v1", "ReplicationController", templated(), conditions());
    for (String kind : words("Deployment ReplicaSet DaemonSet")) {
      table.add("apps/v1", kind, templated(), conditions());
    }
    var claims = TableSchema.list(table.root());
    table.add(
        "apps/v1", "StatefulSet", templated().with("volumeClaimTemplates", claims), conditions());
    table.add("batch/v1", "Job", templated(), conditions());
    for (String version : words("batch/v1 batch/v1beta1")) {
      var jobTemplate = table.root().with("spec", templated());
      table.add(version, "CronJob", TableSchema.object().with("jobTemplate", jobTemplate), null);
    }
  }

  private static void addCore(Table table) {
    var ports = TableSchema.keyed(null, "port", "protocol");
    table.add("v1", "Service", TableSchema.object().with("ports", ports), conditions());
    var account = table.root().with("secrets", TableSchema.keyed(null, "name"));
    table.kinds.put(Gvk.of("v1", "ServiceAccount"), account);
    table.add(
        "v1",
        "Node",
        TableSchema.object().with("podCIDRs", TableSchema.keyed(null)),
        conditions().with("addresses", byType()));
    table.add("v1", "Namespace", null, conditions());
    table.add("v1", "PersistentVolumeClaim", null, conditions());
    table.kinds.put(Gvk.of("v1", "ComponentStatus"), table.root().with("conditions", byType()));
    table.addPlain(
        "v1", "Binding ConfigMap Endpoints Event LimitRange PersistentVolume ResourceQuota Secret");
  }

  private static void addOthers(Table table) {
    for (String version : words("v1 v1beta1")) {
      for (String kind : words("ValidatingWebhookConfiguration MutatingWebhookConfiguration")) {
        var webhooks = table.root().with("webhooks", TableSchema.keyed(null, "name"));
        table.kinds.put(Gvk.of("admissionregistration.k8s.io/" + version, kind), webhooks);
      }
      var drivers = TableSchema.object().with("drivers", TableSchema.keyed(null, "name"));
      table.add("storage.k8s.io/" + version, "CSINode", drivers, null);
      table.add("apiregistration.k8s.io/" + version, "APIService", null, conditions());
      table.add(
          "policy/" + version,
          "PodDisruptionBudget",
          null,
          version.equals("v1") ? conditions() : null);
      table.addPlain("apiextensions.k8s.io/" + version, "CustomResourceDefinition");
      table.addPlain("certificates.k8s.io/" + version, "CertificateSigningRequest");
      table.addPlain("coordination.k8s.io/" + version, "Lease");
      table.addPlain("discovery.k8s.io/" + version, "EndpointSlice");
      table.addPlain("events.k8s.io/" + version, "Event");
      table.addPlain("networking.k8s.io/" + version, "Ingress IngressClass");
      table.addPlain("node.k8s.io/" + version, "RuntimeClass");
      table.addPlain(
          "rbac.authorization.k8s.io/" + version,
          "ClusterRole ClusterRoleBinding Role RoleBinding");
      table.addPlain("scheduling.k8s.io/" + version, "PriorityClass");
      table.addPlain("storage.k8s.io/" + version, "CSIDriver StorageClass VolumeAttachment");
    }
    table.addPlain("apps/v1", "ControllerRevision");
    for (String version : words("v1 v2beta1 v2beta2")) {
      table.addPlain("autoscaling/" + version, "HorizontalPodAutoscaler");
    }
    table.addPlain("extensions/v1beta1", "Ingress");
    table.addPlain("flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema PriorityLevelConfiguration");
    table.addPlain("networking.k8s.io/v1", "NetworkPolicy");
    table.addPlain("policy/v1beta1", "Eviction PodSecurityPolicy");
    table.addPlain("storage.k8s.io/v1beta1", "CSIStorageCapacity");
    table.kinds.put(
        OWN_KIND,
        TableSchema.object()
            .with("configMapGenerator", TableSchema.keyed(null, "name"))
            .with("secretGenerator", TableSchema.keyed(null, "name")));
  }

  private static String[] words(String text) {
    return text.split(" ", -1);
  }

  private static TableSchema metadata() {
    return TableSchema.object()
        .with("ownerReferences", TableSchema.keyed(null, "uid"))
        .with("finalizers", TableSchema.keyed(null));
  }

  private static TableSchema byType() {
    return TableSchema.keyed(null, "type");
  }

  private static TableSchema conditions() {
    return TableSchema.object().with("conditions", byType());
  }

  private static TableSchema templated() {
    return TableSchema.object().with("template", template());
  }

  private static TableSchema template() {
    return TableSchema.object().with("metadata", metadata()).with("spec", podSpec());
  }

  private static TableSchema podSpec() {
    var container = container().with("ports", TableSchema.keyed(null, "containerPort", "protocol"));
    return TableSchema.object()
        .with("containers", TableSchema.keyed(container, "name"))
        .with("initContainers", TableSchema.keyed(container, "name"))
        .with("ephemeralContainers", TableSchema.keyed(container(), "name"))
        .with("volumes", TableSchema.keyed(null, "name"))
        .with("imagePullSecrets", TableSchema.keyed(null, "name"))
        .with("hostAliases", TableSchema.keyed(null, "ip"))
        .with(
            "topologySpreadConstraints",
            TableSchema.keyed(null, "topologyKey", "whenUnsatisfiable"));
  }

  private static TableSchema container() {
    return TableSchema.object()
        .with("env", TableSchema.keyed(null, "name"))
        .with("volumeMounts", TableSchema.keyed(null, "mountPath"))
        .with("volumeDevices", TableSchema.keyed(null, "devicePath"));
  }

  /** Kinds while they are collected. */
  private static final class Table {
    private final Map<Gvk, Schema> kinds = new HashMap<>();

    TableSchema root() {
      return TableSchema.object().with("metadata", metadata());
    }

    void add(String apiVersion, String kind, Schema spec, Schema status) {
      var root = root();
      if (spec != null) {
        root.with("spec", spec);
      }
      if (status != null) {
        root.with("status", status);
      }
      kinds.put(Gvk.of(apiVersion, kind), root);
    }

    void addPlain(String apiVersion, String names) {
      for (String kind : words(names)) {
        add(apiVersion, kind, null, null);
      }
    }
  }
}
