package dev.plumbline.kustomize;

import java.util.HashMap;
import java.util.Map;

/**
 * The lists of the built-in kinds that are merged by keys (Kubernetes 1.21, which is what kustomize
 * carries). Kinds that are newer, and every custom resource, have no schema: their lists are
 * replaced.
 */
final class Schemas {
  static final Schemas BUILT_IN = new Schemas(builtIn());

  private final Map<Gvk, Schema> kinds;

  Schemas(Map<Gvk, Schema> kinds) {
    this.kinds = Map.copyOf(kinds);
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
        Schema.object().with("conditions", byType()).with("podIPs", Schema.keyed(null, "ip")));
    table.kinds.put(Gvk.of("v1", "PodTemplate"), table.root().with("template", template()));
    table.add("v1", "ReplicationController", templated(), conditions());
    for (String kind : words("Deployment ReplicaSet DaemonSet")) {
      table.add("apps/v1", kind, templated(), conditions());
    }
    var claims = Schema.list(table.root());
    table.add(
        "apps/v1", "StatefulSet", templated().with("volumeClaimTemplates", claims), conditions());
    table.add("batch/v1", "Job", templated(), conditions());
    for (String version : words("batch/v1 batch/v1beta1")) {
      var jobTemplate = table.root().with("spec", templated());
      table.add(version, "CronJob", Schema.object().with("jobTemplate", jobTemplate), null);
    }
  }

  private static void addCore(Table table) {
    var ports = Schema.keyed(null, "port", "protocol");
    table.add("v1", "Service", Schema.object().with("ports", ports), conditions());
    var account = table.root().with("secrets", Schema.keyed(null, "name"));
    table.kinds.put(Gvk.of("v1", "ServiceAccount"), account);
    table.add(
        "v1",
        "Node",
        Schema.object().with("podCIDRs", Schema.keyed(null)),
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
        var webhooks = table.root().with("webhooks", Schema.keyed(null, "name"));
        table.kinds.put(Gvk.of("admissionregistration.k8s.io/" + version, kind), webhooks);
      }
      var drivers = Schema.object().with("drivers", Schema.keyed(null, "name"));
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
        Gvk.of("kustomize.config.k8s.io/v1beta1", "Kustomization"),
        Schema.object()
            .with("configMapGenerator", Schema.keyed(null, "name"))
            .with("secretGenerator", Schema.keyed(null, "name")));
  }

  private static String[] words(String text) {
    return text.split(" ", -1);
  }

  private static Schema metadata() {
    return Schema.object()
        .with("ownerReferences", Schema.keyed(null, "uid"))
        .with("finalizers", Schema.keyed(null));
  }

  private static Schema byType() {
    return Schema.keyed(null, "type");
  }

  private static Schema conditions() {
    return Schema.object().with("conditions", byType());
  }

  private static Schema templated() {
    return Schema.object().with("template", template());
  }

  private static Schema template() {
    return Schema.object().with("metadata", metadata()).with("spec", podSpec());
  }

  private static Schema podSpec() {
    var container = container().with("ports", Schema.keyed(null, "containerPort", "protocol"));
    return Schema.object()
        .with("containers", Schema.keyed(container, "name"))
        .with("initContainers", Schema.keyed(container, "name"))
        .with("ephemeralContainers", Schema.keyed(container(), "name"))
        .with("volumes", Schema.keyed(null, "name"))
        .with("imagePullSecrets", Schema.keyed(null, "name"))
        .with("hostAliases", Schema.keyed(null, "ip"))
        .with("topologySpreadConstraints", Schema.keyed(null, "topologyKey", "whenUnsatisfiable"));
  }

  private static Schema container() {
    return Schema.object()
        .with("env", Schema.keyed(null, "name"))
        .with("volumeMounts", Schema.keyed(null, "mountPath"))
        .with("volumeDevices", Schema.keyed(null, "devicePath"));
  }

  /** Kinds while they are collected. */
  private static final class Table {
    private final Map<Gvk, Schema> kinds = new HashMap<>();

    Schema root() {
      return Schema.object().with("metadata", metadata());
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
