package dev.plumbline.apply;

import dev.plumbline.model.GroupKind;
import dev.plumbline.model.ObjectKey;
import java.util.Map;

/**
 * The stage an object belongs to, by its kind. A stage starts when the one before has ended; inside
 * a stage everything runs side by side. Deletion goes the other way.
 */
final class Order {
  static final GroupKind NAMESPACE = new GroupKind("", "Namespace");

  private static final int DEFINITIONS = 0;
  private static final int FOUNDATIONS = 1;
  private static final int WORKLOADS = 2;
  private static final int LAST = 3;

  // Definitions and namespaces come first because nothing else can exist without them; what
  // workloads mount, run as or are selected by comes before them; what intercepts the creation of
  // other objects comes last, so that it cannot refuse its own backend.
  private static final Map<GroupKind, Integer> STAGE =
      Map.ofEntries(
          Map.entry(NAMESPACE, DEFINITIONS),
          Map.entry(Desires.CRD, DEFINITIONS),
          Map.entry(new GroupKind("scheduling.k8s.io", "PriorityClass"), DEFINITIONS),
          Map.entry(new GroupKind("storage.k8s.io", "StorageClass"), DEFINITIONS),
          Map.entry(new GroupKind("", "ServiceAccount"), FOUNDATIONS),
          Map.entry(new GroupKind("", "Secret"), FOUNDATIONS),
          Map.entry(new GroupKind("", "ConfigMap"), FOUNDATIONS),
          Map.entry(new GroupKind("", "Service"), FOUNDATIONS),
          Map.entry(new GroupKind("", "ResourceQuota"), FOUNDATIONS),
          Map.entry(new GroupKind("", "LimitRange"), FOUNDATIONS),
          Map.entry(new GroupKind("", "PersistentVolume"), FOUNDATIONS),
          Map.entry(new GroupKind("", "PersistentVolumeClaim"), FOUNDATIONS),
          Map.entry(new GroupKind("networking.k8s.io", "NetworkPolicy"), FOUNDATIONS),
          Map.entry(new GroupKind("rbac.authorization.k8s.io", "Role"), FOUNDATIONS),
          Map.entry(new GroupKind("rbac.authorization.k8s.io", "ClusterRole"), FOUNDATIONS),
          Map.entry(new GroupKind("rbac.authorization.k8s.io", "RoleBinding"), FOUNDATIONS),
          Map.entry(new GroupKind("rbac.authorization.k8s.io", "ClusterRoleBinding"), FOUNDATIONS),
          Map.entry(new GroupKind("apiregistration.k8s.io", "APIService"), LAST),
          Map.entry(
              new GroupKind("admissionregistration.k8s.io", "ValidatingWebhookConfiguration"),
              LAST),
          Map.entry(
              new GroupKind("admissionregistration.k8s.io", "MutatingWebhookConfiguration"), LAST));

  private Order() {}

  static int stage(ObjectKey key) {
    return STAGE.getOrDefault(key.groupKind(), WORKLOADS);
  }

  /** Whether such an object decides what others may do, or what can be there at all. */
  static boolean changesPowers(ObjectKey key) {
    return key.group().equals("rbac.authorization.k8s.io") || key.groupKind().equals(Desires.CRD);
  }

  static ObjectKey namespace(String name) {
    return new ObjectKey(NAMESPACE.group(), NAMESPACE.kind(), "", name);
  }
}
