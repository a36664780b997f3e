package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import java.io.IOException;

/** One line of a watch. */
sealed interface WatchEvent {
  record Changed(MapNode object) implements WatchEvent {}

  record Deleted(MapNode object) implements WatchEvent {}

  /**
   * Nothing happened up to a version.
   *
   * @param listed whether everything that was there at the start has been sent
   */
  record Bookmark(String resourceVersion, boolean listed) implements WatchEvent {}

  record Failed(int code, String message) implements WatchEvent {}

  static WatchEvent parse(String line) throws IOException {
    try {
      if (Json.read(line) instanceof MapNode event) {
        var object = event.map("object").orElse(MapNode.EMPTY);
        return switch (event.text("type").orElse("")) {
          case "ADDED", "MODIFIED" -> new Changed(object);
          case "DELETED" -> new Deleted(object);
          case "BOOKMARK" -> bookmark(object.map("metadata").orElse(MapNode.EMPTY));
          case "ERROR" ->
              new Failed(
                  object.text("code").map(Integer::parseInt).orElse(0),
                  object.text("message").orElse("no message"));
          default -> throw new IOException("a watch event of an unknown type");
        };
      }
    } catch (JsonException e) {
      throw new IOException("a watch event that cannot be read: " + e.getMessage(), e);
    }
    throw new IOException("a watch event that is not an object");
  }

  private static Bookmark bookmark(MapNode metadata) {
    return new Bookmark(
        metadata.text("resourceVersion").orElse(""),
        metadata.text("annotations", "k8s.io/initial-events-end").orElse("").equals("true"));
  }
}
