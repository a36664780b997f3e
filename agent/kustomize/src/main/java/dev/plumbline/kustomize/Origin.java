package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.yaml.ResourceYaml;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a resource, or what changed it, was written down.
 *
 * @param path of a file, or empty
 * @param configuredIn the kustomization or plugin file, or empty
 * @param configuredBy the plugin, part by part; empty when there is none
 */
record Origin(String path, String configuredIn, Map<String, String> configuredBy) {
  static final String ANNOTATION = "config.kubernetes.io/origin";
  static final String TRANSFORMATIONS = "alpha.config.kubernetes.io/transformations";

  static Origin ofFile(String path) {
    return new Origin(path, "", Map.of());
  }

  static Origin builtIn(String kustomization, String kind) {
    var by = new LinkedHashMap<String, String>();
    by.put("apiVersion", "builtin");
    by.put("kind", kind);
    return new Origin("", kustomization, by);
  }

  static Origin plugin(String file, Resource config) {
    var by = new LinkedHashMap<String, String>();
    by.put("apiVersion", config.apiVersion());
    by.put("kind", config.kind());
    by.put("name", config.name());
    by.put("namespace", config.namespace());
    by.values().removeIf(String::isEmpty);
    return new Origin("", file, by);
  }

  /** As YAML, each line indented. */
  private String yaml(String first, String next) {
    var out = new StringBuilder();
    String before = first;
    if (!path.isEmpty()) {
      out.append(before).append("path: ").append(scalar(path)).append('\n');
      before = next;
    }
    if (!configuredIn.isEmpty()) {
      out.append(before).append("configuredIn: ").append(scalar(configuredIn)).append('\n');
      before = next;
    }
    if (!configuredBy.isEmpty()) {
      out.append(before).append("configuredBy:\n");
      configuredBy.forEach(
          (key, value) ->
              out.append(next)
                  .append("  ")
                  .append(key)
                  .append(": ")
                  .append(scalar(value))
                  .append('\n'));
    }
    return out.toString();
  }

  private static String scalar(String text) {
    var out = new StringBuilder();
    ResourceYaml.print(dev.plumbline.model.ScalarNode.of(text), out);
    return out.toString().strip();
  }

  String yaml() {
    String text = yaml("", "");
    return text.isEmpty() ? "{}\n" : text;
  }

  static boolean isMarked(Resource resource) {
    return resource.body().at("metadata", "annotations", ANNOTATION).isPresent();
  }

  /** The file that a marked resource came from. */
  static String pathOf(Resource resource) {
    String text = Trees.text(resource.body(), "metadata", "annotations", ANNOTATION);
    return ResourceYaml.readOne(text, "", 0) instanceof MapNode map ? Trees.text(map, "path") : "";
  }

  Resource mark(Resource resource) {
    return annotated(resource, ANNOTATION, yaml());
  }

  /** The second resource with the first one's mark. */
  static Resource copied(Resource marked, Resource resource) {
    String text = Trees.text(marked.body(), "metadata", "annotations", ANNOTATION);
    return annotated(resource, ANNOTATION, text);
  }

  /** One more in the list of what changed the resource. */
  Resource note(Resource resource) {
    String sofar = Trees.text(resource.body(), "metadata", "annotations", TRANSFORMATIONS);
    return annotated(resource, TRANSFORMATIONS, sofar + yaml("- ", "  "));
  }

  /** The mark beside other annotations, which stay as they are written. */
  Resource added(Resource resource) {
    return annotated(resource, resource.body(), ANNOTATION, yaml());
  }

  private static Resource annotated(Resource resource, String key, String text) {
    return annotated(resource, Patcher.withTextAnnotations(resource.body()), key, text);
  }

  private static Resource annotated(Resource resource, MapNode body, String key, String text) {
    var metadata = body.map("metadata").orElse(MapNode.EMPTY);
    var annotations = metadata.map("annotations").orElse(MapNode.EMPTY);
    Node value = Trees.string(text, resource.position());
    return resource.with(
        body.with("metadata", metadata.with("annotations", annotations.with(key, value))));
  }

  static Resource unmarked(Resource resource, String key) {
    var metadata = resource.body().map("metadata").orElse(MapNode.EMPTY);
    var annotations = metadata.map("annotations").orElse(MapNode.EMPTY);
    if (annotations.get(key).isEmpty()) {
      return resource;
    }
    var left = annotations.without(key);
    return resource.with(
        resource
            .body()
            .with(
                "metadata",
                left.isEmpty()
                    ? metadata.without("annotations")
                    : metadata.with("annotations", left)));
  }
}
