package dev.plumbline.kube;

import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
      maps(list, "items").forEach(catalog::readGroup);
    }
    return catalog;
  }

  // Versions come in the server's order of preference.
  private void readGroup(MapNode group) {
    String name = group.text("metadata", "name").orElse("");
    maps(group, "versions").forEach(version -> readVersion(name, version));
  }

  private void readVersion(String group, MapNode version) {
    if (version.text("freshness").orElse("").equals("Stale")) {
      staleGroups.add(group);
    }
    String name = version.text("version").orElse("");
    maps(version, "resources").forEach(resource -> add(served(group, name, resource)));
  }

  private void add(ServedKind kind) {
    kinds.putIfAbsent(new VersionKind(kind.apiVersion(), kind.kind()), kind);
    preferred.putIfAbsent(kind.groupKind(), kind);
  }

  private static Stream<MapNode> maps(MapNode map, String list) {
    return map.list(list).stream().filter(MapNode.class::isInstance).map(MapNode.class::cast);
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
