package dev.plumbline.apply;

import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gathers the {@link Facts} of a plan: from {@link Live} without a request where that proves
 * something, by reading the metadata back where it does not. At rest it sends nothing.
 */
public final class Survey {
  private static final GroupKind API_SERVICE =
      new GroupKind("apiregistration.k8s.io", "APIService");

  private final Cluster cluster;
  private final Marks marks;
  private final Live live;
  private final Fights fights;

  public Survey(Cluster cluster, Marks marks, Live live, Fights fights) {
    this.cluster = cluster;
    this.marks = marks;
    this.live = live;
    this.fights = fights;
  }

  /**
   * @throws IOException when it could not find out; then nothing may be planned
   */
  public Facts facts(Desired desired, Inventory inventory) throws IOException {
    Set<String> stale = new HashSet<>(cluster.discovery().staleGroups());
    var readBack = new ArrayList<ObjectKey>();
    Map<ObjectKey, State> states = new HashMap<>();
    for (Entry entry : inventory.entries()) {
      Optional<State> known = live.state(entry.key());
      if (entry.creating() || entry.deleting() || known.isEmpty()) {
        if (served(entry.key(), stale)) {
          readBack.add(entry.key());
        }
      } else {
        states.put(entry.key(), known.get());
      }
    }
    for (Wanted wanted : desired.objects()) {
      if (inventory.get(wanted.key()).isEmpty()) {
        live.state(wanted.key()).ifPresent(state -> states.put(wanted.key(), state));
      }
    }
    for (State state : readBack(readBack)) {
      states.put(state.key(), state);
    }
    List<State> marked = live.marked(marks.sync());
    marked.forEach(state -> states.putIfAbsent(state.key(), state));
    Map<ObjectKey, String> contested = new HashMap<>();
    states.keySet().forEach(key -> fights.pausing(key).ifPresent(why -> contested.put(key, why)));
    return new Facts(states, marked, stale, contested);
  }

  private List<State> readBack(List<ObjectKey> keys) throws IOException {
    if (keys.isEmpty()) {
      return List.of();
    }
    try {
      return Parallel.map(keys, this::read).stream().flatMap(Optional::stream).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Optional<State> read(ObjectKey key) {
    try {
      Optional<Meta> meta = cluster.meta(key);
      meta.ifPresent(live::observed);
      return meta.map(there -> State.of(there, marks.hubId()));
    } catch (KubeException e) {
      if (e.refusal().cause() == Refusal.Cause.GONE
          || e.refusal().cause() == Refusal.Cause.NAMESPACE_MISSING) {
        return Optional.empty();
      }
      throw new UncheckedIOException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // A kind that is not served: its objects went with its definition, unless somebody still
  // registers the group. Then its server is away, and absence means nothing.
  private boolean served(ObjectKey key, Set<String> stale) throws IOException {
    if (stale.contains(key.group())) {
      return false;
    }
    if (cluster.discovery().find(key.groupKind()).isPresent()) {
      return true;
    }
    Optional<ServedKind> registrations = cluster.discovery().find(API_SERVICE);
    if (registrations.isEmpty()
        || cluster.list(registrations.get(), "").stream()
            .anyMatch(meta -> meta.key().name().endsWith("." + key.group()))) {
      stale.add(key.group());
    }
    return false;
  }
}
