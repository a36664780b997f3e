package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;

/** RFC 6902 as kustomize's library carries it out: {@code replace} of a missing key adds it. */
final class JsonPatch {
  private final List<Operation> operations;

  private JsonPatch(List<Operation> operations) {
    this.operations = List.copyOf(operations);
  }

  private record Operation(String op, String path, String from, Node value, Position where) {}

  /** Reads a list of operations; null when the value is none. */
  static JsonPatch of(Node patch) {
    if (Trees.isNull(patch)) {
      return new JsonPatch(List.of());
    }
    if (!(patch instanceof ListNode list)) {
      return null;
    }
    var operations = new ArrayList<Operation>();
    for (Node item : list.items()) {
      if (!(item instanceof MapNode map)) {
        return null;
      }
      operations.add(
          new Operation(
              Trees.text(map, "op"),
              Trees.text(map, "path"),
              Trees.text(map, "from"),
              map.get("value").orElse(null),
              map.position()));
    }
    return new JsonPatch(operations);
  }

  boolean isEmpty() {
    return operations.isEmpty();
  }

  /** The document after all operations; both are JSON values. */
  Node apply(Node document) {
    var result = document;
    for (var operation : operations) {
      try {
        result = apply(operation, result);
      } catch (BuildException e) {
        throw e.at(operation.where());
      }
    }
    return result;
  }

  private static Node apply(Operation operation, Node document) {
    String path = operation.path();
    return switch (operation.op()) {
      case "add" -> add(document, path, valueOf(operation));
      case "replace" -> replace(document, path, valueOf(operation));
      case "remove" -> remove(document, path, "remove");
      case "test" -> test(document, path, operation.value());
      case "move" -> {
        var moved = get(document, operation.from(), "move");
        yield add(remove(document, operation.from(), "move"), path, moved);
      }
      case "copy" -> add(document, path, original(document, operation.from()));
      default -> throw new BuildException("Unexpected kind: " + operation.op());
    };
  }

  private static Node valueOf(Operation operation) {
    return operation.value() == null ? ScalarNode.NULL : operation.value();
  }

  private static List<String> segments(String path) {
    var segments = new ArrayList<String>();
    for (String part : path.split("/", -1)) {
      segments.add(part.replace("~1", "/").replace("~0", "~"));
    }
    return segments.subList(1, segments.size());
  }

  /** What becomes of the container that holds the last segment. */
  @FunctionalInterface
  private interface Change {
    Node change(Node container, String key);
  }

  private static Node change(Node node, List<String> path, BuildException missing, Change change) {
    if (path.isEmpty()) {
      throw missing;
    }
    String key = path.getFirst();
    if (path.size() == 1) {
      if (!(node instanceof MapNode) && !(node instanceof ListNode)) {
        throw missing;
      }
      return change.change(node, key);
    }
    var rest = path.subList(1, path.size());
    switch (node) {
      case MapNode map -> {
        var child = map.get(key).orElse(null);
        if (Trees.isNull(child) || child instanceof ScalarNode) {
          throw missing;
        }
        return map.with(key, change(child, rest, missing, change));
      }
      case ListNode list -> {
        int index = index(key, list.items().size(), missing);
        var items = new ArrayList<>(list.items());
        items.set(index, change(items.get(index), rest, missing, change));
        return new ListNode(items, list.position());
      }
      case ScalarNode _ -> throw missing;
    }
  }

  private static int index(String key, int size, BuildException missing) {
    try {
      int index = Integer.parseInt(key);
      if (index < 0) {
        index += size;
      }
      if (index < 0 || index >= size) {
        throw missing;
      }
      return index;
    } catch (NumberFormatException e) {
      throw missing;
    }
  }

  private static Node add(Node document, String path, Node value) {
    var missing =
        new BuildException(
            "add operation does not apply: doc is missing path: \"%s\": missing value"
                .formatted(path));
    return change(
        document,
        segments(path),
        missing,
        (container, key) ->
            switch (container) {
              case MapNode map -> map.with(key, value);
              case ListNode list -> inserted(list, key, value, path);
              case ScalarNode _ -> throw missing;
            });
  }

