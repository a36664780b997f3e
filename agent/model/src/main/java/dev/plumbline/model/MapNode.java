package dev.plumbline.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A map of nodes in the order it was written. Equality does not look at the order. */
public final class MapNode implements Node {
  public static final MapNode EMPTY = new MapNode(Map.of(), null);

  private final Map<String, Node> entries;
  private final Position position;
  private final boolean flow;

  /**
   * @param entries copied, in iteration order
   */
  public MapNode(Map<String, ? extends Node> entries, Position position) {
    this(entries, position, false);
  }

  /**
   * @param flow whether it was written in braces; that takes no part in equality
   */
  public MapNode(Map<String, ? extends Node> entries, Position position, boolean flow) {
    this.entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    this.position = position == null ? Position.UNKNOWN : position;
    this.flow = flow;
  }

  public static MapNode of(Map<String, ? extends Node> entries) {
    return new MapNode(entries, null);
  }

  public Map<String, Node> entries() {
    return entries;
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Whether it was written in braces. */
  public boolean flow() {
    return flow;
  }

  public Optional<Node> get(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** What stands under the keys, one below the other; empty where one is missing or no map. */
  public Optional<Node> at(String... path) {
    Node here = this;
    for (String key : path) {
      if (!(here instanceof MapNode map)) {
        return Optional.empty();
      }
      here = map.entries.get(key);
      if (here == null) {
        return Optional.empty();
      }
    }
    return Optional.of(here);
  }

  /** The map under the keys; empty where there is none. */
  public Optional<MapNode> map(String... path) {
    return at(path).filter(MapNode.class::isInstance).map(MapNode.class::cast);
  }

  /** The items of the list under the keys; none where there is no list. */
  public List<Node> list(String... path) {
    return at(path).map(node -> node instanceof ListNode l ? l.items() : null).orElse(List.of());
  }

  /** The text of the non-null scalar under the keys. */
  public Optional<String> text(String... path) {
    return at(path)
        .filter(node -> node instanceof ScalarNode scalar && !scalar.isNull())
        .map(node -> ((ScalarNode) node).text());
  }

  /** This map with the value at {@code key}: in its old place if there was one, else last. */
  public MapNode with(String key, Node value) {
    var copy = new LinkedHashMap<>(entries);
    copy.put(key, value);
    return with(copy);
  }

  /** Other entries in the place of this map, written as it is. */
  public MapNode with(Map<String, ? extends Node> others) {
    return new MapNode(others, position, flow);
  }

  /**
   * This map with the value at {@code path}; the maps on the way are made where they are missing.
   */
  public MapNode with(List<String> path, Node value) {
    String key = path.getFirst();
    if (path.size() == 1) {
      return with(key, value);
    }
    var child = entries.get(key) instanceof MapNode map ? map : EMPTY;
    return with(key, child.with(path.subList(1, path.size()), value));
  }

  public MapNode without(String key) {
    if (!entries.containsKey(key)) {
      return this;
    }
    var copy = new LinkedHashMap<>(entries);
    copy.remove(key);
    return with(copy);
  }

  @Override
  public Position position() {
    return position;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MapNode that && entries.equals(that.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  @Override
  public String toString() {
    return entries.toString();
  }
}
