package dev.plumbline.apply;

import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.yaml.Json;

/**
 * One object as it should be: scope resolved, marks on.
 *
 * @param wishes what it asks for by its annotations
 * @param where the file and line it comes from
 */
public record Wanted(
    ObjectKey key,
    ServedKind kind,
    MapNode body,
    Digest128 digest,
    Wishes wishes,
    Position where) {

  Wanted(ObjectKey key, ServedKind kind, MapNode body, Position where) {
    this(key, kind, body, Digest128.of(Json.canonical(body)), Wishes.of(body), where);
  }
}
