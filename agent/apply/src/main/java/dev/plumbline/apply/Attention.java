package dev.plumbline.apply;

import dev.plumbline.apply.Tracked.Left;
import dev.plumbline.health.Health;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Whom it concerns that an object moved: the Sync that left it otherwise. A Sync that is running
 * looks when its run ends. Not thread-safe: {@link Live} guards it.
 */
final class Attention {
  private final Index index;
  // Syncs that said at least once how they left their objects.
  private final Set<Name> settled = new HashSet<>();
  // Running Syncs, each with the objects that moved since its run began.
  private final Map<Name, Set<ObjectKey>> running = new HashMap<>();
  // Of those, the ones that have to run again for what was added to their objects meanwhile.
  private final Set<Name> again = new HashSet<>();

  Attention(Index index) {
    this.index = index;
  }

  void begin(Name sync) {
    running.put(sync, new HashSet<>());
    again.remove(sync);
  }

  /** What moved since a Sync's run began; nothing while it does not run. */
  Set<ObjectKey> during(Name sync) {
    return running.getOrDefault(sync, Set.of());
  }

  void abandon(Name sync) {
    running.remove(sync);
  }

  void forget(Name sync) {
    running.remove(sync);
    settled.remove(sync);
    again.remove(sync);
    index.leftBy(sync).forEach(index::forget);
  }

  /**
   * Remembers how a run left its objects, and tells who has to run: the Sync itself again, and
   * those it took something from.
   *
   * @param listed whether absence from the index means absence from the target
   */
  Set<Name> settle(
      Name sync, Inventory inventory, Set<ObjectKey> untouched, Predicate<ObjectKey> listed) {
    settled.add(sync);
    Set<ObjectKey> ended = running.remove(sync);
    Set<ObjectKey> during = ended == null ? Set.of() : ended;
    for (ObjectKey key : index.leftBy(sync)) {
      if (inventory.get(key).isEmpty()) {
        index.forget(key);
      }
    }
    boolean moved = again.remove(sync);
    var wake = new HashSet<Name>();
    for (Entry entry : inventory.entries()) {
      ObjectKey key = entry.key();
      Optional<Name> before = leftBefore(key).filter(other -> !other.equals(sync));
      if (before.isPresent() && isIts(before.get(), key)) {
        moved = true; // taken over while the run was under way; there is only to forget it
        continue;
      }
      before.ifPresent(wake::add);
      moved |=
          untouched.contains(key)
              ? leftAsIs(sync, entry, during.contains(key))
              : leftAsWanted(sync, entry, listed.test(key));
    }
    for (State stray : index.marked(sync)) {
      if (inventory.get(stray.key()).isEmpty()) {
        moved |= during.contains(stray.key());
        index.leave(stray.key(), Left.asIs(sync, stray));
      }
    }
    if (moved) {
      wake.add(sync);
    }
    return wake;
  }

  private boolean isIts(Name sync, ObjectKey key) {
    return index.state(key).filter(state -> state.belongsTo(sync)).isPresent();
  }

  private Optional<Name> leftBefore(ObjectKey key) {
    return index.get(key).map(object -> object.left).map(Left::sync);
  }

  // What was waited for may have gone while the run was still busy with other things.
  private boolean leftAsIs(Name sync, Entry entry, boolean moved) {
    Optional<State> state = index.state(entry.key());
    Left left = state.map(now -> Left.asIs(sync, now)).orElseGet(() -> Left.of(sync, entry));
    index.leave(entry.key(), left);
    return moved && state.isEmpty();
  }

  private boolean leftAsWanted(Name sync, Entry entry, boolean listed) {
    index.leave(entry.key(), Left.of(sync, entry));
    Tracked object = index.get(entry.key()).orElseThrow();
    boolean moved = object.state == null ? listed : object.moved();
    if (!moved) {
      index.trust(entry.key());
    }
    return moved && !entry.creating();
  }

  /**
   * An object was seen in a new version.
   *
   * @param appeared whether it was not known to be there
   */
  Optional<Name> changed(Meta meta, boolean appeared) {
    Tracked object = index.get(meta.key()).orElseThrow();
    if (object.left == null) {
      return stray(object.state);
    }
    if (object.left.creating()) {
      return appeared ? unlessRunning(object.left.sync(), meta.key()) : Optional.empty();
    }
    if (!object.moved()) {
      return Optional.empty();
    }
    index.suspect(meta.key(), meta);
    return unlessRunning(object.left.sync(), meta.key());
  }

  private Optional<Name> stray(State state) {
    return state
        .sync()
        .filter(state::belongsTo)
        .filter(settled::contains)
        .filter(sync -> state.keptBy().isEmpty())
        .flatMap(sync -> unlessRunning(sync, state.key()));
  }

  /**
   * Others put something else beside our fields than before. Of what went while its Sync ran there
   * is nothing to tell, and mostly it was the run that took it.
   */
  Optional<Name> added(ObjectKey key) {
    Optional<Name> sync =
        index
            .get(key)
            .map(object -> object.left)
            .map(left -> left.sync())
            .filter(settled::contains);
    if (!index.additions(key).isEmpty()) {
      sync.filter(running::containsKey).ifPresent(again::add);
    }
    return sync.filter(name -> !running.containsKey(name));
  }

  Optional<Name> healthChanged(Meta of, Health now) {
    boolean changed = index.health(of, now);
    Left left = index.get(of.key()).orElseThrow().left;
    return changed && left != null && !running.containsKey(left.sync())
        ? Optional.of(left.sync())
        : Optional.empty();
  }

  /** An object is not there any more, or lost our label. */
  Optional<Name> deleted(ObjectKey key) {
    index.remove(key);
    return index
        .get(key)
        .map(object -> object.left)
        .flatMap(left -> unlessRunning(left.sync(), key));
  }

  /** The Sync, unless it runs: then it looks when its run ends. */
  Optional<Name> unlessRunning(Name sync, ObjectKey moved) {
    Set<ObjectKey> during = running.get(sync);
    if (during == null) {
      return Optional.of(sync);
    }
    during.add(moved);
    return Optional.empty();
  }
}
