package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import java.util.LinkedHashMap;
import java.util.Map;

/** Several changes of one map, copied once and only when something changes. */
final class MapChange {
  private final MapNode map;
  private Map<String, Node> changed;

  MapChange(MapNode map) {
    this.map = map;
  }

  void put(String key, Node value) {
    entries().put(key, value);
  }

  void remove(String key) {
    if (map.get(key).isPresent() || changed != null) {
      entries().remove(key);
    }
  }

  MapNode result() {
    return changed == null ? map : map.with(changed);
  }

  private Map<String, Node> entries() {
    if (changed == null) {
      changed = new LinkedHashMap<>(map.entries());
    }
    return changed;
  }
}
