package dev.plumbline.apply;

import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Gathers the {@link Facts} of a plan: from {@link Live} without a request where that proves
 * something, by reading the metadata back where it does not. At rest it sends nothing.
 */
public final class Survey {
  private final Cluster cluster;
  private final Marks marks;
  private final Live live;
  private final Fights fights;
  private final Peers peers;

  public Survey(Cluster cluster, Marks marks, Live live, Fights fights, Peers peers) {
    this.cluster = cluster;
    this.marks = marks;
    this.live = live;
    this.fights = fights;
    this.peers = peers;
  }

  /**
   * @throws IOException when it could not find out; then nothing may be planned
   */
  public Facts facts(Desired desired, Inventory inventory) throws IOException {
    var groups = new Groups(cluster);
    Set<ObjectKey> wantedKeys = desired.keys();
    var readBack = new ArrayList<Entry>();
    Map<ObjectKey, State> states = new HashMap<>();
    for (Entry entry : inventory.entries()) {
      Optional<State> known = known(entry);
      // Only the object itself tells whether others have a part in what is to go.
      boolean partToGo = entry.merged() && !wantedKeys.contains(entry.key());
      if (!partToGo && known.filter(state -> proves(state, entry)).isPresent()) {
        states.put(entry.key(), known.get());
      } else if (groups.serve(entry.key().groupKind())) {
        readBack.add(entry);
      }
    }
    for (Wanted wanted : desired.objects()) {
      if (inventory.get(wanted.key()).isEmpty() && !wanted.merges()) {
        live.state(wanted.key()).ifPresent(state -> states.put(wanted.key(), state));
      }
    }
    Map<ObjectKey, String> unreadable = new HashMap<>();
    var shared = new HashSet<ObjectKey>();
    for (Reading reading : read(readBack)) {
      reading.state().ifPresent(state -> states.put(state.key(), state));
      if (reading.shared()) {
        shared.add(reading.key());
      }
      reading.no().ifPresent(why -> unreadable.put(reading.key(), why));
    }
    List<State> marked = live.marked(marks.sync());
    marked.forEach(state -> states.putIfAbsent(state.key(), state));
    Set<String> stale = mayPrune(wantedKeys, inventory, marked) ? groups.stale() : Set.of();
    return new Facts(
        states,
        marked,
        stale,
        contested(desired),
        lingering(inventory, states),
        added(desired),
        shared,
        unreadable,
        Handovers.of(desired, inventory, states, marks, peers));
  }

  // Whether a group is away matters only to what would be deleted; a push that just changes
  // something does not ask.
  private static boolean mayPrune(Set<ObjectKey> wanted, Inventory inventory, List<State> marked) {
    return inventory.entries().stream().anyMatch(entry -> !wanted.contains(entry.key()))
        || marked.stream().anyMatch(state -> !wanted.contains(state.key()));
  }

  private Optional<State> known(Entry entry) {
    return entry.merged() ? live.stateMerged(marks.sync(), entry.key()) : live.state(entry.key());
  }

  // An object without our marks is one that no watch tells of: it may be gone by now.
  private boolean proves(State state, Entry entry) {
    return state.belongsTo(marks.sync())
        && !entry.creating()
        && !entry.deleting()
        && !live.isBlind(entry.key());
  }

  private Map<ObjectKey, String> contested(Desired desired) {
    Map<ObjectKey, String> contested = new HashMap<>();
    for (Wanted wanted : desired.objects()) {
      fights.pausing(wanted.key()).ifPresent(why -> contested.put(wanted.key(), why));
    }
    return contested;
  }

  private Set<ObjectKey> added(Desired desired) {
    return desired.objects().stream()
        .filter(
            wanted ->
                live.additions(wanted.key()).stream()
                    .filter(Addition::removable)
                    .anyMatch(addition -> !wanted.leaves(addition.path())))
        .map(Wanted::key)
        .collect(Collectors.toSet());
  }

  private Map<ObjectKey, Instant> lingering(Inventory inventory, Map<ObjectKey, State> states) {
    Instant now = fights.now();
    Map<ObjectKey, Instant> lingering = new HashMap<>();
    for (Entry entry : inventory.entries()) {
      if (entry.creating()) {
        live.createNoticed(entry.key(), now);
      }
      if (!states.containsKey(entry.key())) {
        live.mayArriveUntil(entry.key(), now).ifPresent(until -> lingering.put(entry.key(), until));
      }
    }
    return lingering;
  }

  /**
   * What came of a read: nothing is there, or something, or a no for good.
   *
   * @param shared whether others have a part in it beside what we merged into it
   */
  private record Reading(
      ObjectKey key, Optional<State> state, boolean shared, Optional<String> no) {
    static Reading nothing(ObjectKey key) {
      return new Reading(key, Optional.empty(), false, Optional.empty());
    }
  }

  private List<Reading> read(List<Entry> entries) throws IOException {
    try {
      return Parallel.map(entries, this::read);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Reading read(Entry entry) {
    ObjectKey key = entry.key();
    try {
      Optional<Meta> there = cluster.meta(key);
      if (there.isEmpty()) {
        live.absent(key);
        return Reading.nothing(key);
      }
      return entry.merged() ? readMerged(there.get()) : readWhole(there.get());
    } catch (KubeException e) {
      return switch (e.refusal().cause()) {
        case NAMESPACE_MISSING -> Reading.nothing(key);
        case FORBIDDEN ->
            new Reading(key, Optional.empty(), false, Optional.of(e.refusal().message()));
        default -> throw new UncheckedIOException(e);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Reading readWhole(Meta meta) {
    live.readBack(meta);
    var state = State.of(meta, marks.hubId());
    return new Reading(meta.key(), Optional.of(state), false, Optional.empty());
  }

  private Reading readMerged(Meta meta) {
    live.observedMerged(marks, meta);
    var state = State.merged(meta, marks);
    boolean shared = Withdrawing.isShared(meta, marks);
    return new Reading(meta.key(), Optional.of(state), shared, Optional.empty());
  }

  /** Which API groups answer for their objects. */
  private static final class Groups {
    private final Cluster cluster;
    private final Set<String> away = new HashSet<>();
    private final Map<String, Boolean> registered = new HashMap<>();
    private boolean asked;

    Groups(Cluster cluster) {
      this.cluster = cluster;
    }

    Set<String> stale() throws IOException {
      if (!asked) {
        away.addAll(cluster.discovery().staleGroups());
        asked = true;
      }
      return away;
    }

    /**
     * Whether objects of the kind can be read. Those of a kind that is served no longer went with
     * its definition, unless somebody still registers the whole group: then its server is away, and
     * absence means nothing.
     */
    boolean serve(GroupKind kind) throws IOException {
      if (stale().contains(kind.group())) {
        return false;
      }
      if (cluster.discovery().find(kind).isPresent()) {
        return true;
      }
      if (!cluster.discovery().serves(kind.group()) && isRegistered(kind.group())) {
        away.add(kind.group());
      }
      return false;
    }

    private boolean isRegistered(String group) throws IOException {
      Boolean known = registered.get(group);
      if (known == null) {
        known = cluster.discovery().registers(group);
        registered.put(group, known);
      }
      return known;
    }
  }
}
