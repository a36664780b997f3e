package dev.plumbline.health;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.List;
import java.util.stream.Stream;

/** What is kept of an object for its health: the fields its rule reads, bounded. */
final class Projection {
  private static final int CONDITIONS = 64;
  private static final int CONTAINERS = 32;

  private static final List<List<String>> ALWAYS =
      Stream.of(
              "apiVersion",
              "kind",
              "metadata.name",
              "metadata.namespace",
              "metadata.generation",
              "metadata.deletionTimestamp",
              "metadata.finalizers",
              "status.observedGeneration",
              "status.conditions")
          .map(path -> List.of(path.split("\\.")))
          .toList();

  private Projection() {}

  static MapNode of(MapNode object, Rule rule) {
    MapNode kept = MapNode.EMPTY;
    for (var path : Stream.concat(ALWAYS.stream(), rule.reads().stream()).toList()) {
      var value = object.at(path.toArray(String[]::new));
      if (value.isPresent()) {
        kept = kept.with(path, slim(path.getLast(), value.get()));
      }
    }
    return kept;
  }

  private static Node slim(String field, Node value) {
    return switch (field) {
      case "conditions" -> items(value, CONDITIONS, List.of("type", "status", "reason", "message"));
      case "containerStatuses", "initContainerStatuses" ->
          items(value, CONTAINERS, List.of("name", "state"));
      case "ingress", "externalIPs", "finalizers" -> items(value, 1, List.of());
      default -> cut(value);
    };
  }

  private static Node items(Node value, int most, List<String> fields) {
    if (!(value instanceof ListNode list)) {
      return value;
    }
    return ListNode.of(list.items().stream().limit(most).map(item -> only(item, fields)).toList());
  }

  private static Node only(Node item, List<String> fields) {
    if (!(item instanceof MapNode map)) {
      return cut(item);
    }
    MapNode kept = MapNode.EMPTY;
    for (String field : fields) {
      Node value = map.entries().get(field);
      if (value != null) {
        kept = kept.with(field, cut(value));
      }
    }
    return kept;
  }

  private static Node cut(Node value) {
    return value instanceof ScalarNode scalar && scalar.text().length() > Facts.TEXT
        ? ScalarNode.of(Facts.cut(scalar.text()))
        : value;
  }
}
