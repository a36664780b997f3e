package dev.plumbline.reconcile;

import dev.plumbline.model.Name;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Who waits for which Sync. Whatever may have changed about one wakes those that wait for it, once;
 * who has to wait on says so again. Nobody looks in between.
 */
final class Waiters {
  private final Map<Name, Set<Name>> waiting = new ConcurrentHashMap<>();
  // Only a person can open a circle, and runs in it would wake each other for ever.
  private final Map<Name, Set<Name>> inCircles = new ConcurrentHashMap<>();

  /** Before it looks, so that nothing is missed that happens meanwhile. */
  void add(Name sync, Iterable<Name> dependencies) {
    add(waiting, sync, dependencies);
  }

  /** Before it says so. */
  void addCircle(Name sync, Iterable<Name> circle) {
    add(inCircles, sync, circle);
  }

  private static void add(Map<Name, Set<Name>> waiting, Name sync, Iterable<Name> dependencies) {
    for (Name dependency : dependencies) {
      waiting.compute(
          dependency,
          (name, known) -> {
            Set<Name> more = known == null ? new HashSet<>() : known;
            more.add(sync);
            return more;
          });
    }
  }

  /** It need not wait any more. */
  void remove(Name sync, Iterable<Name> dependencies) {
    for (Name dependency : dependencies) {
      waiting.computeIfPresent(
          dependency,
          (name, known) -> {
            known.remove(sync);
            return known.isEmpty() ? null : known;
          });
    }
  }

  /** A person changed a Sync. */
  void changed(Name dependency, Consumer<Name> wake) {
    wake(inCircles, dependency, wake);
    moved(dependency, wake);
  }

  /** A Sync may stand elsewhere than before. */
  void moved(Name dependency, Consumer<Name> wake) {
    wake(waiting, dependency, wake);
  }

  private static void wake(Map<Name, Set<Name>> waiting, Name dependency, Consumer<Name> wake) {
    Set<Name> woken = waiting.remove(dependency);
    if (woken != null) {
      woken.forEach(wake);
    }
  }
}
