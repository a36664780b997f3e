package dev.plumbline.hub;

import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Watches.Observed;
import dev.plumbline.kube.Watches.WatchSink;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All objects of one of our kinds, kept by a watch.
 *
 * <p>What was served or written once is never followed by an older version of it. A change is told
 * as a name; statuses we write ourselves are no news.
 */
public final class HubObjects<S extends Record, T extends Record> {
  private static final Logger LOG = LoggerFactory.getLogger(HubObjects.class);

  private final HubKind<S, T> kind;
  private final Metrics metrics;
  private final Predicate<String> covered;
  private final Map<Name, Lookup<S, T>> known = new ConcurrentHashMap<>();
  // The status being written, while nobody knows its resourceVersion yet.
  private final Map<Name, T> writing = new ConcurrentHashMap<>();
  private final List<Consumer<Name>> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Name>> statusListeners = new CopyOnWriteArrayList<>();
  private final List<Sink> sinks = new CopyOnWriteArrayList<>();

  HubObjects(HubKind<S, T> kind, Metrics metrics) {
    this(kind, metrics, namespace -> true);
  }

  /**
   * @param covered the namespaces whose objects are ours; what is known of others is not told
   */
  HubObjects(HubKind<S, T> kind, Metrics metrics, Predicate<String> covered) {
    this.kind = kind;
    this.metrics = metrics;
    this.covered = covered;
  }

  /** The object, if it is there and can be read. */
  public Optional<HubObject<S, T>> get(Name name) {
    return lookup(name) instanceof Lookup.Found<S, T>(var object)
        ? Optional.of(object)
        : Optional.empty();
  }

  /** The object, or why it cannot be used, or that there is none. */
  public Lookup<S, T> lookup(Name name) {
    Lookup<S, T> found = covered.test(name.namespace()) ? known.get(name) : null;
    return found == null ? new Lookup.Absent<>() : found;
  }

  /** Every object that can be read, in no order. */
  public List<HubObject<S, T>> all() {
    return known.values().stream()
        .<HubObject<S, T>>mapMulti(
            (lookup, sink) -> {
              if (lookup instanceof Lookup.Found<S, T>(var object)
                  && covered.test(object.name().namespace())) {
                sink.accept(object);
              }
            })
        .toList();
  }

  /** Every object that is there and cannot be read. */
  public List<Lookup.Malformed<S, T>> malformed() {
    return known.values().stream()
        .<Lookup.Malformed<S, T>>mapMulti(
            (lookup, sink) -> {
              if (lookup instanceof Lookup.Malformed<S, T> malformed
                  && covered.test(malformed.name().namespace())) {
                sink.accept(malformed);
              }
            })
        .toList();
  }

  /**
   * Tells every name that is there now, and from then on each that changes, appears or goes. The
   * listener is called by the thread of the watch and must not block.
   */
  public void onChange(Consumer<Name> listener) {
    listeners.add(listener);
    known.keySet().stream().filter(this::isCovered).forEach(listener);
  }

  /** Tells each name whose status changed, also by a write of our own; as {@link #onChange}. */
  public void onStatus(Consumer<Name> listener) {
    statusListeners.add(listener);
  }

