package dev.plumbline.apply;

import dev.plumbline.health.Health;
import dev.plumbline.health.HealthRules;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
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
  private final Watches watches;
  private final String hubId;
  private final Consumer<Name> wake;

  private final Lock lock = new ReentrantLock();
  private final Condition listed = lock.newCondition();
  private final Map<GroupKind, KindWatch> kinds = new HashMap<>();
  private final Map<ObjectKey, State> states = new HashMap<>();
  private final Map<ObjectKey, Health> healths = new HashMap<>();
  private final Map<Name, Set<ObjectKey>> marked = new HashMap<>();
  private final Map<ObjectKey, Left> left = new HashMap<>();
  private final Map<Name, Set<ObjectKey>> leftBy = new HashMap<>();
  private final Map<ObjectKey, Meta> suspects = new HashMap<>();
  private final Set<Name> running = new HashSet<>();

  public Live(Watches watches, String hubId, Consumer<Name> wake) {
    this.watches = watches;
    this.hubId = hubId;
    this.wake = wake;
  }

  /** How a Sync left an object: any other state wakes it. */
  private record Left(Name sync, Entry entry) {}

  /** A watch, and the Syncs that need it. */
  private static final class KindWatch {
    private final Set<Name> users = new HashSet<>();
    private Watches.Watch watch;
    private boolean listed;
    private Set<ObjectKey> listing = new HashSet<>();
  }

  /**
   * Says which kinds a Sync needs watched, all of them; watches nobody needs any more are closed.
   */
  public void use(Name sync, Collection<ServedKind> needed) {
    var wanted = new HashMap<GroupKind, ServedKind>();
    needed.forEach(kind -> wanted.put(kind.groupKind(), kind));
    lock.lock();
    try {
      kinds.forEach((kind, watch) -> watch.users.remove(sync));
      wanted.forEach(
          (kind, served) -> {
            KindWatch watch = kinds.get(kind);
            if (watch == null) {
              watch = new KindWatch();
              kinds.put(kind, watch);
              watch.watch = open(served, watch);
            }
            watch.users.add(sync);
          });
      closeUnused();
    } finally {
      lock.unlock();
    }
  }

  private Watches.Watch open(ServedKind kind, KindWatch watch) {
    boolean bodies = HealthRules.hasRule(kind.groupKind());
    return watches.open(kind, "", Marks.selector(hubId), bodies, new Sink(kind.groupKind(), watch));
  }

  private void closeUnused() {
    var unused = new ArrayList<GroupKind>();
    kinds.forEach(
        (kind, watch) -> {
          if (watch.users.isEmpty()) {
            watch.watch.close();
            unused.add(kind);
          }
        });
    unused.forEach(
        kind -> {
          kinds.remove(kind);
          states.keySet().stream()
              .filter(key -> key.groupKind().equals(kind))
              .toList()
              .forEach(this::remove);
        });
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

  /** Whether absence from this index means absence from the target, label removal apart. */
  boolean listed(GroupKind kind) {
    return locked(() -> isListed(kind));
  }

  Optional<State> state(ObjectKey key) {
    return locked(() -> Optional.ofNullable(states.get(key)));
  }

  /** The objects that carry a Sync's marks. */
  List<State> marked(Name sync) {
    return locked(() -> marked.getOrDefault(sync, Set.of()).stream().map(states::get).toList());
  }

  /** The metadata of the moment an object was first seen not as we left it. */
  Optional<Meta> suspect(ObjectKey key) {
    return locked(() -> Optional.ofNullable(suspects.get(key)));
  }

  /** The health of an object of a kind with a rule; empty while nothing is known. */
  public Optional<Health> health(ObjectKey key) {
    return locked(() -> Optional.ofNullable(healths.get(key)));
  }

  /** How many objects the index holds. */
  public int size() {
    return locked(states::size);
  }

  /** A run of the Sync begins: until {@link #settle} what moves is its own doing. */
  public void begin(Name sync) {
    locked(() -> running.add(sync));
  }

  /**
   * An answer of the server, from a write or a read: newer than what the watch has shown so far.
   */
  void observed(Meta meta) {
    locked(() -> put(meta));
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
              running.remove(sync);
              forgetLeft(sync);
              boolean moved = false;
              for (Entry entry : inventory.entries()) {
                boolean known = untouched.contains(entry.key());
                boolean suspect = leave(sync, entry, known);
                moved |= suspect;
                if (!suspect && !known) {
                  suspects.remove(entry.key());
                }
              }
              return moved;
            });
    if (again) {
      wake.accept(sync);
    }
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
          forgetLeft(sync);
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

  /** Remembers how an object was left, and tells whether it moved since it was last touched. */
  private boolean leave(Name sync, Entry entry, boolean untouched) {
    State state = states.get(entry.key());
    Entry expected =
        untouched && state != null
            ? entry.settled(state.uid(), entry.wanted(), entry.version(), state.owned())
            : entry;
    left.put(entry.key(), new Left(sync, expected));
    leftBy.computeIfAbsent(sync, name -> new HashSet<>()).add(entry.key());
    if (untouched || entry.creating() || entry.deleting()) {
      return false;
    }
    return state == null ? isListed(entry.key().groupKind()) : differs(state, expected, sync);
  }

  private void forgetLeft(Name sync) {
    Set<ObjectKey> keys = leftBy.remove(sync);
    if (keys != null) {
      keys.forEach(left::remove);
    }
  }

  private static boolean differs(State state, Entry entry, Name sync) {
    return !state.uid().equals(entry.uid())
        || !state.owned().equals(entry.owned())
        || state.sync().filter(sync::equals).isEmpty();
  }

  // An answer to our own write may overtake, or be overtaken by, the event of the same write.
  private boolean put(Meta meta) {
    State known = states.get(meta.key());
    if (known != null
        && known.uid().equals(meta.uid())
        && newer(known.resourceVersion(), meta.resourceVersion())) {
      return false;
    }
    State state = State.of(meta, hubId);
    if (state.sync().isEmpty() && !left.containsKey(meta.key())) {
      remove(meta.key());
      return false;
    }
    remove(meta.key());
    states.put(meta.key(), state);
    state
        .sync()
        .ifPresent(sync -> marked.computeIfAbsent(sync, name -> new HashSet<>()).add(meta.key()));
    return true;
  }

  private void remove(ObjectKey key) {
    State known = states.remove(key);
    if (known != null) {
      known
          .sync()
          .ifPresent(
              sync ->
                  marked.computeIfPresent(
                      sync,
                      (name, keys) -> {
                        keys.remove(key);
                        return keys.isEmpty() ? null : keys;
                      }));
    }
  }

  // resourceVersions of one API server are decimal numbers that grow (KEP-5504).
  private static boolean newer(String a, String b) {
    return a.length() != b.length() ? a.length() > b.length() : a.compareTo(b) > 0;
  }

  /** The Sync to wake after an event, if any; runs under the lock. */
  private Optional<Name> afterChange(Meta meta) {
    Left expected = left.get(meta.key());
    State state = states.get(meta.key());
    if (expected == null) {
      return state == null
          ? Optional.empty()
          : state.sync().filter(sync -> leftBy.containsKey(sync) && !running.contains(sync));
    }
    Entry entry = expected.entry();
    if (state == null || entry.creating() || !differs(state, entry, expected.sync())) {
      return Optional.empty();
    }
    suspects.putIfAbsent(meta.key(), meta);
    return running.contains(expected.sync()) ? Optional.empty() : Optional.of(expected.sync());
  }

  private Optional<Name> afterHealth(ObjectKey key, Health now) {
    Health before = healths.put(key, now);
    Left expected = left.get(key);
    boolean changed = before == null || before.status() != now.status();
    return changed && expected != null && !running.contains(expected.sync())
        ? Optional.of(expected.sync())
        : Optional.empty();
  }

  private Optional<Name> afterDelete(ObjectKey key) {
    remove(key);
    healths.remove(key);
    Left expected = left.get(key);
    return expected == null || running.contains(expected.sync())
        ? Optional.empty()
        : Optional.of(expected.sync());
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

    Sink(GroupKind kind, KindWatch watch) {
      this.kind = kind;
      this.watch = watch;
    }

    @Override
    public void listing() {
      locked(() -> watch.listing = new HashSet<>());
    }

    @Override
    public void changed(Watches.Observed object) {
      Set<Name> woken =
          locked(
              () -> {
                Meta meta = object.meta();
                watch.listing.add(meta.key());
                var names = new HashSet<Name>();
                if (put(meta)) {
                  afterChange(meta).ifPresent(names::add);
                }
                if (states.containsKey(meta.key())) {
                  object
                      .body()
                      .map(HealthRules::assess)
                      .flatMap(health -> afterHealth(meta.key(), health))
                      .ifPresent(names::add);
                }
                return names;
              });
      woken.forEach(wake);
    }

    @Override
    public void listed(String resourceVersion) {
      Set<Name> woken =
          locked(
              () -> {
                var names = new HashSet<Name>();
                var gone =
                    states.keySet().stream()
                        .filter(key -> key.groupKind().equals(kind))
                        .filter(key -> !watch.listing.contains(key))
                        .toList();
                gone.forEach(key -> afterDelete(key).ifPresent(names::add));
                watch.listing = new HashSet<>();
                watch.listed = true;
                listed.signalAll();
                return names;
              });
      woken.forEach(wake);
    }

    @Override
    public void deleted(ObjectKey key, String uid) {
      locked(() -> stillThat(key, uid) ? afterDelete(key) : Optional.<Name>empty()).ifPresent(wake);
    }

    // A late hint about an object that was made again meanwhile is about somebody else.
    private boolean stillThat(ObjectKey key, String uid) {
      State known = states.get(key);
      return known == null || uid.isEmpty() || known.uid().equals(uid);
    }

    @Override
    public void interrupted(String why) {
      // What is known stays known; the list that follows corrects it.
    }
  }
}
