package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two versions of an object without what is the server's or ours, and without secret values. */
record Presentable(MapNode before, MapNode after) {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final List<String> OF_THE_SERVER =
      List.of("managedFields", "resourceVersion", "generation", "uid", "creationTimestamp");
  private static final List<String> OUR_LABELS =
      List.of("plumbline.dev/hub", "applyset.kubernetes.io/part-of");
  private static final List<String> OUR_ANNOTATIONS = List.of("plumbline.dev/sync", LAST_APPLIED);
  private static final ScalarNode SAME = ScalarNode.of("***");
  private static final ScalarNode OLD = ScalarNode.of("*** (before)");
  private static final ScalarNode NEW = ScalarNode.of("*** (after)");

  static Presentable of(ObjectKey key, MapNode before, MapNode after) {
    var plain = new Presentable(plain(before), plain(after));
    return key.group().isEmpty() && key.kind().equals("Secret") ? plain.masked() : plain;
  }

  private static MapNode plain(MapNode object) {
    MapNode metadata = object.map("metadata").orElse(MapNode.EMPTY);
    for (String field : OF_THE_SERVER) {
      metadata = metadata.without(field);
    }
    metadata = without(metadata, "labels", OUR_LABELS);
    metadata = without(metadata, "annotations", OUR_ANNOTATIONS);
    return object.without("status").with("metadata", metadata);
  }

  private static MapNode without(MapNode metadata, String field, List<String> keys) {
    MapNode map = metadata.map(field).orElse(MapNode.EMPTY);
    for (String key : keys) {
      map = map.without(key);
    }
    return map.isEmpty() ? metadata.without(field) : metadata.with(field, map);
  }

  private Presentable masked() {
    MapNode old = before;
    MapNode now = after;
    for (String field : List.of("data", "stringData")) {
      old = old.get(field).isEmpty() ? old : old.with(field, masked(field, before, after, OLD));
      now = now.get(field).isEmpty() ? now : now.with(field, masked(field, after, before, NEW));
    }
    return new Presentable(old, now);
  }

  private static MapNode masked(String field, MapNode one, MapNode other, ScalarNode ifChanged) {
    MapNode others = other.map(field).orElse(MapNode.EMPTY);
    Map<String, Node> values = new LinkedHashMap<>();
    one.map(field)
        .orElse(MapNode.EMPTY)
        .entries()
        .forEach(
            (key, value) ->
                values.put(
                    key, others.get(key).filter(value::equals).isPresent() ? SAME : ifChanged));
    return MapNode.of(values);
  }
}
