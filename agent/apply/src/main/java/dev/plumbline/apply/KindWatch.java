package dev.plumbline.apply;

import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.Name;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How one kind is watched: everywhere by one watch, or, where the target does not allow that, in
 * each namespace in use by one of its own. Where not even that is allowed nobody tells what
 * changes. Not thread-safe: {@link Live} guards it.
 */
final class KindWatch {
  private final ServedKind served;
  private final Opener opener;
  private final Map<Name, Set<String>> users = new HashMap<>();
  private final Map<String, Scope> narrow = new HashMap<>();
  private final Scope everywhere;

  /** Starts to watch. */
  interface Opener {
    Watches.Watch open(KindWatch kind, Scope scope);
  }

  /** Where one watch looks, and what came of it so far. */
  static final class Scope {
    private final String namespace;
    private Watches.Watch watch;
    private boolean listed;
    private boolean forbidden;

    private Scope(String namespace) {
      this.namespace = namespace;
    }

    /** Empty for everywhere. */
    String namespace() {
      return namespace;
    }

    boolean covers(String other) {
      return namespace.isEmpty() || namespace.equals(other);
    }
  }

  KindWatch(ServedKind served, Opener opener) {
    this.served = served;
    this.opener = opener;
    this.everywhere = open("");
  }

  ServedKind served() {
    return served;
  }

  private Scope open(String namespace) {
    var scope = new Scope(namespace);
    scope.watch = opener.open(this, scope);
    return scope;
  }

  boolean isUsed() {
    return !users.isEmpty();
  }

  /**
   * @param namespaces where the Sync has or wants objects of the kind
   */
  void use(Name sync, Set<String> namespaces) {
    users.computeIfAbsent(sync, _ -> new HashSet<>()).addAll(namespaces);
    adapt();
  }

  void leave(Name sync) {
    users.remove(sync);
  }

  /** The list of a watch is complete. */
  void listed(Scope scope) {
    scope.listed = true;
  }

  /** A list begins: whatever was not allowed before is now. */
  void allowed(Scope scope) {
    if (scope.forbidden) {
      scope.forbidden = false;
      adapt();
    }
  }

  /** The target does not let us watch there. */
  void forbidden(Scope scope) {
    scope.forbidden = true;
    scope.listed = false;
    adapt();
  }

  private void adapt() {
    var wanted = new HashSet<String>();
    if (everywhere.forbidden && served.namespaced()) {
      users.values().forEach(wanted::addAll);
    }
    for (String namespace : Set.copyOf(narrow.keySet())) {
      if (!wanted.contains(namespace)) {
        narrow.remove(namespace).watch.close();
      }
    }
    wanted.stream()
        .filter(namespace -> !namespace.isEmpty() && !narrow.containsKey(namespace))
        .forEach(namespace -> narrow.put(namespace, open(namespace)));
  }

  /** Whether a watch that was opened is still one of these. */
  boolean has(Scope scope) {
    return scope == everywhere || narrow.get(scope.namespace) == scope;
  }

  /** Whether everything that is there in a namespace is known. */
  boolean isListed(String namespace) {
    Scope scope = everywhere.forbidden ? narrow.get(namespace) : everywhere;
    return scope != null && scope.listed;
  }

  /** Whether nobody tells what changes in a namespace. */
  boolean isBlind(String namespace) {
    Scope scope = narrow.get(namespace);
    return everywhere.forbidden && (scope == null || scope.forbidden);
  }

  /** Whether nothing more is to be waited for. */
  boolean isSettled() {
    return everywhere.forbidden
        ? narrow.values().stream().allMatch(scope -> scope.listed || scope.forbidden)
        : everywhere.listed;
  }

  void close() {
    everywhere.watch.close();
    narrow.values().forEach(scope -> scope.watch.close());
    narrow.clear();
  }
}
