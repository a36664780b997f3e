package dev.plumbline.render;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;

/** Takes lists apart, so that nothing is delivered inside of something else (SEC-POL-01). */
final class Lists {
  private static final int MAX_DEPTH = 8;

  private final List<MapNode> flat = new ArrayList<>();

  private Lists() {}

  /** The objects, with those of a {@code List} or of any kind like it in its place. */
  static List<MapNode> flattened(List<MapNode> documents) throws Failure {
    var lists = new Lists();
    for (MapNode document : documents) {
      lists.add(document, 0);
    }
    return lists.flat;
  }

  private void add(MapNode object, int depth) throws Failure {
    Node items = object.get("items").orElse(null);
    String kind = object.text("kind").orElse("");
    if (items == null || !kind.endsWith("List")) {
      flat.add(object);
      return;
    }
    if (depth >= MAX_DEPTH) {
      throw new Failure(
          object.position(), "lists in lists, more than %d deep".formatted(MAX_DEPTH));
    }
    switch (items) {
      case ListNode list -> {
        for (Node item : list.items()) {
          if (!(item instanceof MapNode map)) {
            throw new Failure(item.position(), "an item of a %s that is no object".formatted(kind));
          }
          add(map, depth + 1);
        }
      }
      case ScalarNode scalar when scalar.isNull() -> {
        // A list of nothing.
      }
      default ->
          throw new Failure(items.position(), "items of a %s that are no list".formatted(kind));
    }
  }
}
