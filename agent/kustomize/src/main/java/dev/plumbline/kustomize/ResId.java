package dev.plumbline.kustomize;

/**
 * Names one resource of a build. Equality is over the effective namespace: none for a kind that is
 * certainly cluster-scoped, and {@code ""} is {@code default}.
 *
 * @param namespace as it is written
 */
record ResId(Gvk gvk, String name, String namespace, boolean clusterScoped) {
  static final String NO_NAMESPACE = "_non_namespaceable_";
  static final String DEFAULT = "default";

  String effectiveNamespace() {
    if (clusterScoped) {
      return NO_NAMESPACE;
    }
    return namespace.isEmpty() ? DEFAULT : namespace;
  }

  boolean sameNamespace(ResId other) {
    return effectiveNamespace().equals(other.effectiveNamespace());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResId that
        && name.equals(that.name)
        && gvk.equals(that.gvk)
        && sameNamespace(that);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * gvk.hashCode() + name.hashCode()) + effectiveNamespace().hashCode();
  }

  @Override
  public String toString() {
    return gvk
        + "/"
        + (name.isEmpty() ? "[noName]" : name)
        + "."
        + (namespace.isEmpty() ? "[noNs]" : namespace);
  }
}
