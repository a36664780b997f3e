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
  private final KindWatches kinds;
  private final Index index;
  private final Attention attention;
  private final Merged merged;
  private final LateCreates lateCreates = new LateCreates();
  private volatile Instant powersChanged = Instant.EPOCH;

  public Live(Watches watches, String hubId, Consumer<Name> wake) {
    this.watches = watches;
    this.hubId = hubId;
    this.wake = wake;
    this.kinds = new KindWatches(this::open);
    this.index = new Index(hubId);
    this.attention = new Attention(index);
    this.merged = new Merged(hubId);
  }

  /** Says which kinds a Sync needs watched, where that does not matter. */
  public void use(Name sync, Collection<ServedKind> needed) {
    var everywhere = new HashMap<ServedKind, Set<String>>();
    needed.forEach(kind -> everywhere.put(kind, Set.of()));
    use(sync, everywhere);
  }

  /**
   * Says which kinds a Sync needs watched, all of them, and in which namespaces; watches nobody
   * needs any more are closed.
   */
  public void use(Name sync, Map<ServedKind, Set<String>> needed) {
    guarded(() -> kinds.use(sync, needed).forEach(this::forgetAll));
  }

  private void forgetAll(GroupKind kind) {
    index.states(kind, state -> true).forEach(state -> index.remove(state.key()));
    merged.known(kind, state -> true).forEach(merged::deleted);
  }

  private Watches.Watch open(KindWatch kind, KindWatch.Scope scope) {
    boolean bodies = HealthRules.hasRule(kind.served().groupKind());
    return watches.open(
        kind.served(), scope.namespace(), Marks.selector(hubId), bodies, new Sink(kind, scope));
  }

  /** Waits until the kinds were listed; false when the time is over before that. */
  public boolean awaitListed(Collection<GroupKind> needed, Duration atMost)
      throws InterruptedException {
    long nanos = atMost.toNanos();
    lock.lock();
    try {
      while (!kinds.areSettled(needed)) {
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

  /**
   * Whether nobody tells what becomes of an object, because the agent may not watch it: then what
   * is known of it proves nothing.
   */
  public boolean isBlind(ObjectKey key) {
    return locked(() -> kinds.isBlind(key));
  }

  /** Which right of the agent is missing, where {@link #isBlind}: a sentence. */
  public String missingRight(ObjectKey key) {
    return locked(() -> kinds.missingRight(key));
  }

  Optional<State> state(ObjectKey key) {
    return locked(() -> index.state(key));
  }

  /** What is known of an object into which a Sync merged fields. */
  Optional<State> stateMerged(Name sync, ObjectKey key) {
    return locked(() -> merged.state(sync, key));
  }

  /** The metadata of the moment its part of such an object was first seen not as it left it. */
  Optional<Meta> suspectMerged(Name sync, ObjectKey key) {
    return locked(() -> merged.suspect(sync, key));
  }

  /** Such an object as a Sync read it, or was answered about it. */
  void observedMerged(Marks marks, Meta meta) {
    guarded(() -> merged.observed(marks, meta));
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

  /**
   * The health of an object of which no watch tells, as it was read.
   *
   * @param generation of the object that was read
   */
  void healthRead(ObjectKey key, long generation, Health health) {
    guarded(() -> index.get(key).ifPresent(object -> object.assess(health, generation)));
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
    guarded(
        () -> {
          index.remove(key);
          merged.deleted(key);
        });
  }

  /** A delete was confirmed; the event may still be on its way. */
  void gone(ObjectKey key, String uid) {
    guarded(
        () -> {
          if (index.state(key).filter(state -> state.uid().equals(uid)).isPresent()) {
            index.remove(key);
          }
          merged.deleted(key);
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
    locked(
            () -> {
              Set<ObjectKey> during = attention.during(sync);
              boolean again = merged.settle(sync, inventory, untouched, during, kinds::isListed);
              Set<Name> woken =
                  attention.settle(sync, inventory.whole(), untouched, kinds::isListed);
              if (again) {
                woken.add(sync);
              }
              return woken;
            })
        .forEach(wake);
  }

  /** A run ended without having touched anything: what was left before still stands. */
  public void abandon(Name sync) {
    guarded(() -> attention.abandon(sync));
  }

  /** The Sync is gone; nothing wakes it any more. */
  public void forget(Name sync) {
    use(sync, List.of());
    guarded(
        () -> {
          attention.forget(sync);
          merged.forget(sync);
        });
  }

  @Override
  public void close() {
    guarded(kinds::close);
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
    private final KindWatch watch;
    private final KindWatch.Scope scope;
    private final GroupKind kind;
    private Set<ObjectKey> listing = new HashSet<>();

    Sink(KindWatch watch, KindWatch.Scope scope) {
      this.watch = watch;
      this.scope = scope;
      this.kind = watch.served().groupKind();
    }

    @Override
    public void listing() {
      guarded(
          () -> {
            listing = new HashSet<>();
            watch.allowed(scope);
          });
    }

    @Override
    public void forbidden(String why) {
      guarded(
          () -> {
            if (kinds.has(watch, scope)) {
              watch.forbidden(scope);
              listed.signalAll();
            }
          });
    }

    @Override
    public void changed(Watches.Observed object) {
      wake(() -> taken(object));
    }

    private Set<Name> taken(Watches.Observed object) {
      Meta meta = object.meta();
      listing.add(meta.key());
      var names = new HashSet<Name>();
      merged
          .changed(meta)
          .forEach(sync -> attention.unlessRunning(sync, meta.key()).ifPresent(names::add));
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
            for (ObjectKey gone : merged.known(kind, state -> isGone(state, resourceVersion))) {
              names.addAll(partsDeleted(gone));
            }
            listing = new HashSet<>();
            watch.listed(scope);
            listed.signalAll();
            return names;
          });
    }

    // What our own write made after the list was taken cannot be in it.
    private boolean isGone(State state, String listedAt) {
      return scope.covers(state.key().namespace())
          && !listing.contains(state.key())
          && !Index.newer(state.resourceVersion(), listedAt);
    }

    @Override
    public void deleted(ObjectKey key, String uid) {
      wake(
          () -> {
            var names = new HashSet<Name>();
            if (stillThat(key, uid)) {
              attention.deleted(key).ifPresent(names::add);
              names.addAll(partsDeleted(key));
            }
            return names;
          });
    }

    private Set<Name> partsDeleted(ObjectKey key) {
      var names = new HashSet<Name>();
      merged.deleted(key).forEach(sync -> attention.unlessRunning(sync, key).ifPresent(names::add));
      return names;
    }

    // A late hint about an object that was made again meanwhile is about somebody else.
    private boolean stillThat(ObjectKey key, String uid) {
      return index.state(key).filter(state -> !uid.isEmpty() && !state.uid().equals(uid)).isEmpty();
    }

    private void wake(Supplier<Set<Name>> work) {
      locked(() -> kinds.has(watch, scope) ? work.get() : Set.<Name>of()).forEach(wake);
    }

    @Override
    public void interrupted(String why) {
      // What is known stays known; the list that follows corrects it.
    }
  }
}