  private static Node inserted(ListNode list, String key, Node value, String path) {
    var items = new ArrayList<>(list.items());
    if (key.equals("-")) {
      items.add(value);
      return new ListNode(items, list.position());
    }
    var bad =
        new BuildException(
            "error in add for path: '%s': Unable to access invalid index: %s: invalid index referenced"
                .formatted(path, key));
    int index;
    try {
      index = Integer.parseInt(key);
    } catch (NumberFormatException e) {
      throw new BuildException(
          "error in add for path: '%s': value was not a proper array index: '%s'"
              .formatted(path, key));
    }
    if (index < 0) {
      index += items.size() + 1;
    }
    if (index < 0 || index > items.size()) {
      throw bad;
    }
    items.add(index, value);
    return new ListNode(items, list.position());
  }

  private static Node replace(Node document, String path, Node value) {
    var missing =
        new BuildException(
            "replace operation does not apply: doc is missing path: %s: missing value"
                .formatted(path));
    var missingKey =
        new BuildException(
            "replace operation does not apply: doc is missing key: %s: missing value"
                .formatted(path));
    return change(
        document,
        segments(path),
        missing,
        (container, key) ->
            switch (container) {
              case MapNode map -> map.with(key, value);
              case ListNode list -> {
                var items = new ArrayList<>(list.items());
                items.set(index(key, items.size(), missingKey), value);
                yield new ListNode(items, list.position());
              }
              case ScalarNode _ -> throw missing;
            });
  }

  private static Node remove(Node document, String path, String op) {
    var missing =
        new BuildException(
            "%s operation does not apply: doc is missing path: \"%s\": missing value"
                .formatted(op, path));
    return change(
        document,
        segments(path),
        missing,
        (container, key) ->
            switch (container) {
              case MapNode map -> {
                if (map.get(key).isEmpty()) {
                  throw new BuildException(
                      "error in %s for path: '%s': Unable to remove nonexistent key: %s: missing value"
                          .formatted(op, path, key));
                }
                yield map.without(key);
              }
              case ListNode list -> {
                var bad =
                    new BuildException(
                        "error in %s for path: '%s': Unable to access invalid index: %s: invalid index referenced"
                            .formatted(op, path, key));
                var items = new ArrayList<>(list.items());
                items.remove(index(key, items.size(), bad));
                yield new ListNode(items, list.position());
              }
              case ScalarNode _ -> throw missing;
            });
  }

  private static Node test(Node document, String path, Node value) {
    if (path.isEmpty()) {
      if (equal(document, value)) {
        return document;
      }
      throw new BuildException("testing value %s failed: test failed".formatted(path));
    }
    var found = lookup(document, segments(path));
    boolean same = Trees.isNull(found) ? Trees.isNull(value) : equal(found, value);
    if (!same) {
      throw new BuildException("testing value %s failed: test failed".formatted(path));
    }
    return document;
  }

  private static boolean equal(Node found, Node value) {
    return value != null && found.equals(value);
  }

  // A key that a map does not have is copied as null.
  private static Node original(Node document, String from) {
    var path = segments(from);
    boolean inMap =
        !path.isEmpty()
            && lookup(document, path.subList(0, path.size() - 1)) instanceof MapNode map
            && !map.entries().containsKey(path.getLast());
    return inMap ? ScalarNode.NULL : get(document, from, "copy");
  }

  private static Node get(Node document, String from, String op) {
    var found = lookup(document, segments(from));
    if (found == null) {
      throw new BuildException("error in %s for path: '%s': missing value".formatted(op, from));
    }
    return found;
  }

  private static Node lookup(Node node, List<String> path) {
    var here = node;
    for (String key : path) {
      here =
          switch (here) {
            case MapNode map -> map.get(key).orElse(null);
            case ListNode list -> {
              int size = list.items().size();
              try {
                int index = Integer.parseInt(key);
                index = index < 0 ? index + size : index;
                yield index < 0 || index >= size ? null : list.items().get(index);
              } catch (NumberFormatException e) {
                yield null;
              }
            }
            case ScalarNode _ -> null;
          };
      if (here == null) {
        return null;
      }
    }
    return here;
  }
}