  /** Waits until everything that was there at the start is known; false when the time is over. */
  public boolean awaitSynced(Duration limit) throws InterruptedException {
    for (Sink sink : sinks) {
      if (!sink.synced.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    return true;
  }

  /** Other namespaces are covered than before: tells all names in them. */
  void coverageChanged(Predicate<String> namespaces) {
    known.keySet().stream().filter(name -> namespaces.test(name.namespace())).forEach(this::tell);
  }

  HubKind<S, T> kind() {
    return kind;
  }

  /** From here on the status is ours, whichever comes first: the answer or the event. */
  void willWrite(Name name, T status) {
    writing.put(name, status);
  }

  void wrote(Name name) {
    writing.remove(name);
  }

  /** Takes in what a write or a read of the writer returned. */
  void learn(HubObject<S, T> newest) {
    put(new Lookup.Found<>(newest), newest.name(), newest.resourceVersion(), true);
  }

  WatchSink sink() {
    return sink(namespace -> true);
  }

  /**
   * @param scope which namespaces this watch is to tell of; no two watches share one
   */
  WatchSink sink(Predicate<String> scope) {
    var sink = new Sink(scope);
    sinks.add(sink);
    return sink;
  }

  /**
   * @param unlessGone whether what is not known any more stays so: the answer to the write that let
   *     an object go may come after the event that it is gone
   */
  private void put(Lookup<S, T> arrived, Name name, String version, boolean unlessGone) {
    var news = new AtomicBoolean();
    var status = new AtomicBoolean();
    Lookup<S, T> now =
        known.compute(
            name,
            (key, there) -> {
              if (there == null && unlessGone) {
                return null;
              }
              if (there != null && !Versions.newer(version, version(there))) {
                return there;
              }
              // In here, because the writer forgets its status only after it was in here itself.
              news.set(isNews(there, arrived, name));
              status.set(differsInStatus(there, arrived));
              return remembering(there, arrived);
            });
    // To be malformed is always news.
    if (news.get() && now instanceof Lookup.Malformed<S, T> malformed) {
      LOG.warn("{}", malformed.sentence());
      metrics.count("plumbline_hub_malformed_total", "kind", kind.kind());
    }
    if (news.get() && isCovered(name)) {
      tell(name);
    }
    if (status.get() && isCovered(name)) {
      tell(name, statusListeners);
    }
  }

  private Lookup<S, T> remembering(Lookup<S, T> old, Lookup<S, T> arrived) {
    return old != null && arrived instanceof Lookup.Malformed<S, T> malformed
        ? malformed.after(old)
        : arrived;
  }

  private boolean isCovered(Name name) {
    return covered.test(name.namespace());
  }

  private boolean differsInStatus(Lookup<S, T> old, Lookup<S, T> news) {
    return !(old instanceof Lookup.Found<S, T>(var before))
        || !(news instanceof Lookup.Found<S, T>(var after))
        || !before.status().equals(after.status());
  }

  private boolean isNews(Lookup<S, T> old, Lookup<S, T> news, Name name) {
    if (!(old instanceof Lookup.Found<S, T>(var before))
        || !(news instanceof Lookup.Found<S, T>(var after))) {
      return true;
    }
    return before.differsBesideStatus(after)
        || (!before.status().equals(after.status()) && !after.status().equals(writing.get(name)));
  }

  private void remove(Name name) {
    if (known.remove(name) != null && isCovered(name)) {
      tell(name);
      tell(name, statusListeners);
    }
  }

  private void tell(Name name) {
    tell(name, listeners);
  }

  private void tell(Name name, List<Consumer<Name>> to) {
    for (Consumer<Name> listener : to) {
      try {
        listener.accept(name);
      } catch (RuntimeException e) {
        LOG.error("a listener failed on {} {}", kind.kind(), name, e);
      }
    }
  }

  private static String version(Lookup<?, ?> lookup) {
    return switch (lookup) {
      case Lookup.Found<?, ?>(var object) -> object.resourceVersion();
      case Lookup.Malformed<?, ?> malformed -> malformed.resourceVersion();
      case Lookup.Absent<?, ?> absent -> "";
    };
  }

  private static String uid(Lookup<?, ?> lookup) {
    return switch (lookup) {
      case Lookup.Found<?, ?>(var object) -> object.uid();
      case Lookup.Malformed<?, ?> malformed -> malformed.uid();
      case Lookup.Absent<?, ?> absent -> "";
    };
  }

  /** One thread calls it. */
  private final class Sink implements WatchSink {
    private final Predicate<String> scope;
    private final CountDownLatch synced = new CountDownLatch(1);
    // What the list under way has mentioned; empty between lists.
    private Optional<Set<Name>> mentioned = Optional.empty();

    Sink(Predicate<String> scope) {
      this.scope = scope;
    }

    @Override
    public void listing() {
      mentioned = Optional.of(new HashSet<>());
    }

    @Override
    public void changed(Observed observed) {
      ObjectKey key = observed.meta().key();
      if (!scope.test(key.namespace())) {
        return;
      }
      var name = new Name(key.namespace(), key.name());
      mentioned.ifPresent(names -> names.add(name));
      // Mostly the echo of a write of our own, and reading a body is what costs.
      if (isKnown(name, observed.meta())) {
        return;
      }
      MapNode body = observed.body().orElse(MapNode.EMPTY);
      put(kind.read(body), name, observed.meta().resourceVersion(), false);
    }

    private boolean isKnown(Name name, Meta meta) {
      Lookup<S, T> there = known.get(name);
      return there != null
          && uid(there).equals(meta.uid())
          && version(there).equals(meta.resourceVersion());
    }

    @Override
    public void listed(String resourceVersion) {
      Set<Name> there = mentioned.orElse(Set.of());
      mentioned = Optional.empty();
      known.keySet().stream()
          .filter(name -> scope.test(name.namespace()) && !there.contains(name))
          .forEach(HubObjects.this::remove);
      synced.countDown();
    }

    @Override
    public void deleted(ObjectKey key, String uid) {
      var name = new Name(key.namespace(), key.name());
      Lookup<S, T> there = known.get(name);
      if (there != null && uid(there).equals(uid)) {
        remove(name);
      }
    }

    @Override
    public void interrupted(String why) {
      metrics.count("plumbline_hub_watch_interrupted_total", "kind", kind.kind());
      LOG.info("the watch of {} objects is opened again: {}", kind.kind(), why);
    }
  }
}
