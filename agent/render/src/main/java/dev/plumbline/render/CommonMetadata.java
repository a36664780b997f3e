package dev.plumbline.render;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ScalarNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Labels and annotations for every object itself, and for nothing in it; they win over its own. */
public record CommonMetadata(Map<String, String> labels, Map<String, String> annotations) {
  public CommonMetadata {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
  }

  boolean isEmpty() {
    return labels.isEmpty() && annotations.isEmpty();
  }

  List<MapNode> on(List<MapNode> objects) {
    return isEmpty() ? objects : objects.stream().map(this::on).toList();
  }

  private MapNode on(MapNode object) {
    return with(with(object, "labels", labels), "annotations", annotations);
  }

  private static MapNode with(MapNode object, String field, Map<String, String> texts) {
    MapNode changed = object;
    for (var text : new TreeMap<>(texts).entrySet()) {
      var path = List.of("metadata", field, text.getKey());
      changed = changed.with(path, ScalarNode.of(text.getValue()));
    }
    return changed;
  }
}
