package dev.plumbline.kustomize;

import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.ResourceYaml;
import dev.plumbline.yaml.YamlException;
import java.util.List;

/** Writes a value inside the JSON or YAML text that a field holds. */
final class StructuredText {
  /** The place of what stands in a text, so that its lines are told from others. */
  private static final String INSIDE = "a text inside";

  private StructuredText() {}

  /**
   * The body after the value was written inside a text; null when the path leads into none, or what
   * would come out cannot be written.
   *
   * @param created what a missing value is made as; null when nothing is made
   */
  static Node write(Node body, List<String> path, Node created, Node value) {
    for (int i = 1; i < path.size(); i++) {
      var scalar = scalarAt(body, path.subList(0, i));
      var parsed = scalar == null ? null : parsed(scalar);
      if (parsed != null) {
        return write(body, path, i, scalar, parsed, created, value);
      }
    }
    return null;
  }

  private static ScalarNode scalarAt(Node body, List<String> path) {
    try {
      return Lookup.find(body, path) instanceof ScalarNode scalar ? scalar : null;
    } catch (BuildException e) {
      return null;
    }
  }

  private static Node parsed(ScalarNode scalar) {
    try {
      return ResourceYaml.readOne(scalar.text(), INSIDE, 0);
    } catch (YamlException e) {
      return null;
    }
  }

  private static Node write(
      Node body,
      List<String> path,
      int split,
      ScalarNode scalar,
      Node parsed,
      Node created,
      Node value) {
    var inside =
        new PathMatch(
            created,
            old ->
                old instanceof ScalarNode
                    ? ReplacementTransformer.overwritten(old, Trees.text(value))
                    : value);
    try {
      var changed = inside.apply(parsed, path.subList(split, path.size()));
      if (inside.matches() == 0) {
        return null;
      }
      String text = serialized(changed, scalar.text());
      var outside = new PathMatch(null, old -> ReplacementTransformer.overwritten(old, text));
      return outside.apply(body, path.subList(0, split));
    } catch (YamlException e) {
      if (!e.where().known()) {
        throw new BuildException(scalar.position(), e.why());
      }
      return null;
    } catch (BuildException e) {
      return null;
    }
  }

  private static String serialized(Node changed, String original) {
    String start = original.strip();
    if (!start.startsWith("{") && !start.startsWith("[")) {
      return ResourceYaml.reformatted(changed, original, INSIDE).strip();
    }
    var json = ResourceYaml.canonical(changed);
    return original.contains("\n") && original.contains("  ")
        ? GoJson.pretty(json)
        : GoJson.compact(json);
  }
}
