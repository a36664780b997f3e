package dev.plumbline.render;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;

/**
 * One object to be delivered.
 *
 * @param key its namespace is empty where the files give none: only the cluster knows whether the
 *     kind has one
 * @param where the file and line it comes from
 */
public record RenderedObject(ObjectKey key, String apiVersion, MapNode body, Position where) {}
