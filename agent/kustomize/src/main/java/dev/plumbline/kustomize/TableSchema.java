package dev.plumbline.kustomize;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A schema that is written down in this package, as far as merges ask for it. */
final class TableSchema implements Schema {
  private final Map<String, Schema> fields = new HashMap<>();
  private final List<String> keys;
  private final Schema elements;
  private final boolean keyed;

  private TableSchema(boolean keyed, List<String> keys, Schema elements) {
    this.keyed = keyed;
    this.keys = List.copyOf(keys);
    this.elements = elements;
  }

  static TableSchema object() {
    return new TableSchema(false, List.of(), null);
  }

  /** A list that is replaced, with elements that may hold other lists. */
  static TableSchema list(Schema elements) {
    return new TableSchema(false, List.of(), elements);
  }

  /** A list merged by keys; without keys, of scalars. */
  static TableSchema keyed(Schema elements, String... keys) {
    return new TableSchema(true, List.of(keys), elements);
  }

  TableSchema with(String field, Schema schema) {
    fields.put(field, schema);
    return this;
  }

  @Override
  public Schema field(String name) {
    return fields.get(name);
  }

  @Override
  public boolean isKeyed() {
    return keyed;
  }

  @Override
  public List<String> keys() {
    return keys;
  }

  @Override
  public Schema elements() {
    return elements;
  }
}
