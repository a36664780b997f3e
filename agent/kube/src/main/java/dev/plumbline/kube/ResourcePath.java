package dev.plumbline.kube;

import dev.plumbline.model.ObjectKey;
import java.util.Optional;

/** Where the API server keeps the objects of a kind. */
final class ResourcePath {
  private ResourcePath() {}

  /**
   * @param namespace empty for all, and for cluster-scoped kinds
   */
  static String of(ServedKind kind, String namespace) {
    String version =
        kind.group().isEmpty()
            ? "/api/" + Call.encode(kind.version())
            : "/apis/" + Call.encode(kind.group()) + "/" + Call.encode(kind.version());
    String within = namespace.isEmpty() ? "" : "/namespaces/" + Call.encode(namespace);
    return version + within + "/" + Call.encode(kind.plural());
  }

  static String of(ServedKind kind, ObjectKey key) {
    return of(kind, key.namespace()) + "/" + Call.encode(key.name());
  }

  /** Why no such path can be asked for; a slash in a name would name a subresource. */
  static Optional<String> mistake(ServedKind kind, ObjectKey key) {
    if (!isSegment(key.name()) || !(key.namespace().isEmpty() || isSegment(key.namespace()))) {
      return Optional.of("%s: not a name an object can have".formatted(key));
    }
    if (kind.namespaced() && key.namespace().isEmpty()) {
      return Optional.of("%s needs a namespace".formatted(key));
    }
    if (!kind.namespaced() && !key.namespace().isEmpty()) {
      return Optional.of(
          "%s has a namespace, but %s is not namespaced".formatted(key, kind.kind()));
    }
    return Optional.empty();
  }

  private static boolean isSegment(String name) {
    return !name.equals(".")
        && !name.equals("..")
        && name.indexOf('/') < 0
        && name.indexOf('%') < 0;
  }
}
