package dev.plumbline.kustomize;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a merge has to know about a value: its fields, and for a list that is merged by keys, the
 * keys. A list without keys here is replaced.
 */
final class Schema {
  private final Map<String, Schema> fields = new HashMap<>();
  private final List<String> keys;
  private final Schema elements;
  private final boolean keyed;

  private Schema(boolean keyed, List<String> keys, Schema elements) {
    this.keyed = keyed;
    this.keys = List.copyOf(keys);
    this.elements = elements;
  }

  static Schema object() {
    return new Schema(false, List.of(), null);
  }

  /** A list that is replaced, with elements that may hold other lists. */
  static Schema list(Schema elements) {
    return new Schema(false, List.of(), elements);
  }

  /** A list merged by keys; without keys, of scalars. */
  static Schema keyed(Schema elements, String... keys) {
    return new Schema(true, List.of(keys), elements);
  }

  Schema with(String field, Schema schema) {
    fields.put(field, schema);
    return this;
  }

  Schema field(String name) {
    return fields.get(name);
  }

  boolean isKeyed() {
    return keyed;
  }

  List<String> keys() {
    return keys;
  }

  Schema elements() {
    return elements;
  }
}
