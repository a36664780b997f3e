package dev.plumbline.apply;

import dev.plumbline.apply.Tracked.Left;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Objects of one target that belong to others, and carry fields of Syncs, each under a name of its
 * own: what a Sync knows of its part says nothing of another one's. Not thread-safe: {@link Live}
 * guards it.
 */
final class Merged {
  private final String hubId;
  private final Map<ObjectKey, Map<Name, Tracked>> parts = new HashMap<>();

  Merged(String hubId) {
    this.hubId = hubId;
  }

  private Optional<Tracked> part(Name sync, ObjectKey key) {
    return Optional.ofNullable(parts.getOrDefault(key, Map.of()).get(sync));
  }

  Optional<State> state(Name sync, ObjectKey key) {
    return part(sync, key).map(part -> part.state);
  }

  Optional<Meta> suspect(Name sync, ObjectKey key) {
    return part(sync, key).map(part -> part.suspect);
  }

  /** What a Sync read of an object, or was answered about it. */
  void observed(Marks marks, Meta meta) {
    Tracked part =
        parts
            .computeIfAbsent(meta.key(), _ -> new HashMap<>())
            .computeIfAbsent(marks.sync(), _ -> new Tracked());
    take(part, marks, meta);
    if (part.moved() && part.suspect == null) {
      part.suspect = meta;
    }
  }

  private static void take(Tracked part, Marks marks, Meta meta) {
    if (part.state == null || !Index.isOlder(meta, part.state)) {
      part.state = State.merged(meta, marks);
    }
  }

  /** An object was seen in a new version: the Syncs whose part is not as they left it. */
  Set<Name> changed(Meta meta) {
    var moved = new HashSet<Name>();
    parts
        .getOrDefault(meta.key(), Map.of())
        .forEach(
            (sync, part) -> {
              take(part, new Marks(hubId, sync), meta);
              if (part.moved()) {
                part.suspect = part.suspect == null ? meta : part.suspect;
                moved.add(sync);
              }
            });
    return moved;
  }

  /** An object is not there any more, or no watch tells of it: the Syncs with a part in it. */
  Set<Name> deleted(ObjectKey key) {
    Map<Name, Tracked> all = parts.getOrDefault(key, Map.of());
    all.values().forEach(part -> part.state = null);
    return Set.copyOf(all.keySet());
  }

  /** The objects of a kind that are known to be there, and of which this holds. */
  Set<ObjectKey> known(GroupKind kind, Predicate<State> which) {
    var known = new HashSet<ObjectKey>();
    parts.forEach(
        (key, all) -> {
          if (key.groupKind().equals(kind)
              && all.values().stream().anyMatch(p -> p.state != null && which.test(p.state))) {
            known.add(key);
          }
        });
    return known;
  }

  /**
   * Remembers how a run left a Sync's parts, and tells whether it has to run again.
   *
   * @param during objects that moved while it ran
   * @param listed whether absence means absence from the target
   */
  boolean settle(
      Name sync,
      Inventory inventory,
      Set<ObjectKey> untouched,
      Set<ObjectKey> during,
      Predicate<ObjectKey> listed) {
    boolean moved = false;
    var kept = new HashSet<ObjectKey>();
    for (Entry entry : inventory.entries()) {
      if (!entry.merged()) {
        continue;
      }
      ObjectKey key = entry.key();
      kept.add(key);
      Tracked part =
          parts
              .computeIfAbsent(key, _ -> new HashMap<>())
              .computeIfAbsent(sync, _ -> new Tracked());
      if (untouched.contains(key)) {
        part.left = part.state == null ? Left.of(sync, entry) : Left.asIs(sync, part.state);
        moved |= part.state == null && during.contains(key);
      } else {
        part.left = Left.of(sync, entry).sharing(part.state);
        boolean wrong = part.state == null ? listed.test(key) : part.moved();
        part.suspect = wrong ? part.suspect : null;
        moved |= wrong && !entry.creating();
      }
    }
    retain(sync, kept);
    return moved;
  }

  /** The Sync is gone. */
  void forget(Name sync) {
    retain(sync, Set.of());
  }

  private void retain(Name sync, Set<ObjectKey> kept) {
    parts.forEach(
        (key, all) -> {
          if (!kept.contains(key)) {
            all.remove(sync);
          }
        });
    parts.values().removeIf(Map::isEmpty);
  }
}
