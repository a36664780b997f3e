package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.ResourceYaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** What a tree becomes when it takes the way through JSON, as it does around a JSON patch. */
final class JsonTree {
  private JsonTree() {}

  /** The tree written as JSON and read back: numbers were floating point on the way. */
  static Node reread(Node node) {
    return fromJson(ResourceYaml.canonical(node));
  }

  /** A tree of JSON values as kustomize holds it afterwards: only what is empty is in braces. */
  static Node fromJson(Node node) {
    return switch (node) {
      case ScalarNode scalar -> ResourceYaml.fromJson(scalar);
      case ListNode list -> {
        var items = new ArrayList<Node>(list.items().size());
        list.items().forEach(item -> items.add(fromJson(item)));
        yield new ListNode(items, list.position(), items.isEmpty());
      }
      case MapNode map -> {
        var entries = new LinkedHashMap<String, Node>();
        map.entries().forEach((key, value) -> entries.put(key, fromJson(value)));
        yield new MapNode(entries, map.position(), entries.isEmpty());
      }
    };
  }
}
