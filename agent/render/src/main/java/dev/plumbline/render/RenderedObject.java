package dev.plumbline.render;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.List;

/**
 * One object to be delivered.
 *
 * @param key its namespace is empty where the files give none: only the cluster knows whether the
 *     kind has one
 * @param where the file and line it comes from
 * @param ignored fields that are left to others, as JSON pointers
 */
public record RenderedObject(
    ObjectKey key, String apiVersion, MapNode body, Position where, List<String> ignored) {
  public RenderedObject {
    ignored = List.copyOf(ignored);
  }

  RenderedObject(ObjectKey key, String apiVersion, MapNode body, Position where) {
    this(key, apiVersion, body, where, List.of());
  }

  RenderedObject ignoring(List<String> paths) {
    return new RenderedObject(key, apiVersion, body, where, paths);
  }
}
