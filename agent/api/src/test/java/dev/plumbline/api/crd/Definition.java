package dev.plumbline.api.crd;

import dev.plumbline.api.schema.Kind;
import dev.plumbline.api.v1alpha1.Marks;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The CustomResourceDefinition of a kind, from its record.
 *
 * <p>Our own and small, because what our definitions need most, list-map keys, bounds on everything
 * and rules with messages, comes with a line each, and the records stay free of vendor types.
 */
final class Definition {
  private final Class<?> record;
  private final Kind kind;

  Definition(Class<?> record) {
    this.record = record;
    this.kind = record.getAnnotation(Kind.class);
  }

  String name() {
    return kind.plural() + "." + Marks.GROUP;
  }

  Map<String, Object> tree() {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("apiVersion", "apiextensions.k8s.io/v1");
    tree.put("kind", "CustomResourceDefinition");
    tree.put("metadata", Map.of("name", name()));
    tree.put("spec", spec());
    return tree;
  }

  private Map<String, Object> spec() {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("group", Marks.GROUP);
    spec.put("scope", "Namespaced");
    spec.put("names", names());
    spec.put("versions", List.of(version()));
    return spec;
  }

  private Map<String, Object> names() {
    var names = new LinkedHashMap<String, Object>();
    String simple = record.getSimpleName();
    names.put("kind", simple);
    names.put("listKind", simple + "List");
    names.put("plural", kind.plural());
    names.put("singular", simple.toLowerCase(Locale.ROOT));
    names.put("shortNames", List.of(kind.shortNames()));
    names.put("categories", List.of("plumbline"));
    return names;
  }

  private Map<String, Object> version() {
    var version = new LinkedHashMap<String, Object>();
    version.put("name", Marks.VERSION);
    version.put("served", true);
    version.put("storage", true);
    version.put("additionalPrinterColumns", columns());
    version.put("schema", Map.of("openAPIV3Schema", schema()));
    if (Arrays.stream(record.getRecordComponents()).anyMatch(Definition::isStatus)) {
      version.put("subresources", Map.of("status", Map.of()));
    }
    return version;
  }

  private Map<String, Object> schema() {
    var object = Schema.ofRecord(record, kind.doc());
    var properties = new LinkedHashMap<String, Object>();
    properties.put("apiVersion", Map.of("type", "string"));
    properties.put("kind", Map.of("type", "string"));
    properties.put("metadata", Map.of("type", "object"));
    if (object.get("properties") instanceof Map<?, ?> own) {
      own.forEach((name, schema) -> properties.put((String) name, schema));
    }
    object.put("properties", properties);
    return object;
  }

  private List<Object> columns() {
    var columns = new ArrayList<>();
    for (Kind.Column column : kind.columns()) {
      var out = new LinkedHashMap<String, Object>();
      out.put("name", column.name());
      out.put("type", column.type());
      out.put("jsonPath", column.path());
      out.put("description", column.doc());
      if (column.priority() > 0) {
        out.put("priority", column.priority());
      }
      columns.add(out);
    }
    return columns;
  }

  private static boolean isStatus(RecordComponent component) {
    return component.getName().equals("status");
  }
}
