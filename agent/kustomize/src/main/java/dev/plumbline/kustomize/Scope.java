package dev.plumbline.kustomize;

import java.util.HashSet;
import java.util.Set;

/** Which kinds are certainly cluster-scoped. Whatever is not known counts as namespaced. */
final class Scope {
  static final Scope BUILT_IN = builtIn();

  private final Set<Gvk> cluster;

  Scope(Set<Gvk> cluster) {
    this.cluster = Set.copyOf(cluster);
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

  private static void add(Set<Gvk> kinds, String apiVersion, String names) {
    for (String kind : names.split(" ", -1)) {
      kinds.add(Gvk.of(apiVersion, kind));
    }
  }
}
