package dev.plumbline.cli;

import dev.plumbline.apply.Inventory;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a Sync owns, from its status and the Inventory objects that it names. */
final class Owned {
  private Owned() {}

  static Inventory by(MapNode sync, Session hub) {
    String namespace = sync.text("metadata", "namespace").orElse("");
    var entries = new ArrayList<String>(texts(sync.list("status", "inventory", "entries")));
    for (Node chunk : sync.list("status", "inventory", "head", "chunks")) {
      if (chunk instanceof MapNode named) {
        entries.addAll(part(namespace, named.text("name").orElse(""), hub));
      }
    }
    try {
      return Inventory.unpack(entries);
    } catch (IllegalArgumentException e) {
      throw Failure.unknown("Sync %s: %s".formatted(Asked.nameOf(sync), e.getMessage()), e);
    }
  }

  private static List<String> part(String namespace, String name, Session hub) {
    Optional<MapNode> found;
    try {
      found = hub.cluster().get(new ObjectKey(ShownKind.GROUP, "Inventory", namespace, name));
    } catch (IOException e) {
      throw hub.told(e);
    }
    return texts(
        found
            .orElseThrow(
                () ->
                    Failure.unknown(
                        "Inventory %s/%s went away meanwhile; try again".formatted(namespace, name),
                        null))
            .list("spec", "entries"));
  }

  private static List<String> texts(List<Node> items) {
    return items.stream()
        .filter(ScalarNode.class::isInstance)
        .map(item -> ((ScalarNode) item).text())
        .toList();
  }
}
