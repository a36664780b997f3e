package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes one value into a field of many resources, or into one part of a path that stands there.
 */
record ValueAddTransformer(String value, List<To> targets) implements Transformer {
  /**
   * @param position which part of the path that the field holds, counted from 1; 0 is the whole
   */
  record To(Selector selector, List<String> path, int position) {}

  static ValueAddTransformer read(Fields fields, Loader loader) {
    String value = fields.text("value").strip();
    if (value.isEmpty()) {
      value = loader.root().substring(loader.root().lastIndexOf('/') + 1);
    }
    var targets = new ArrayList<To>();
    fields.objects("targets", "Target").forEach(f -> targets.add(target(f)));
    String file = fields.text("targetFilePath");
    if (!file.isEmpty() && ConfigFiles.read(loader.load(file)) instanceof MapNode map) {
      new Fields(map, "Targets").objects("targets", "Target").forEach(f -> targets.add(target(f)));
    }
    if (targets.isEmpty()) {
      throw new BuildException("must specify at least one target");
    }
    return new ValueAddTransformer(value, targets);
  }

  private static To target(Fields fields) {
    var selector = fields.object("selector", "Selector");
    String path = fields.text("fieldPath");
    int position = Math.toIntExact(fields.number("filePathPosition"));
    if (path.isEmpty()) {
      throw new BuildException(fields.position(), "fieldPath cannot be empty");
    }
    if (position < 0) {
      throw new BuildException(
          fields.position(),
          "value of FilePathPosition (%d) cannot be negative".formatted(position));
    }
    return new To(
        selector == null ? null : Kustomization.selector(selector),
        FieldSpec.split(path, '/'),
        position);
  }

  @Override
  public void transform(ResMap map) {
    for (var target : targets) {
      var places = new ArrayList<Integer>();
      if (target.selector() == null) {
        for (int i = 0; i < map.size(); i++) {
          places.add(i);
        }
      } else {
        places.addAll(target.selector().select(map));
      }
      for (int i : places) {
        map.set(i, written(map.get(i), target));
      }
    }
  }

  private Resource written(Resource resource, To target) {
    if (target.path().equals(List.of("metadata", "namespace"))) {
      return new NamespaceTransformer(
              value, FieldSpecs.NONE, NamespaceTransformer.Subjects.NAMED_DEFAULT, false)
          .moved(resource);
    }
    return resource.with(put(resource.body(), target.path(), target.position()));
  }

  private Node put(Node node, List<String> path, int position) {
    if (path.isEmpty()) {
      if (!(node instanceof ScalarNode old)) {
        throw Lookup.wrongKind("ScalarNode", node);
      }
      String text = position > 0 ? inserted(old.text(), position - 1) : value;
      return Trees.untypedInStyleOf(old, text, old.position());
    }
    if (!(node instanceof MapNode map)) {
      throw Lookup.wrongKind("MappingNode", node);
    }
    String key = path.getFirst();
    var child = map.get(key).orElse(null);
    if (Trees.isNull(child)) {
      child =
          path.size() == 1
              ? Trees.emptyString(map.position())
              : new MapNode(java.util.Map.of(), map.position());
    }
    return map.with(key, put(child, path.subList(1, path.size()), position));
  }

  // A leading slash stays in front, and a position past the end is the end.
  private String inserted(String path, int position) {
    boolean absolute = path.startsWith("/");
    var parts = new ArrayList<String>();
    for (String part : path.split("/", -1)) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    parts.add(Math.min(position, parts.size()), value);
    return (absolute ? "/" : "") + String.join("/", parts);
  }
}
