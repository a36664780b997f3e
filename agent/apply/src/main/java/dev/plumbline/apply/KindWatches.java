package dev.plumbline.apply;

import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The kinds in use on one target, each watched once for all Syncs. Not thread-safe: {@link Live}
 * guards it.
 */
final class KindWatches {
  private final KindWatch.Opener opener;
  private final Map<GroupKind, KindWatch> kinds = new HashMap<>();

  KindWatches(KindWatch.Opener opener) {
    this.opener = opener;
  }

  /**
   * Says which kinds a Sync needs watched, all of them, and in which namespaces.
   *
   * @return the kinds nobody needs any more, whose watches were closed
   */
  Set<GroupKind> use(Name sync, Map<ServedKind, Set<String>> needed) {
    kinds.values().forEach(watch -> watch.leave(sync));
    needed.forEach((kind, namespaces) -> watchOn(kind).use(sync, namespaces));
    Set<GroupKind> unused =
        kinds.entrySet().stream()
            .filter(kind -> !kind.getValue().isUsed())
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    unused.forEach(kind -> kinds.remove(kind).close());
    return unused;
  }

  // In which version a kind is watched does not matter, as long as the server serves it.
  private KindWatch watchOn(ServedKind served) {
    GroupKind kind = served.groupKind();
    KindWatch known = kinds.get(kind);
    boolean usable =
        known != null
            && (known.isUsed() || known.served().apiVersion().equals(served.apiVersion()));
    if (usable) {
      return known;
    }
    if (known != null) {
      known.close();
    }
    var watch = new KindWatch(served, opener);
    kinds.put(kind, watch);
    return watch;
  }

  /** Whether nothing more is to be waited for. */
  boolean areSettled(Collection<GroupKind> needed) {
    return needed.stream().map(kinds::get).allMatch(watch -> watch != null && watch.isSettled());
  }

  /** Whether all objects of its kind in its namespace are known. */
  boolean isListed(ObjectKey key) {
    KindWatch watch = kinds.get(key.groupKind());
    return watch != null && watch.isListed(key.namespace());
  }

  /** Whether nobody tells what becomes of an object. */
  boolean isBlind(ObjectKey key) {
    KindWatch watch = kinds.get(key.groupKind());
    return watch != null && watch.isBlind(key.namespace());
  }

  /** Which right of the agent is missing, where {@link #isBlind}: a sentence. */
  String missingRight(ObjectKey key) {
    KindWatch watch = kinds.get(key.groupKind());
    String resource = watch == null ? key.kind() : watch.served().resource();
    return "the agent may not list and watch %s%s"
        .formatted(resource, key.namespace().isEmpty() ? "" : " in namespace " + key.namespace());
  }

  /** Whether a watch is still one of these: one that was closed may have an event in its hands. */
  boolean has(KindWatch watch, KindWatch.Scope scope) {
    return kinds.get(watch.served().groupKind()) == watch && watch.has(scope);
  }

  void close() {
    List.copyOf(kinds.values()).forEach(KindWatch::close);
    kinds.clear();
  }
}
