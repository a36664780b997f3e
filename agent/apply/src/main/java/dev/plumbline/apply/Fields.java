package dev.plumbline.apply;

import dev.plumbline.kube.FieldSet;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.yaml.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Sets of field paths as managedFields holds them, path by path: {@code [f:spec, f:replicas]}. A
 * path stands for the field itself, not for what is below it.
 */
final class Fields {
  static final Fields NONE = new Fields(Set.of());

  private final Set<List<String>> paths;

  private Fields(Set<List<String>> paths) {
    this.paths = paths;
  }

  static Fields of(FieldSet set) {
    var paths = new LinkedHashSet<List<String>>();
    collect(set.fieldsV1(), List.of(), paths);
    return new Fields(paths);
  }

  /** One path. */
  static Fields at(List<String> path) {
    return new Fields(Set.of(path));
  }

  /** The paths of a part of a set. */
  static Fields below(List<String> prefix, MapNode set) {
    var paths = new LinkedHashSet<List<String>>();
    collect(set, prefix, paths);
    return new Fields(paths);
  }

  private static void collect(MapNode set, List<String> prefix, Set<List<String>> paths) {
    if (set.isEmpty() && !prefix.isEmpty()) {
      paths.add(prefix);
    }
    set.entries()
        .forEach(
            (segment, child) -> {
              if (segment.equals(".")) {
                paths.add(prefix);
              } else {
                var path = new ArrayList<>(prefix);
                path.add(segment);
                collect(child instanceof MapNode map ? map : MapNode.EMPTY, path, paths);
              }
            });
  }

  boolean isEmpty() {
    return paths.isEmpty();
  }

  Fields minus(Fields other) {
    return where(path -> !other.paths.contains(path));
  }

  Fields plus(Fields other) {
    var all = new LinkedHashSet<>(paths);
    all.addAll(other.paths);
    return new Fields(all);
  }

  /** Those the object has. */
  Fields in(MapNode object) {
    return where(path -> find(object, path).isPresent());
  }

  /** Those the object has not. */
  Fields notIn(MapNode object) {
    return where(path -> find(object, path).isEmpty());
  }

  FieldSet toFieldSet() {
    MapNode tree = MapNode.EMPTY;
    for (List<String> path : paths) {
      tree = put(tree, path);
    }
    return new FieldSet(tree);
  }

  // A field that has others below it is marked by a dot, one that has none by being empty.
  private static MapNode put(MapNode tree, List<String> path) {
    if (path.isEmpty()) {
      return tree.isEmpty() ? tree : tree.with(".", MapNode.EMPTY);
    }
    String segment = path.getFirst();
    Optional<MapNode> known = tree.map(segment);
    MapNode child = known.orElse(MapNode.EMPTY);
    if (known.isPresent() && child.isEmpty() && path.size() > 1) {
      child = child.with(".", MapNode.EMPTY);
    }
    return tree.with(segment, put(child, path.subList(1, path.size())));
  }

  private Fields where(Predicate<List<String>> condition) {
    var some = new LinkedHashSet<List<String>>();
    paths.stream().filter(condition).forEach(some::add);
    return new Fields(some);
  }

  /** Where those of them that hold no others stand in an object: keys, and numbers of items. */
  List<List<String>> placesIn(MapNode object) {
    var holders = new HashSet<List<String>>();
    paths.forEach(
        path -> IntStream.range(1, path.size()).forEach(i -> holders.add(path.subList(0, i))));
    return paths.stream()
        .filter(path -> !holders.contains(path) && !isKeyOfItem(path))
        .flatMap(path -> place(object, path).stream())
        .toList();
  }

  // What tells an item of a list from the others belongs to whoever names the item.
  private static boolean isKeyOfItem(List<String> path) {
    String last = path.getLast();
    return path.size() > 1
        && last.startsWith("f:")
        && path.get(path.size() - 2).startsWith("k:")
        && Json.read(path.get(path.size() - 2).substring(2)) instanceof MapNode keys
        && keys.get(last.substring(2)).isPresent();
  }

  private static Optional<List<String>> place(Node node, List<String> path) {
    var place = new ArrayList<String>();
    Node here = node;
    for (String segment : path) {
      Optional<Node> next = child(here, segment);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      place.add(
          here instanceof ListNode list
              ? String.valueOf(list.items().indexOf(next.get()))
              : segment.substring(2));
      here = next.get();
    }
    return Optional.of(place);
  }

  private static Optional<Node> find(Node node, List<String> path) {
    Optional<Node> here = Optional.of(node);
    for (String segment : path) {
      here = here.flatMap(parent -> child(parent, segment));
    }
    return here;
  }

  static Optional<Node> child(Node parent, String segment) {
    String rest = segment.length() > 2 ? segment.substring(2) : "";
    if (parent instanceof MapNode map) {
      return segment.startsWith("f:") ? map.get(rest) : Optional.empty();
    }
    if (!(parent instanceof ListNode list) || rest.isEmpty()) {
      return Optional.empty();
    }
    return switch (segment.charAt(0)) {
      case 'k' -> item(list, Json.read(rest));
      case 'v' -> item(list, Json.read(rest)::equals);
      default -> Optional.empty();
    };
  }

  // A key that the item leaves out has the schema's default: it does not tell items apart here.
  private static Optional<Node> item(ListNode list, Node keys) {
    return keys instanceof MapNode wanted
        ? item(
            list,
            item ->
                item instanceof MapNode map
                    && wanted.entries().entrySet().stream()
                        .allMatch(
                            key ->
                                map.get(key.getKey())
                                    .filter(n -> !n.equals(key.getValue()))
                                    .isEmpty()))
        : Optional.empty();
  }

  private static Optional<Node> item(ListNode list, Predicate<Node> which) {
    return list.items().stream().filter(which).findFirst();
  }
}
