package dev.plumbline.kustomize;

import java.util.HashSet;
import java.util.Set;

/** Which kinds are certainly cluster-scoped. Whatever is not known counts as namespaced. */
final class Scope {
  static final Scope BUILT_IN = builtIn();

  /** Kinds whose scope a schema of the user's own cannot change. */
  private static final Set<Gvk> NAMESPACED = namespaced();

  private final Set<Gvk> cluster;

  Scope(Set<Gvk> cluster) {
    this.cluster = Set.copyOf(cluster);
  }

  Scope and(Set<Gvk> more) {
    var all = new HashSet<>(cluster);
    more.stream().filter(gvk -> !NAMESPACED.contains(gvk)).forEach(all::add);
    return new Scope(all);
  }

  /** Whether kustomize knows the scope of the kind by heart. */
  static boolean isKnown(Gvk gvk) {
    return BUILT_IN.cluster.contains(gvk) || NAMESPACED.contains(gvk);
  }

  boolean isCluster(Gvk gvk) {
    return cluster.contains(gvk);
  }

  private static Scope builtIn() {
    var kinds = new HashSet<Gvk>();
    add(kinds, "v1", "ComponentStatus Namespace Node NodeProxyOptions PersistentVolume");
    for (String version : new String[] {"v1", "v1beta1"}) {
      add(
          kinds,
          "admissionregistration.k8s.io/" + version,
          "MutatingWebhookConfiguration ValidatingWebhookConfiguration");
      add(kinds, "apiextensions.k8s.io/" + version, "CustomResourceDefinition");
      add(kinds, "apiregistration.k8s.io/" + version, "APIService");
      add(kinds, "certificates.k8s.io/" + version, "CertificateSigningRequest");
      add(kinds, "networking.k8s.io/" + version, "IngressClass");
      add(kinds, "node.k8s.io/" + version, "RuntimeClass");
      add(kinds, "rbac.authorization.k8s.io/" + version, "ClusterRole ClusterRoleBinding");
      add(kinds, "scheduling.k8s.io/" + version, "PriorityClass");
      add(kinds, "storage.k8s.io/" + version, "CSIDriver CSINode StorageClass VolumeAttachment");
    }
    add(kinds, "flowcontrol.apiserver.k8s.io/v1beta1", "FlowSchema PriorityLevelConfiguration");
    add(kinds, "policy/v1beta1", "PodSecurityPolicy");
    return new Scope(kinds);
  }

  private static Set<Gvk> namespaced() {
    var kinds = new HashSet<Gvk>();
    add(
        kinds,
        "v1",
        "ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodTemplate"
            + " ReplicationController ResourceQuota Secret Service ServiceAccount");
    add(kinds, "apps/v1", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet");
    add(kinds, "batch/v1", "CronJob Job");
    add(kinds, "batch/v1beta1", "CronJob");
    for (String version : new String[] {"v1", "v2beta1", "v2beta2"}) {
      add(kinds, "autoscaling/" + version, "HorizontalPodAutoscaler");
    }
    for (String version : new String[] {"v1", "v1beta1"}) {
      add(kinds, "coordination.k8s.io/" + version, "Lease");
      add(kinds, "discovery.k8s.io/" + version, "EndpointSlice");
      add(kinds, "events.k8s.io/" + version, "Event");
      add(kinds, "networking.k8s.io/" + version, "Ingress");
      add(kinds, "policy/" + version, "PodDisruptionBudget");
      add(kinds, "rbac.authorization.k8s.io/" + version, "Role RoleBinding");
    }
    add(kinds, "extensions/v1beta1", "Ingress");
    add(kinds, "networking.k8s.io/v1", "NetworkPolicy");
    add(kinds, "storage.k8s.io/v1beta1", "CSIStorageCapacity");
    return kinds;
  }

  private static void add(Set<Gvk> kinds, String apiVersion, String names) {
    for (String kind : names.split(" ", -1)) {
      kinds.add(Gvk.of(apiVersion, kind));
    }
  }
}
