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
 * <p>Never holds an object's content: about 650 bytes each, measured with 10,000 of them, see
 * {@link State}.
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
  private final Attention attention;
  private final LateCreates lateCreates = new LateCreates();
  private volatile Instant powersChanged = Instant.EPOCH;

  public Live(Watches watches, String hubId, Consumer<Name> wake) {
    this.watches = watches;
    this.hubId = hubId;
    this.wake = wake;
    this.index = new Index(hubId);
    this.attention = new Attention(index);
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
    guarded(
        () -> {
          kinds.values().forEach(watch -> watch.users.remove(sync));
          wanted.forEach((kind, served) -> watchOn(kind, served).users.add(sync));
          closeUnused();
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

  /** What others put beside our fields in an object. */
  List<Addition> additions(ObjectKey key) {
    return locked(() -> index.additions(key));
  }

  /** What others put beside our fields in the objects a Sync left. */
  public List<Addition> additions(Name sync) {
    return locked(
        () -> index.leftBy(sync).stream().flatMap(key -> index.additions(key).stream()).toList());
  }

  /** The health of an object of a kind with a rule; empty while nothing is known. */
  public Optional<Health> health(ObjectKey key) {
    return locked(() -> index.get(key).flatMap(Tracked::health));
  }

  /** Whether an object is healthy, as far as there is a rule that tells. */
  public boolean healthy(ObjectKey key) {
    return !HealthRules.hasRule(key.groupKind())
        || health(key).filter(Health::isCurrent).isPresent();
  }

  /** How many objects the index holds. */
  public int size() {
    return locked(index::size);
  }

  /** A run of the Sync begins: until {@link #settle} what moves is its own doing. */
  public void begin(Name sync) {
    guarded(() -> attention.begin(sync));
  }

  /** An answer of the server to a write: newer than what the watch has shown so far. */
  void observed(Meta meta) {
    guarded(() -> index.put(meta));
  }

  /** An object as it was read because the watch proves nothing about it. */
  void readBack(Meta meta) {
    guarded(
        () -> {
          index.put(meta);
          index
              .get(meta.key())
              .filter(Tracked::moved)
              .ifPresent(object -> index.suspect(meta.key(), meta));
        });
  }

  /** An object was looked for, and is not there. */
  void absent(ObjectKey key) {
    guarded(() -> index.remove(key));
  }

  /** A delete was confirmed; the event may still be on its way. */
  void gone(ObjectKey key, String uid) {
    guarded(
        () -> {
          if (index.state(key).filter(state -> state.uid().equals(uid)).isPresent()) {
            index.remove(key);
          }
        });
  }

  /** A create was sent, and how it ended is not known. */
  void createSent(ObjectKey key, Instant now) {
    guarded(() -> lateCreates.sent(key, now));
  }

  /** A create that an earlier process may have sent was found in the record. */
  void createNoticed(ObjectKey key, Instant now) {
    guarded(() -> lateCreates.noticed(key, now));
  }

  /** Until when an object that is absent may still arrive; empty when it cannot. */
  Optional<Instant> mayArriveUntil(ObjectKey key, Instant now) {
    return locked(() -> lateCreates.until(key, now));
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
    locked(() -> attention.settle(sync, inventory, untouched, key -> isListed(key.groupKind())))
        .forEach(wake);
  }

  /** A run ended without having touched anything: what was left before still stands. */
  public void abandon(Name sync) {
    guarded(() -> attention.abandon(sync));
  }

  /** The Sync is gone; nothing wakes it any more. */
  public void forget(Name sync) {
    use(sync, List.of());
    guarded(() -> attention.forget(sync));
  }

  @Override
  public void close() {
    guarded(
        () -> {
          kinds.values().forEach(kind -> kind.watch.close());
          kinds.clear();
        });
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  private void guarded(Runnable work) {
    lock.lock();
    try {
      work.run();
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
      guarded(() -> listing = new HashSet<>());
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
      List<Addition> before = index.additions(meta.key());
      if (index.put(meta)) {
        attention.changed(meta, appeared).ifPresent(names::add);
        if (!index.additions(meta.key()).equals(before)) {
          attention.added(meta.key()).ifPresent(names::add);
        }
      }
      if (index.state(meta.key()).isPresent()) {
        object
            .body()
            .map(HealthRules::assess)
            .flatMap(health -> attention.healthChanged(meta, health))
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
              attention.deleted(gone.key()).ifPresent(names::add);
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
      wake(() -> stillThat(key, uid) ? names(attention.deleted(key)) : Set.of());
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
