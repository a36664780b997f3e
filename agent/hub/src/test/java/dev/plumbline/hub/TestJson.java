package dev.plumbline.hub;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;

/** JSON objects as nodes. */
final class TestJson {
  private TestJson() {}

  static MapNode of(String text) {
    return (MapNode) Json.read(text);
  }
}
