package dev.plumbline.apply;

import dev.plumbline.apply.Tracked.Left;
import dev.plumbline.health.Health;
import dev.plumbline.health.HealthRules;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What is live on one target and carries our marks: fed by one watch per kind in use, shared by all
 * Syncs of the target. It answers the next plan, and wakes a Sync, by name only, when something is
 * not as that Sync left it.
 *
 * <p>Never holds an object's content: a few hundred bytes each, see {@link State}.
 */
public final class Live implements AutoCloseable {
  // The API server's authorizer and its discovery learn of new rules and kinds within seconds.
  private static final Duration POWERS_SETTLE = Duration.ofSeconds(30);

  private final Watches watches;
  private final String hubId;
  private final Consumer<Name> wake;

  private final Lock lock = new ReentrantLock();
  private final Condition listed = lock.newCondition();
  private final Map<GroupKind, KindWatch> kinds = new HashMap<>();
  private final Index index;
  private final Absences absences = new Absences();
  // Syncs that said at least once how they left their objects.
  private final Set<Name> settled = new HashSet<>();
  // Running Syncs, each with the objects that moved since its run began.
  private final Map<Name, Set<ObjectKey>> running = new HashMap<>();
  private volatile Instant powersChanged = Instant.EPOCH;

  public Live(Watches watches, String hubId, Consumer<Name> wake) {
    this.watches = watches;
    this.hubId = hubId;
    this.wake = wake;
    this.index = new Index(hubId);
  }

  /** A watch, and the Syncs that need it. */
  private static final class KindWatch {
    private final Set<Name> users = new HashSet<>();
    private ServedKind served;
    private Watches.Watch watch;
    private boolean listed;
  }

  /**
   * Says which kinds a Sync needs watched, all of them; watches nobody needs any more are closed.
   */
  public void use(Name sync, Collection<ServedKind> needed) {
    var wanted = new HashMap<GroupKind, ServedKind>();
    needed.forEach(kind -> wanted.put(kind.groupKind(), kind));
    locked(
        () -> {
          kinds.values().forEach(watch -> watch.users.remove(sync));
          wanted.forEach((kind, served) -> watchOn(kind, served).users.add(sync));
          closeUnused();
          return null;
        });
  }

  // In which version a kind is watched does not matter, as long as the server serves it.
  private KindWatch watchOn(GroupKind kind, ServedKind served) {
    KindWatch known = kinds.get(kind);
    boolean usable =
        known != null
            && (!known.users.isEmpty() || known.served.apiVersion().equals(served.apiVersion()));
    if (usable) {
      return known;
    }
    var watch = new KindWatch();
    if (known != null) {
      known.watch.close();
    }
    kinds.put(kind, watch);
    watch.served = served;
    boolean bodies = HealthRules.hasRule(kind);
    watch.watch = watches.open(served, "", Marks.selector(hubId), bodies, new Sink(kind, watch));
    return watch;
  }

  private void closeUnused() {
    var unused = kinds.entrySet().stream().filter(kind -> kind.getValue().users.isEmpty()).toList();
    for (var kind : unused) {
      kind.getValue().watch.close();
      kinds.remove(kind.getKey());
      index.states(kind.getKey(), state -> true).forEach(state -> index.remove(state.key()));
    }
  }

