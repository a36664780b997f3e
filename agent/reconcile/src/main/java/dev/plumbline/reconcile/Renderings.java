package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSource;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.apply.Desires;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Revision;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which objects a Sync wants, by its newest revision, whether it ran or not. */
final class Renderings {
  private final Hub hub;
  private final Sources sources;
  private final Pipeline pipeline;
  private final Mandates mandates;
  private final Clock clock;
  private final Map<Name, Known> known = new ConcurrentHashMap<>();

  Renderings(Hub hub, Sources sources, Pipeline pipeline, Mandates mandates, Clock clock) {
    this.hub = hub;
    this.sources = sources;
    this.pipeline = pipeline;
    this.mandates = mandates;
    this.clock = clock;
  }

  private record Known(String uid, long generation, Revision revision, Set<ObjectKey> keys) {}

  /**
   * The objects it wants and may have; empty where that cannot be told, or where it delivers
   * nothing now: then nothing is handed over, in either direction.
   */
  Optional<Set<ObjectKey>> of(HubObject<SyncSpec, SyncStatus> sync, Desires desires)
      throws IOException {
    if (sync.deleting()) {
      return Optional.of(Set.of());
    }
    if (sync.spec().suspended(clock.now()) || !(mandates.of(sync) instanceof Mandate.Given given)) {
      return Optional.empty();
    }
    SyncSource source = sync.spec().source();
    Optional<Revision> head =
        sources
            .get(hub.home(sync.name(), source.name()))
            .flatMap(state -> Follows.readable(source).flatMap(state::head));
    if (head.isEmpty()) {
      return Optional.empty();
    }
    return keys(sync, head.get(), given, desires)
        .map(
            keys -> {
              var may = new HashSet<>(keys);
              may.removeIf(key -> given.grant().refusal(key).isPresent());
              return may;
            });
  }

  private Optional<Set<ObjectKey>> keys(
      HubObject<SyncSpec, SyncStatus> sync, Revision head, Mandate.Given given, Desires desires)
      throws IOException {
    Known last = known.get(sync.name());
    if (last != null
        && last.uid().equals(sync.uid())
        && last.generation() == sync.generation()
        && last.revision().equals(head)) {
      return Optional.of(last.keys());
    }
    if (!(pipeline.run(head, Requests.of(sync.spec()), given.renderLimit())
        instanceof Pipeline.Result.Ready ready)) {
      return Optional.empty();
    }
    Set<ObjectKey> keys = desires.keys(Deliveries.sourcesOf(ready.rendered()));
    known.put(sync.name(), new Known(sync.uid(), sync.generation(), head, keys));
    return Optional.of(keys);
  }

  void forget(Name sync) {
    known.remove(sync);
  }
}
