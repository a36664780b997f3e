package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.Dependency;
import dev.plumbline.api.v1alpha1.SyncSource;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether the Syncs that one depends on are where it needs them: ready, with what is newest for
 * them. One of the same repository and branch has to be at the very revision that waits.
 */
final class Dependencies {
  private final Hub hub;
  private final Sources sources;
  private final Memories memories;
  private final Waiters waiters;

  Dependencies(Hub hub, Sources sources, Memories memories, Waiters waiters) {
    this.hub = hub;
    this.sources = sources;
    this.memories = memories;
    this.waiters = waiters;
  }

  /** Why a Sync has to wait; empty when it may go on. Who waits is woken when that changes. */
  Optional<Failure> holding(Run run) {
    List<Name> names = names(run.name(), run.sync().spec());
    if (names.isEmpty()) {
      return Optional.empty();
    }
    Optional<List<Name>> circle = circle(run.name());
    if (circle.isPresent()) {
      waiters.addCircle(run.name(), circle.get());
      return circle.map(Dependencies::inACircle);
    }
    waiters.add(run.name(), names);
    Optional<Failure> holding = names.stream().flatMap(name -> problem(name).stream()).findFirst();
    if (holding.isEmpty()) {
      waiters.remove(run.name(), names);
    }
    return holding;
  }

  private static List<Name> names(Name sync, SyncSpec spec) {
    return spec.dependsOn().stream()
        .map(Dependency::name)
        .map(name -> new Name(sync.namespace(), name))
        .toList();
  }

  private Optional<Failure> problem(Name name) {
    return why(name)
        .map(
            why ->
                new Failure(
                    Failure.DEPENDENCY_NOT_READY,
                    "waits for Sync %s, which %s".formatted(name.name(), why)));
  }

  private Optional<String> why(Name name) {
    return switch (hub.syncs().lookup(name)) {
      case Lookup.Absent<SyncSpec, SyncStatus>() -> Optional.of("does not exist");
      case Lookup.Malformed<SyncSpec, SyncStatus> ignored -> Optional.of("cannot be read");
      case Lookup.Found<SyncSpec, SyncStatus>(var sync) -> why(sync);
    };
  }

  private Optional<String> why(HubObject<SyncSpec, SyncStatus> sync) {
    Phase phase = sync.status().phase();
    if (sync.deleting()) {
      return Optional.of("is being deleted");
    }
    if (phase == Phase.SUSPENDED) {
      return Optional.of("is suspended" + said(sync));
    }
    if (phase == Phase.FAILED || phase == Phase.BLOCKED || phase == Phase.DEGRADED) {
      return Optional.of("is %s%s".formatted(Failure.camel(phase), said(sync)));
    }
    boolean current =
        sync.status().observedGeneration() != null
            && sync.status().observedGeneration() == sync.generation();
    if (phase != Phase.READY || !current) {
      return Optional.of("is not ready yet");
    }
    return isAtItsNewest(sync)
        ? Optional.empty()
        : Optional.of("is not at the newest revision yet");
  }

  private boolean isAtItsNewest(HubObject<SyncSpec, SyncStatus> sync) {
    SyncSource source = sync.spec().source();
    Optional<Revision> head =
        sources
            .get(hub.home(sync.name(), source.name()))
            .flatMap(state -> Follows.readable(source).flatMap(state::head));
    Memory memory = memories.get(sync.name());
    return head.isPresent() && memory.isAt(head.get(), sync.generation());
  }

  private static String said(HubObject<SyncSpec, SyncStatus> sync) {
    return sync.status().conditions().stream()
        .filter(condition -> condition.type().equals(Condition.READY))
        .map(Condition::message)
        .filter(message -> message != null && !message.isEmpty())
        .map(message -> " (" + message + ")")
        .findFirst()
        .orElse("");
  }

  private static Failure inACircle(List<Name> circle) {
    String names = circle.stream().map(Name::name).collect(Collectors.joining(" → "));
    return new Failure(
        "DependencyCycle",
        "it depends on itself: %s → %s; take one of them out".formatted(names, first(circle)));
  }

  private static String first(List<Name> circle) {
    return circle.getFirst().name();
  }

  /** The shortest way that leads from a Sync back to itself. */
  private Optional<List<Name>> circle(Name from) {
    Map<Name, Name> cameFrom = new HashMap<>();
    var next = new ArrayDeque<Name>(List.of(from));
    while (!next.isEmpty()) {
      Name here = next.removeFirst();
      for (Name name : namesOf(here)) {
        if (name.equals(from)) {
          return Optional.of(way(from, here, cameFrom));
        }
        if (cameFrom.putIfAbsent(name, here) == null) {
          next.addLast(name);
        }
      }
    }
    return Optional.empty();
  }

  private List<Name> namesOf(Name name) {
    return hub.syncs().lookup(name) instanceof Lookup.Found<SyncSpec, SyncStatus>(var sync)
        ? names(name, sync.spec())
        : List.of();
  }

  private static List<Name> way(Name from, Name to, Map<Name, Name> cameFrom) {
    var way = new ArrayList<Name>();
    for (Name name = to; !name.equals(from); name = cameFrom.get(name)) {
      way.addFirst(name);
    }
    way.addFirst(from);
    return way;
  }
}
