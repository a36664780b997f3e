package dev.plumbline.render;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;

/**
 * One object that may be sent to a cluster.
 *
 * @param key its namespace as written: empty may still mean a namespaced object
 * @param where the file and line it comes from
 */
public record RenderedObject(ObjectKey key, MapNode body, Position where) {}
