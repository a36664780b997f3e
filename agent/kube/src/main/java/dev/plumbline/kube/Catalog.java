package dev.plumbline.kube;

import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Every kind a server serves, by version and by the version it prefers.
 *
 * @param staleGroups groups of which the server could not say what they are now
 */
record Catalog(
    Map<VersionKind, ServedKind> kinds,
    Map<GroupKind, ServedKind> preferred,
    Set<String> staleGroups) {

  record VersionKind(String apiVersion, String kind) {}

  Optional<ServedKind> find(String apiVersion, String kind) {
    return Optional.ofNullable(kinds.get(new VersionKind(apiVersion, kind)));
  }

  Optional<ServedKind> find(GroupKind kind) {
    return Optional.ofNullable(preferred.get(kind));
  }

  boolean serves(String group) {
    return preferred.keySet().stream().anyMatch(kind -> kind.group().equals(group));
  }

  static Catalog read(MapNode... lists) throws IOException {
    var catalog = new Catalog(new HashMap<>(), new HashMap<>(), new HashSet<>());
    for (MapNode list : lists) {
      if (!list.text("kind").orElse("").equals("APIGroupDiscoveryList")) {
        throw new IOException(
            "the server has no aggregated discovery; Kubernetes 1.30 or later is needed");
      }
      for (Node group : list.list("items")) {
        catalog.readGroup((MapNode) group);
      }
    }
    return catalog;
  }

  // Versions come in the server's order of preference.
  private void readGroup(MapNode group) {
    String name = group.text("metadata", "name").orElse("");
    for (Node item : group.list("versions")) {
      var version = (MapNode) item;
      if (version.text("freshness").orElse("").equals("Stale")) {
        staleGroups.add(name);
      }
      for (Node resource : version.list("resources")) {
        add(served(name, version.text("version").orElse(""), (MapNode) resource));
      }
    }
  }

  private void add(ServedKind kind) {
    kinds.putIfAbsent(new VersionKind(kind.apiVersion(), kind.kind()), kind);
    preferred.putIfAbsent(kind.groupKind(), kind);
  }

  private static ServedKind served(String group, String version, MapNode resource) {
    return new ServedKind(
        group,
        version,
        resource.text("responseKind", "kind").orElse(""),
        resource.text("resource").orElse(""),
        resource.text("scope").orElse("").equals("Namespaced"),
        resource.list("verbs").stream()
            .map(verb -> verb instanceof ScalarNode scalar ? scalar.text() : "")
            .collect(Collectors.toSet()));
  }
}
