package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.ResourceYaml;
import dev.plumbline.yaml.YamlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Writes every value that a path matches: fields, indexes, {@code *}, and elements whose field fits
 * a pattern, {@code [name=x.*]}. What is missing can be made on the way.
 */
final class PathMatch {
  private final UnaryOperator<Node> write;
  private final Node created;
  private int matches;

  /**
   * @param created what a missing last value is made as; null when nothing is made
   */
  PathMatch(Node created, UnaryOperator<Node> write) {
    this.created = created;
    this.write = write;
  }

  int matches() {
    return matches;
  }

  Node apply(Node node, List<String> path) {
    if (path.isEmpty()) {
      matches++;
      return write.apply(node);
    }
    String part = path.getFirst();
    var rest = path.subList(1, path.size());
    if (Lookup.isIndex(part)) {
      return index(node, Integer.parseInt(part), rest);
    }
    if (Lookup.isElement(part)) {
      return elements(node, part, rest);
    }
    if (part.equals("*")) {
      return every(node, rest);
    }
    return field(node, part, rest);
  }

  private Node made(List<String> rest, Position position) {
    if (rest.isEmpty()) {
      return created;
    }
    String next = rest.getFirst();
    return Lookup.isElement(next) || Lookup.isIndex(next)
        ? new ListNode(List.of(), position)
        : new MapNode(Map.of(), position);
  }

  private Node field(Node node, String name, List<String> rest) {
    if (Trees.isNull(node)) {
      return node;
    }
    if (!(node instanceof MapNode map)) {
      throw Lookup.wrongKind("MappingNode", node);
    }
    var old = map.get(name).orElse(null);
    if (old == null && created == null) {
      return map;
    }
    var found = old == null ? made(rest, map.position()) : old;
    if (found instanceof ScalarNode scalar && !rest.isEmpty()) {
      insideText(scalar, rest);
      return map;
    }
    var value = apply(found, rest);
    return Trees.same(value, old) ? map : map.with(name, value);
  }

  // What is found inside a text is written to a copy, and lost.
  private void insideText(ScalarNode scalar, List<String> rest) {
    try {
      apply(ResourceYaml.readOne(scalar.text(), scalar.position().file(), 0), rest);
    } catch (YamlException e) {
      throw new BuildException(scalar.position(), e.why());
    }
  }

  private Node index(Node node, int index, List<String> rest) {
    var list = list(node);
    var items = new ArrayList<>(list.items());
    if (items.size() == index && created != null) {
      items.add(made(rest, list.position()));
    }
    if (items.size() <= index) {
      throw new BuildException(
          list.position(),
          "index %d specified but only %d elements found".formatted(index, items.size()));
    }
    items.set(index, apply(items.get(index), rest));
    return list.with(items);
  }

  private Node every(Node node, List<String> rest) {
    var list = list(node);
    var items = new ArrayList<Node>();
    list.items().forEach(item -> items.add(apply(item, rest)));
    return list.with(items);
  }

  private Node elements(Node node, String part, List<String> rest) {
    int equals = part.indexOf('=');
    if (equals < 0) {
      throw new BuildException("list path element must contain fieldName=fieldValue");
    }
    String key = part.substring(1, equals);
    String text = part.substring(equals + 1, part.length() - 1);
    var pattern = Patterns.compile(text);
    var list = list(node);
    var items = new ArrayList<>(list.items());
    int before = matches;
    for (int i = 0; i < items.size(); i++) {
      var value = key.isEmpty() ? items.get(i) : value(items.get(i), key);
      if (value != null && pattern.matcher(shown(value)).find()) {
        items.set(i, key.isEmpty() ? matched(items.get(i)) : apply(items.get(i), rest));
      }
    }
    if (matches == before && created != null) {
      var element = element(key, text, list.position());
      items.add(key.isEmpty() ? matched(element) : apply(element, rest));
    }
    return list.with(items);
  }

  private Node matched(Node item) {
    matches++;
    return write.apply(item);
  }

  private static Node element(String key, String text, Position position) {
    var value = Trees.untyped(text, position);
    return key.isEmpty() ? value : new MapNode(Map.of(key, value), position);
  }

  private static Node value(Node item, String key) {
    return item instanceof MapNode map ? map.get(key).orElse(null) : null;
  }

  /** A value as YAML shows it, quotes included. */
  private static String shown(Node value) {
    if (!(value instanceof ScalarNode scalar)) {
      return value.toString();
    }
    return switch (scalar.style()) {
      case DOUBLE_QUOTED -> "\"" + scalar.text() + "\"";
      case SINGLE_QUOTED -> "'" + scalar.text() + "'";
      case PLAIN, LITERAL, FOLDED -> scalar.text();
    };
  }

  private static ListNode list(Node node) {
    if (Trees.isNull(node)) {
      return ListNode.EMPTY;
    }
    if (!(node instanceof ListNode list)) {
      throw Lookup.wrongKind("SequenceNode", node);
    }
    return list;
  }
}
