package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.ResourceYaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Applies one patch to one resource: what it may change, and what is put back. */
final class Patcher {
  private final Types types;
  private final Surprises surprises;

  Patcher(Types types, Surprises surprises) {
    this.types = types;
    this.surprises = surprises;
  }

  Scope scope() {
    return types.scope();
  }

  /** Name, namespace and kind stay, unless a change of name or kind is allowed. */
  Resource merge(Resource target, MapNode patch, boolean mayRename, boolean mayChangeKind) {
    var before = mayRename || mayChangeKind ? target.remembered() : target;
    var merged = new StrategicMerge(types.schemas(), surprises).merge(before.body(), patch);
    if (!(merged instanceof MapNode body) || body.isEmpty()) {
      return before.with(MapNode.EMPTY);
    }
    if (forgets(patch)) {
      before = before.with(History.NONE);
    }
    if (!mayChangeKind) {
      body = withText(body, "kind", target.kind());
    }
    var metadata = body.map("metadata").orElseGet(() -> emptyAt(target));
    if (!mayRename) {
      metadata = withText(metadata, "name", target.name());
    }
    metadata =
        target.namespace().isEmpty()
            ? metadata.without("namespace")
            : withText(metadata, "namespace", target.namespace());
    return before.with(
        body.get("metadata").orElse(null) == metadata ? body : body.with("metadata", metadata));
  }

  private static MapNode emptyAt(Resource resource) {
    return new MapNode(Map.of(), resource.position());
  }

  private static MapNode withText(MapNode map, String key, String text) {
    var old = map.get(key).orElse(null);
    if (old instanceof ScalarNode scalar && scalar.text().equals(text)) {
      return map;
    }
    return map.with(key, Trees.untypedInStyleOf(old, text, map.position()));
  }

  /**
   * A patch made ready for one of the resources its target selects: it takes the resource's group
   * and version, and its labels and annotations are texts, a null the text {@code null}.
   */
  static MapNode forTarget(MapNode patch, Resource target) {
    var metadata = patch.map("metadata").orElse(MapNode.EMPTY);
    metadata = withTexts(metadata, "labels");
    metadata = withTexts(metadata, "annotations");
    if (Trees.text(metadata, "namespace").isEmpty()) {
      metadata = metadata.without("namespace");
    }
    var body = patch.with("metadata", metadata);
    return target.apiVersion().isEmpty() ? body : withText(body, "apiVersion", target.apiVersion());
  }

  /** A patch whose annotations are texts, a null the text {@code null}. */
  static MapNode withTextsAsAnnotations(MapNode patch) {
    return patch
        .map("metadata")
        .map(metadata -> patch.with("metadata", withTexts(metadata, "annotations")))
        .orElse(patch);
  }

  private static MapNode withTexts(MapNode metadata, String field) {
    var texts = new TreeMap<String, Node>();
    metadata
        .map(field)
        .ifPresent(
            map ->
                map.entries()
                    .forEach((k, v) -> texts.put(k, Trees.string(Trees.text(v), v.position()))));
    return texts.isEmpty()
        ? metadata.without(field)
        : metadata.with(field, new MapNode(texts, metadata.position()));
  }

  /** The resource after a JSON patch; its annotations have become texts on the way. */
  static Resource json(Resource target, JsonPatch patch) {
    var json = ResourceYaml.canonical(withAnnotations(target));
    var body = JsonTree.fromJson(patch.apply(json));
    return body instanceof MapNode map
        ? target.with(withTextAnnotations(map))
        : target.with(MapNode.EMPTY);
  }

  // What kustomize remembers stands in annotations, so the map is there to be added to.
  private static MapNode withAnnotations(Resource target) {
    var metadata = target.body().map("metadata").orElse(MapNode.EMPTY);
    boolean remembers = !target.history().previous().isEmpty() || target.history().needsHash();
    return remembers && Trees.isNull(metadata.get("annotations").orElse(null))
        ? target.body().with("metadata", metadata.with("annotations", emptyAt(target)))
        : target.body();
  }

  /** Whether a patch takes away the annotations, and with them what kustomize remembers. */
  private static boolean forgets(MapNode patch) {
    var metadata = patch.get("metadata").orElse(null);
    var annotations = metadata instanceof MapNode map ? map.get("annotations").orElse(null) : null;
    return replaces(patch)
        || replaces(metadata)
        || replaces(annotations)
        || (annotations != null && Trees.isNull(annotations));
  }

  private static boolean replaces(Node node) {
    return node instanceof MapNode map
        && List.of("replace", "delete").contains(Trees.text(map, "$patch"));
  }

  /** Annotations as kustomize writes them when it touches its own: all texts, none when empty. */
  static MapNode withTextAnnotations(MapNode body) {
    var metadata = body.map("metadata").orElse(null);
    if (metadata == null || metadata.get("annotations").isEmpty()) {
      return body;
    }
    var annotations = metadata.map("annotations").orElse(MapNode.EMPTY);
    if (annotations.isEmpty()) {
      return body.with("metadata", metadata.without("annotations"));
    }
    Map<String, Node> texts = new LinkedHashMap<>();
    boolean changed = false;
    for (var entry : annotations.entries().entrySet()) {
      var value = entry.getValue();
      demandText(entry.getKey(), value);
      boolean isText =
          value instanceof ScalarNode scalar && scalar.isString() && isPlainText(scalar);
      texts.put(entry.getKey(), isText ? value : Trees.string(Trees.text(value), value.position()));
      changed |= !isText;
    }
    return changed
        ? body.with("metadata", metadata.with("annotations", annotations.with(texts)))
        : body;
  }

  // The keys are written without quotes there, and read again.
  private static void demandText(String key, Node value) {
    var read = ResourceYaml.untyped(key, ScalarNode.Style.PLAIN, value.position());
    if (!read.isString() || read.tag().isPresent()) {
      throw new BuildException(
          value.position(),
          "the annotation \"%s\" is read as another type than a string, which cannot be a key"
              .formatted(key));
    }
  }

  // A timestamp is a string to us, but prints as another text; folded text is written anew.
  private static boolean isPlainText(ScalarNode scalar) {
    return Trees.isText(scalar) && scalar.style() != ScalarNode.Style.FOLDED;
  }
}
