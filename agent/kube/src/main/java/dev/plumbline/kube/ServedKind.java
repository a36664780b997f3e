package dev.plumbline.kube;

import dev.plumbline.model.GroupKind;
import java.util.Set;

/** One kind in one version as the API server serves it. */
public record ServedKind(
    String group,
    String version,
    String kind,
    String plural,
    boolean namespaced,
    Set<String> verbs) {
  public ServedKind {
    verbs = Set.copyOf(verbs);
  }

  /** {@code v1}, {@code apps/v1}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** As RBAC names it: {@code configmaps}, {@code deployments.apps}. */
  public String resource() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  public GroupKind groupKind() {
    return new GroupKind(group, kind);
  }
}
