package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.ResourceYaml;
import dev.plumbline.yaml.YamlException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Reads the documents of a resource file: lists are unpacked, what is no resource is refused. */
final class ResourceReader {
  private ResourceReader() {}

  /**
   * @throws BuildException when the text is not YAML or a document is no resource
   */
  static List<MapNode> read(String text, String file, int lineBefore) {
    try {
      return unpacked(ResourceYaml.read(text, file, lineBefore), file);
    } catch (YamlException e) {
      throw malformed(e);
    }
  }

  static List<MapNode> read(byte[] utf8, String file) {
    try {
      return unpacked(ResourceYaml.read(utf8, file), file);
    } catch (YamlException e) {
      throw malformed(e);
    }
  }

  private static BuildException malformed(YamlException e) {
    return new BuildException(e.where(), "MalformedYAMLError: yaml: " + e.why());
  }

  private static List<MapNode> unpacked(List<Node> documents, String file) {
    var queue = new ArrayDeque<MapNode>();
    for (Node document : only(documents)) {
      if (!Trees.isNullOrEmpty(document)) {
        queue.add(resource(document, file));
      }
    }
    var resources = new ArrayList<MapNode>();
    while (!queue.isEmpty()) {
      var next = queue.remove();
      String kind = Trees.text(next, "kind");
      var items = next.get("items").orElse(null);
      if (!kind.endsWith("List") || items == null) {
        resources.add(next);
      } else if (items instanceof ListNode list) {
        for (Node item : list.items()) {
          if (!Trees.isNullOrEmpty(item)) {
            queue.add((MapNode) JsonTree.reread(resource(item, file)));
          }
        }
      } else if (!Trees.isNull(items)) {
        throw new BuildException(
            items.position(),
            "expected array in %s/items, but found %s".formatted(kind, goType(items)));
      }
    }
    return resources;
  }

  // One document of these kinds is a wrapper; its items are the file's documents.
  private static List<Node> only(List<Node> documents) {
    if (documents.size() == 1
        && documents.getFirst() instanceof MapNode map
        && (Trees.text(map, "kind").equals("List")
            || Trees.text(map, "kind").equals("ResourceList"))
        && map.get("items").orElse(null) instanceof ListNode list) {
      return list.items();
    }
    return documents;
  }

  private static String goType(Node node) {
    return switch (node) {
      case MapNode _ -> "map[string]interface {}";
      case ListNode _ -> "[]interface {}";
      case ScalarNode scalar ->
          switch (scalar.type()) {
            case BOOL -> "bool";
            case INT -> "int";
            case FLOAT -> "float64";
            case STRING, NULL -> "string";
          };
    };
  }

  private static MapNode resource(Node node, String file) {
    if (!(node instanceof MapNode map)) {
      throw new BuildException(at(node, file), "missing Resource metadata");
    }
    demandNamed(map, at(map, file));
    return map;
  }

  /** Refuses what has no kind, or no name and is no list. */
  static void demandNamed(MapNode map, Position where) {
    String kind = Trees.text(map, "kind");
    String apiVersion = Trees.text(map, "apiVersion");
    if (kind.isEmpty()) {
      throw new BuildException(
          where,
          "missing kind in object {{%s } {{%s } map[] map[]}}"
              .formatted(apiVersion, Trees.text(map, "metadata", "name")));
    }
    if (Trees.text(map, "metadata", "name").isEmpty() && !kind.endsWith("List")) {
      throw new BuildException(
          where,
          "missing metadata.name in object {{%s %s} {{ } map[] map[]}}"
              .formatted(apiVersion, kind));
    }
  }

  private static Position at(Node node, String file) {
    return node.position().known() ? node.position() : new Position(file, 0);
  }
}
