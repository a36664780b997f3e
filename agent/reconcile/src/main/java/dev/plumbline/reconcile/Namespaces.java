package dev.plumbline.reconcile;

import dev.plumbline.kube.Meta;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The namespaces of one target: one watch of their metadata, from the first question on. Nobody
 * asks as long as no tenant delivers there.
 */
final class Namespaces implements AutoCloseable {
  private static final ServedKind KIND =
      new ServedKind("", "v1", "Namespace", "namespaces", false, Set.of());
  private static final Duration LISTED_WITHIN = Duration.ofSeconds(10);

  private final Watches watches;
  private final Consumer<Name> wake;
  private final Map<String, Space> spaces = new ConcurrentHashMap<>();
  private final Map<String, Set<Name>> waiting = new ConcurrentHashMap<>();
  private final CountDownLatch listed = new CountDownLatch(1);
  private final ReentrantLock opening = new ReentrantLock();
  private Watches.Watch watch;

  Namespaces(Watches watches, Consumer<Name> wake) {
    this.watches = watches;
    this.wake = wake;
  }

  /** One namespace, as far as it matters whose it is. */
  record Space(String uid, Map<String, String> labels, boolean deleting) {
    static Space of(Meta meta) {
      return new Space(meta.uid(), meta.labels(), meta.deleting());
    }
  }

  static ObjectKey key(String name) {
    return new ObjectKey(KIND.group(), KIND.kind(), "", name);
  }

  /**
   * The namespace; empty where there is none.
   *
   * @throws IOException when it could not find out
   */
  Optional<Space> get(String name) throws IOException, InterruptedException {
    open();
    if (!listed.await(LISTED_WITHIN.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new IOException(
          "the namespaces were not listed within %d s".formatted(LISTED_WITHIN.toSeconds()));
    }
    return Optional.ofNullable(spaces.get(name));
  }

  private void open() {
    opening.lock();
    try {
      if (watch == null) {
        watch = watches.open(KIND, "", "", false, new Sink());
      }
    } finally {
      opening.unlock();
    }
  }

  /** A namespace was made, and the watch may not have told yet. */
  void made(Meta meta) {
    spaces.put(meta.key().name(), Space.of(meta));
  }

  /** Has a Sync run when something about the namespace changes. */
  void await(String name, Name sync) {
    waiting.computeIfAbsent(name, key -> ConcurrentHashMap.newKeySet()).add(sync);
  }

  private void changed(String name) {
    Set<Name> syncs = waiting.remove(name);
    if (syncs != null) {
      syncs.forEach(wake);
    }
  }

  @Override
  public void close() {
    opening.lock();
    try {
      if (watch != null) {
        watch.close();
      }
    } finally {
      opening.unlock();
    }
  }

  private final class Sink implements Watches.WatchSink {
    private Set<String> mentioned = new HashSet<>();

    @Override
    public void listing() {
      mentioned = new HashSet<>();
    }

    @Override
    public void changed(Watches.Observed object) {
      String name = object.meta().key().name();
      mentioned.add(name);
      var now = Space.of(object.meta());
      if (!now.equals(spaces.put(name, now))) {
        Namespaces.this.changed(name);
      }
    }

    @Override
    public void listed(String resourceVersion) {
      spaces.keySet().retainAll(mentioned);
      mentioned = new HashSet<>();
      listed.countDown();
    }

    @Override
    public void deleted(ObjectKey key, String uid) {
      spaces.computeIfPresent(key.name(), (name, known) -> known.uid().equals(uid) ? null : known);
      Namespaces.this.changed(key.name());
    }

    @Override
    public void interrupted(String why) {
      // What is known stays known; the list that follows corrects it.
    }
  }
}
