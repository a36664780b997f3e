package dev.plumbline.reconcile;

import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObjects;
import dev.plumbline.hub.Lookup;
import dev.plumbline.reconcile.generate.Directories;
import dev.plumbline.reconcile.generate.Landscape;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The landscape of all Tenants as it is now; made anew only after something in it changed. */
final class Landscapes {
  private final Hub hub;
  private final Directories directories;
  private final AtomicLong changes = new AtomicLong();
  private volatile Made last = new Made(-1, null);

  Landscapes(Hub hub, Directories directories) {
    this.hub = hub;
    this.directories = directories;
  }

  /**
   * @param after how many changes it was made: whatever came later may not be in it
   */
  private record Made(long after, Landscape landscape) {}

  void changed() {
    changes.incrementAndGet();
  }

  Landscape current() {
    long now = changes.get();
    Made known = last;
    if (known.after() < now) {
      known = new Made(now, made());
      last = known;
    }
    return known.landscape();
  }

  private Landscape made() {
    return new Landscape(
        byName(hub.repositories()), byName(hub.environments()), byName(hub.targets()), directories);
  }

  private static <S extends Record, T extends Record> Map<String, Lookup<S, T>> byName(
      HubObjects<S, T> objects) {
    var byName = new HashMap<String, Lookup<S, T>>();
    objects.all().forEach(object -> byName.put(object.name().name(), new Lookup.Found<>(object)));
    objects.malformed().forEach(object -> byName.put(object.name().name(), object));
    return Map.copyOf(byName);
  }
}
