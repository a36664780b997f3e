package dev.plumbline.cli;

import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where objects are looked for: in the namespace that was said, and where the agent's own are.
 * Those are in {@link HubFlags#HOME} mostly; else where Targets are, which are nowhere else.
 */
final class Places {
  private static final int MOST = 50_000;
  private static final int MOST_NAMED = 5;

  private final Session session;
  private final Optional<String> said;
  private final Optional<String> saidHome;
  private String found;
  private List<MapNode> syncs;

  Places(Session session, Optional<String> said, Optional<String> saidHome) {
    this.session = session;
    this.said = said;
    this.saidHome = saidHome;
  }

  /** Where the objects are that are meant. */
  String namespace() {
    return said.or(session::namespace).orElseGet(this::home);
  }

  /** The same, where nobody has looked for the agent yet. */
  String likely() {
    return said.or(session::namespace).or(() -> saidHome).orElse(HubFlags.HOME);
  }

  /** Whether somebody said where; else it is a guess. */
  boolean isSaid() {
    return said.isPresent();
  }

  /** Where the agent's own objects are. */
  String home() {
    if (saidHome.isPresent()) {
      return saidHome.get();
    }
    if (found == null) {
      found = targets(HubFlags.HOME, 1).isEmpty() ? elsewhere() : HubFlags.HOME;
    }
    return found;
  }

  private String elsewhere() {
    Set<String> namespaces = namespaces(targets("", MOST));
    return switch (namespaces.size()) {
      case 0 -> HubFlags.HOME;
      case 1 -> namespaces.iterator().next();
      default ->
          throw Failure.refused(
              "there are Targets in namespaces %s; give --hub-namespace, or -n"
                  .formatted(some(namespaces)));
    };
  }

  // Who may not look takes the usual place for granted.
  private List<MapNode> targets(String namespace, int most) {
    return allowed(ShownKind.TARGETS, namespace, most).orElse(List.of());
  }

  /** An object that a Sync refers to: beside it, or where the agent's own objects are. */
  Referred referred(ShownKind kind, String name, String beside) {
    String usual = saidHome.orElse(HubFlags.HOME);
    try {
      for (String place : List.of(beside, usual)) {
        Optional<MapNode> there = session.cluster().get(kind.key(place, name));
        if (there.isPresent()) {
          return new Referred.Seen(there.get());
        }
      }
    } catch (KubeException e) {
      if (e.refusal().cause() == Cause.FORBIDDEN) {
        return new Referred.Hidden(
            name, "you may not read %s %s: %s".formatted(kind.kind(), name, e.getMessage()));
      }
      throw session.told(e);
    } catch (IOException e) {
      throw session.told(e);
    }
    return new Referred.Seen(anywhere(kind, name, beside, usual));
  }

  private MapNode anywhere(ShownKind kind, String name, String beside, String usual) {
    List<MapNode> found =
        saidHome.isPresent()
            ? List.of()
            : allowed(kind, "", MOST).orElse(List.of()).stream()
                .filter(object -> Asked.nameOf(object).equals(name))
                .toList();
    if (found.isEmpty()) {
      throw Failure.refused(
          "no %s %s in namespace %s or %s".formatted(kind.kind(), name, beside, usual));
    }
    if (found.size() > 1) {
      throw Failure.refused(
          "there is a %s %s in namespaces %s; give --hub-namespace"
              .formatted(kind.kind(), name, some(namespaces(found))));
    }
    return found.getFirst();
  }

  /** All Syncs the person may see, wherever they are. */
  List<MapNode> syncs() {
    if (syncs == null) {
      syncs = visibleSyncs();
    }
    return syncs;
  }

  private List<MapNode> visibleSyncs() {
    Optional<List<MapNode>> all = allowed(ShownKind.SYNCS, "", MOST);
    if (all.isPresent()) {
      return all.get();
    }
    Set<String> namespaces = new LinkedHashSet<>(List.of(namespace(), home()));
    for (MapNode tenant : allowed(ShownKind.TENANTS, home(), MOST).orElse(List.of())) {
      tenant.text("spec", "hubNamespace").ifPresent(namespaces::add);
    }
    var visible = new ArrayList<MapNode>();
    namespaces.forEach(
        namespace -> allowed(ShownKind.SYNCS, namespace, MOST).ifPresent(visible::addAll));
    return visible;
  }

  /** Empty where one may not list them. */
  private Optional<List<MapNode>> allowed(ShownKind kind, String namespace, int most) {
    try {
      return Optional.of(session.cluster().listBodies(kind.served(), namespace, "", most));
    } catch (KubeException e) {
      if (e.refusal().cause() == Cause.FORBIDDEN) {
        return Optional.empty();
      }
      throw session.told(e);
    } catch (IOException e) {
      throw session.told(e);
    }
  }

  private static Set<String> namespaces(List<MapNode> objects) {
    return objects.stream()
        .map(object -> object.text("metadata", "namespace").orElse(""))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String some(Set<String> namespaces) {
    String first = namespaces.stream().sorted().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return namespaces.size() > MOST_NAMED ? first + " and others" : first;
  }
}