  /** Waits until the kinds were listed; false when the time is over before that. */
  public boolean awaitListed(Collection<GroupKind> needed, Duration atMost)
      throws InterruptedException {
    long nanos = atMost.toNanos();
    lock.lock();
    try {
      while (!needed.stream().allMatch(this::isListed)) {
        if (nanos <= 0) {
          return false;
        }
        nanos = listed.awaitNanos(nanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isListed(GroupKind kind) {
    KindWatch watch = kinds.get(kind);
    return watch != null && watch.listed;
  }

  Optional<State> state(ObjectKey key) {
    return locked(() -> index.state(key));
  }

  /** The objects that carry a Sync's marks. */
  List<State> marked(Name sync) {
    return locked(() -> index.marked(sync));
  }

  /** The metadata of the moment an object was first seen not as we left it. */
  Optional<Meta> suspect(ObjectKey key) {
    return locked(() -> index.get(key).map(object -> object.suspect));
  }

  /** The health of an object of a kind with a rule; empty while nothing is known. */
  public Optional<Health> health(ObjectKey key) {
    return locked(() -> index.get(key).map(object -> object.health));
  }

  /** How many objects the index holds. */
  public int size() {
    return locked(index::size);
  }

  /** A run of the Sync begins: until {@link #settle} what moves is its own doing. */
  public void begin(Name sync) {
    locked(() -> running.put(sync, new HashSet<>()));
  }

  /** An answer of the server to a write: newer than what the watch has shown so far. */
  void observed(Meta meta) {
    locked(() -> index.put(meta));
  }

  /** An object as it was read because the watch proves nothing about it. */
  void readBack(Meta meta) {
    locked(
        () -> {
          absences.end(meta.key());
          index.put(meta);
          index
              .get(meta.key())
              .filter(Tracked::moved)
              .ifPresent(object -> index.suspect(meta.key(), meta));
          return null;
        });
  }

  /** A delete was confirmed; the event may still be on its way. */
  void gone(ObjectKey key, String uid) {
    locked(
        () -> {
          if (index.state(key).filter(state -> state.uid().equals(uid)).isPresent()) {
            index.remove(key);
          }
          return null;
        });
  }

  /** Since when an object, of which a create may still arrive, is seen to be absent. */
  Instant absentSince(ObjectKey key, Instant now) {
    return locked(() -> absences.since(key, now));
  }

  /** Rules of RBAC or definitions of kinds were changed. */
  void powersChanged(Instant when) {
    powersChanged = when;
  }

  /** Whether that was so lately that the API server may not know of it everywhere. */
  boolean powersSettling(Instant now) {
    return now.isBefore(powersChanged.plus(POWERS_SETTLE));
  }

  /**
   * A run of the Sync ended and leaves its objects like this.
   *
   * @param untouched objects that are knowingly not as wanted: only a further move wakes the Sync
   */
  public void settle(Name sync, Inventory inventory, Set<ObjectKey> untouched) {
    boolean again =
        locked(
            () -> {
              settled.add(sync);
              Set<ObjectKey> during = running.remove(sync);
              return left(sync, inventory, untouched, during == null ? Set.of() : during);
            });
    if (again) {
      wake.accept(sync);
    }
  }

  /** Remembers how objects were left, and tells whether the Sync has to run again. */
  private boolean left(
      Name sync, Inventory inventory, Set<ObjectKey> untouched, Set<ObjectKey> during) {
    for (ObjectKey key : index.leftBy(sync)) {
      if (inventory.get(key).isEmpty()) {
        index.forget(key);
      }
    }
    boolean again = false;
    for (Entry entry : inventory.entries()) {
      again |=
          untouched.contains(entry.key())
              ? leftAsIs(sync, entry, during.contains(entry.key()))
              : leftAsWanted(sync, entry);
    }
    for (State stray : index.marked(sync)) {
      if (inventory.get(stray.key()).isEmpty()) {
        again |= during.contains(stray.key());
        index.leave(stray.key(), Left.asIs(sync, stray));
      }
    }
    return again;
  }

  // What was waited for may have gone while the run was still busy with other things.
  private boolean leftAsIs(Name sync, Entry entry, boolean moved) {
    Optional<State> state = index.state(entry.key());
    index.leave(
        entry.key(), state.map(now -> Left.asIs(sync, now)).orElseGet(() -> Left.of(sync, entry)));
    return moved && state.isEmpty();
  }

  private boolean leftAsWanted(Name sync, Entry entry) {
    index.leave(entry.key(), Left.of(sync, entry));
    Tracked object = index.get(entry.key()).orElseThrow();
    boolean moved = object.state == null ? isListed(entry.key().groupKind()) : object.moved();
    if (!moved) {
      index.trust(entry.key());
    }
    return moved && !entry.creating();
  }

  /** A run ended without having touched anything: what was left before still stands. */
  public void abandon(Name sync) {
    locked(() -> running.remove(sync));
  }

  /** The Sync is gone; nothing wakes it any more. */
  public void forget(Name sync) {
    use(sync, List.of());
    locked(
        () -> {
          running.remove(sync);
          settled.remove(sync);
          index.leftBy(sync).forEach(index::forget);
          return null;
        });
  }

  @Override
  public void close() {
    locked(
        () -> {
          kinds.values().forEach(kind -> kind.watch.close());
          kinds.clear();
          return null;
        });
  }

  /** The Sync to wake because an object moved, if any; a running one looks when it ends. */
  private Optional<Name> afterChange(Meta meta, boolean appeared) {
    Tracked object = index.get(meta.key()).orElseThrow();
    if (object.left == null) {
      return object
          .state
          .sync()
          .filter(settled::contains)
          .filter(sync -> object.state.keptBy().isEmpty())
          .flatMap(sync -> unlessRunning(sync, meta.key()));
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

  private Optional<Name> afterHealth(ObjectKey key, Health now) {
    boolean changed = index.health(key, now);
    Left left = index.get(key).orElseThrow().left;
    return changed && left != null && !running.containsKey(left.sync())
        ? Optional.of(left.sync())
        : Optional.empty();
  }

  private Optional<Name> afterDelete(ObjectKey key) {
    index.remove(key);
    return index
        .get(key)
        .map(object -> object.left)
        .flatMap(left -> unlessRunning(left.sync(), key));
  }

  private Optional<Name> unlessRunning(Name sync, ObjectKey moved) {
    Set<ObjectKey> during = running.get(sync);
    if (during == null) {
      return Optional.of(sync);
    }
    during.add(moved);
    return Optional.empty();
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Takes one kind's events in, in order. */
  private final class Sink implements Watches.WatchSink {
    private final GroupKind kind;
    private final KindWatch watch;
    private Set<ObjectKey> listing = new HashSet<>();

    Sink(GroupKind kind, KindWatch watch) {
      this.kind = kind;
      this.watch = watch;
    }

    @Override
    public void listing() {
      locked(() -> listing = new HashSet<>());
    }

    @Override
    public void changed(Watches.Observed object) {
      wake(() -> taken(object));
    }

    private Set<Name> taken(Watches.Observed object) {
      Meta meta = object.meta();
      listing.add(meta.key());
      var names = new HashSet<Name>();
      boolean appeared = index.state(meta.key()).isEmpty();
      if (index.put(meta)) {
        afterChange(meta, appeared).ifPresent(names::add);
      }
      if (index.state(meta.key()).isPresent()) {
        object
            .body()
            .map(HealthRules::assess)
            .flatMap(health -> afterHealth(meta.key(), health))
            .ifPresent(names::add);
      }
      return names;
    }

    @Override
    public void listed(String resourceVersion) {
      wake(
          () -> {
            var names = new HashSet<Name>();
            for (State gone : index.states(kind, state -> isGone(state, resourceVersion))) {
              afterDelete(gone.key()).ifPresent(names::add);
            }
            listing = new HashSet<>();
            watch.listed = true;
            listed.signalAll();
            return names;
          });
    }

    // What our own write made after the list was taken cannot be in it.
    private boolean isGone(State state, String listedAt) {
      return !listing.contains(state.key()) && !Index.newer(state.resourceVersion(), listedAt);
    }

    @Override
    public void deleted(ObjectKey key, String uid) {
      wake(() -> stillThat(key, uid) ? names(afterDelete(key)) : Set.of());
    }

    // A late hint about an object that was made again meanwhile is about somebody else.
    private boolean stillThat(ObjectKey key, String uid) {
      return index.state(key).filter(state -> !uid.isEmpty() && !state.uid().equals(uid)).isEmpty();
    }

    private static Set<Name> names(Optional<Name> name) {
      return name.map(Set::of).orElse(Set.of());
    }

    private void wake(Supplier<Set<Name>> work) {
      locked(() -> isCurrent() ? work.get() : Set.<Name>of()).forEach(wake);
    }

    // A watch that was closed may have an event in its hands.
    private boolean isCurrent() {
      return kinds.get(kind) == watch;
    }

    @Override
    public void interrupted(String why) {
      // What is known stays known; the list that follows corrects it.
    }
  }
}
