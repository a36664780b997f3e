package dev.plumbline.model;

import java.util.Comparator;

/**
 * Which object: group, kind, namespace, name. No version: an object is the same one in all of them.
 *
 * @param group empty for the core group
 * @param namespace empty for cluster-scoped objects
 */
public record ObjectKey(String group, String kind, String namespace, String name)
    implements Comparable<ObjectKey> {
  private static final Comparator<ObjectKey> ORDER =
      Comparator.comparing(ObjectKey::group)
          .thenComparing(ObjectKey::kind)
          .thenComparing(ObjectKey::namespace)
          .thenComparing(ObjectKey::name);

  public ObjectKey {
    if (kind.isEmpty() || name.isEmpty()) {
      throw new IllegalArgumentException(
          "an object needs a kind and a name: '%s' '%s'".formatted(kind, name));
    }
  }

  public GroupKind groupKind() {
    return new GroupKind(group, kind);
  }

  @Override
  public int compareTo(ObjectKey other) {
    return ORDER.compare(this, other);
  }

  /** As people write it: {@code apps/Deployment web/api}, {@code ConfigMap web/settings}. */
  @Override
  public String toString() {
    return groupKind() + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}
