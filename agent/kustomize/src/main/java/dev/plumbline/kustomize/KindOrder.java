package dev.plumbline.kustomize;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The order of kinds in kustomize's output: what others need comes first, webhooks last. */
final class KindOrder {
  private static final List<String> FIRST =
      List.of(
          "Namespace",
          "ResourceQuota",
          "StorageClass",
          "CustomResourceDefinition",
          "ServiceAccount",
          "PodSecurityPolicy",
          "Role",
          "ClusterRole",
          "RoleBinding",
          "ClusterRoleBinding",
          "ConfigMap",
          "Secret",
          "Endpoints",
          "Service",
          "LimitRange",
          "PriorityClass",
          "PersistentVolume",
          "PersistentVolumeClaim",
          "Deployment",
          "StatefulSet",
          "CronJob",
          "PodDisruptionBudget");
  private static final List<String> LAST =
      List.of("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration");

  static final KindOrder DEFAULT = new KindOrder(FIRST, LAST);
  static final Comparator<Gvk> LEGACY =
      Comparator.<Gvk>comparingInt(gvk -> DEFAULT.rank(gvk.kind()))
          .thenComparing(Gvk::sortKey, KindOrder::byCodePoint);

  private final Map<String, Integer> ranks = new HashMap<>();

  KindOrder(List<String> first, List<String> last) {
    for (int i = 0; i < first.size(); i++) {
      ranks.put(first.get(i), i - first.size());
    }
    for (int i = 0; i < last.size(); i++) {
      ranks.put(last.get(i), i + 1);
    }
  }

  private int rank(String kind) {
    return ranks.getOrDefault(kind, 0);
  }

  List<Resource> sorted(List<Resource> resources) {
    return resources.stream().sorted(this::compare).toList();
  }

  private int compare(Resource a, Resource b) {
    var x = a.currentId();
    var y = b.currentId();
    int byRank = Integer.compare(rank(x.gvk().kind()), rank(y.gvk().kind()));
    if (byRank != 0) {
      return byRank;
    }
    if (!x.gvk().equals(y.gvk())) {
      int byKind = byCodePoint(x.gvk().sortKey(), y.gvk().sortKey());
      // Between two kinds of that name the core one comes first.
      boolean namespaces = x.gvk().kind().equals("Namespace") && y.gvk().kind().equals("Namespace");
      boolean oneIsCore = x.gvk().group().isEmpty() || y.gvk().group().isEmpty();
      return namespaces && oneIsCore ? -byKind : byKind;
    }
    return byCodePoint(sortKey(x), sortKey(y));
  }

  private static String sortKey(ResId id) {
    return "%s|%s|%s"
        .formatted(
            id.gvk(),
            id.namespace().isEmpty() ? "~X" : id.namespace(),
            id.name().isEmpty() ? "~N" : id.name());
  }

  // Go compares bytes of UTF-8, which is the order of code points.
  private static int byCodePoint(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean surrogates = Character.isSurrogate(x) != Character.isSurrogate(y);
        return surrogates ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
