package dev.plumbline.apply;

import dev.plumbline.health.Health;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** All objects of one target that are ours or were. Not thread-safe: {@link Live} guards it. */
final class Index {
  // What tells who took what is large; when this many objects drift at once, some go unblamed.
  private static final int MOST_SUSPECTS = 1_000;

  private final String hubId;
  private final Map<ObjectKey, Tracked> objects = new HashMap<>();
  private final Map<Name, Set<ObjectKey>> bySync = new HashMap<>();
  private int suspects;

  Index(String hubId) {
    this.hubId = hubId;
  }

  Optional<Tracked> get(ObjectKey key) {
    return Optional.ofNullable(objects.get(key));
  }

  Optional<State> state(ObjectKey key) {
    return get(key).map(object -> object.state);
  }

  /** How many objects are known to be there. */
  int size() {
    return (int) objects.values().stream().filter(object -> object.state != null).count();
  }

  /** The objects that carry a Sync's marks. */
  List<State> marked(Name sync) {
    return bySync.getOrDefault(sync, Set.of()).stream()
        .map(key -> objects.get(key).state)
        .filter(state -> state != null && state.belongsTo(sync))
        .toList();
  }

  /** The objects of a kind that are known to be there, and of which this holds. */
  List<State> states(GroupKind kind, Predicate<State> which) {
    return objects.values().stream()
        .map(object -> object.state)
        .filter(state -> state != null && state.key().groupKind().equals(kind))
        .filter(which)
        .toList();
  }

  /**
   * Takes in what an object is like, unless something newer is known, or it is nobody's of ours.
   * False when it was not taken in.
   */
  boolean put(Meta meta) {
    Tracked known = objects.get(meta.key());
    if (known != null && known.state != null && isOlder(meta, known.state)) {
      return false;
    }
    State state = State.of(meta, hubId);
    if (!state.isOurs() && (known == null || known.left == null)) {
      remove(meta.key());
      return false;
    }
    Tracked object = known == null ? new Tracked() : known;
    Optional<Name> before = Optional.ofNullable(object.state).flatMap(State::sync);
    object.state = state;
    object.generation = meta.generation();
    object.additions = additions(object.additions, Additions.of(meta));
    objects.put(meta.key(), object);
    before.ifPresent(sync -> unlink(sync, meta.key()));
    state.sync().ifPresent(sync -> link(sync, meta.key()));
    return true;
  }

  // Who writes the same again and again is no news.
  private static List<Addition> additions(List<Addition> before, List<Addition> now) {
    boolean same = before.size() == now.size();
    for (int i = 0; same && i < now.size(); i++) {
      same = before.get(i).sameAs(now.get(i));
    }
    return same ? before : now;
  }

  /** What others put beside our fields in an object. */
  List<Addition> additions(ObjectKey key) {
    return get(key).map(object -> object.additions).orElse(List.of());
  }

  static boolean isOlder(Meta meta, State known) {
    return known.uid().equals(meta.uid()) && newer(known.resourceVersion(), meta.resourceVersion());
  }

  // resourceVersions of one API server are decimal numbers that grow (KEP-5504).
  static boolean newer(String a, String b) {
    return a.length() != b.length() ? a.length() > b.length() : a.compareTo(b) > 0;
  }

  /** The object is not there any more. */
  void remove(ObjectKey key) {
    change(
        key,
        object -> {
          object.state = null;
          object.additions = List.of();
          object.assess(null, 0);
        });
  }

  void leave(ObjectKey key, Tracked.Left left) {
    Tracked object = objects.computeIfAbsent(key, k -> new Tracked());
    object.left = left.sharing(object.state);
    link(left.sync(), key);
  }

  /** The objects of which a Sync has said how it left them. */
  List<ObjectKey> leftBy(Name sync) {
    return bySync.getOrDefault(sync, Set.of()).stream()
        .filter(key -> objects.get(key).isLeftBy(sync))
        .toList();
  }

  /** No Sync expects anything of the object any more. */
  void forget(ObjectKey key) {
    trust(key);
    change(key, object -> object.left = null);
  }

  void suspect(ObjectKey key, Meta meta) {
    Tracked object = objects.get(key);
    if (object.suspect == null && suspects < MOST_SUSPECTS) {
      object.suspect = meta;
      suspects++;
    }
  }

  void trust(ObjectKey key) {
    Tracked object = objects.get(key);
    if (object != null && object.suspect != null) {
      object.suspect = null;
      suspects--;
    }
  }

  /** Remembers the health of a version, and tells whether it is another one than before. */
  boolean health(Meta of, Health now) {
    Tracked object = objects.get(of.key());
    Optional<Health> before = object.health();
    object.assess(now, of.generation());
    return !before.map(Health::status).equals(object.health().map(Health::status));
  }

  private void change(ObjectKey key, Consumer<Tracked> change) {
    Tracked object = objects.get(key);
    if (object == null) {
      return;
    }
    var names = new HashSet<Name>();
    if (object.left != null) {
      names.add(object.left.sync());
    }
    if (object.state != null) {
      object.state.sync().ifPresent(names::add);
    }
    change.accept(object);
    if (object.isEmpty()) {
      trust(key);
      objects.remove(key);
    }
    names.forEach(name -> unlink(name, key));
  }

  private void link(Name sync, ObjectKey key) {
    bySync.computeIfAbsent(sync, name -> new HashSet<>()).add(key);
  }

  private void unlink(Name sync, ObjectKey key) {
    Tracked object = objects.get(key);
    if (object == null || !object.concerns(sync)) {
      bySync.computeIfPresent(
          sync,
          (name, keys) -> {
            keys.remove(key);
            return keys.isEmpty() ? null : keys;
          });
    }
  }
}
