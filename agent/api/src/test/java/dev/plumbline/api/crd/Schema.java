package dev.plumbline.api.crd;

import dev.plumbline.api.Durations;
import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import dev.plumbline.api.schema.Words;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The structural schema (OpenAPI v3) of a record and its components. */
final class Schema {
  private static final int INSTANT_LENGTH = 40;

  private Schema() {}

  static Map<String, Object> ofRecord(Class<?> record, String doc) {
    var properties = new LinkedHashMap<String, Object>();
    var required = new ArrayList<String>();
    for (RecordComponent component : record.getRecordComponents()) {
      Field field = fieldOf(component);
      properties.put(nameOf(component), ofComponent(component, field));
      if (field.required()) {
        required.add(nameOf(component));
      }
    }
    var schema = typed("object", doc);
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    putRules(schema, rulesOf(record));
    return schema;
  }

  static String nameOf(RecordComponent component) {
    String name = fieldOf(component).name();
    return name.isEmpty() ? component.getName() : name;
  }

  private static Field fieldOf(RecordComponent component) {
    Field field = component.getAnnotation(Field.class);
    if (field == null) {
      throw new IllegalStateException(
          component.getDeclaringRecord().getSimpleName() + "." + component + " has no @Field");
    }
    return field;
  }

  private static Map<String, Object> ofComponent(RecordComponent component, Field field) {
    var schema = ofType(component.getGenericType(), field, nameOf(component));
    if (!field.initial().isEmpty()) {
      schema.put("default", initial(component.getType(), field.initial()));
    }
    putRules(schema, rulesOf(component));
    return schema;
  }

  private static Map<String, Object> ofType(Type type, Field field, String name) {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() == List.class
          ? listOf(generic.getActualTypeArguments()[0], field, name)
          : mapOf(generic.getActualTypeArguments()[1], field, name);
    }
    var plain = (Class<?>) type;
    if (plain.isRecord()) {
      return ofRecord(plain, field.doc());
    }
    if (plain.isEnum()) {
      var schema = typed("string", field.doc());
      schema.put(
          "enum",
          Arrays.stream(plain.getEnumConstants()).map(word -> Words.of((Enum<?>) word)).toList());
      return schema;
    }
    return ofScalar(plain, field, name);
  }

  private static Map<String, Object> ofScalar(Class<?> plain, Field field, String name) {
    if (plain == Duration.class) {
      return duration(field, name);
    }
    if (plain == Instant.class) {
      var schema = typed("string", field.doc());
      schema.put("format", "date-time");
      schema.put("maxLength", INSTANT_LENGTH);
      return schema;
    }
    if (plain == boolean.class || plain == Boolean.class) {
      return typed("boolean", field.doc());
    }
    if (plain == int.class || plain == Integer.class || plain == Long.class) {
      var schema = typed("integer", field.doc());
      schema.put("format", plain == Long.class ? "int64" : "int32");
      return schema;
    }
    if (plain == String.class) {
      return text(field, name);
    }
    throw new IllegalStateException(name + " has a type without a schema: " + plain);
  }

  private static Map<String, Object> text(Field field, String name) {
    Map<String, Object> schema;
    if (field.orNumber()) {
      schema = new LinkedHashMap<>(Map.of("description", field.doc()));
      schema.put("x-kubernetes-int-or-string", true);
    } else {
      schema = typed("string", field.doc());
    }
    if (field.min() > 0) {
      schema.put("minLength", field.min());
    }
    schema.put("maxLength", bound(field.max(), name));
    return schema;
  }

  private static Map<String, Object> duration(Field field, String name) {
    var schema = typed("string", field.doc());
    schema.put("maxLength", Durations.MAX_LENGTH);
    String rule = "self.matches('%s')".formatted(Durations.PATTERN);
    String message = name + " must be a duration";
    if (!field.from().isEmpty()) {
      rule +=
          " && duration(self) >= duration('%s') && duration(self) <= duration('%s')"
              .formatted(field.from(), field.to());
      message += " from " + field.from() + " to " + field.to();
    }
    putRules(schema, Stream.of(rule(rule, message + ", such as 90s, 5m or 1h30m")));
    return schema;
  }

  private static Map<String, Object> listOf(Type item, Field field, String name) {
    var schema = typed("array", field.doc());
    schema.put("maxItems", bound(field.max(), name));
    schema.put("x-kubernetes-list-type", field.key().isEmpty() ? "atomic" : "map");
    if (!field.key().isEmpty()) {
      schema.put("x-kubernetes-list-map-keys", List.of(field.key()));
    }
    schema.put("items", element(item, field, name));
    return schema;
  }

  private static Map<String, Object> mapOf(Type value, Field field, String name) {
    var schema = typed("object", field.doc());
    schema.put("maxProperties", bound(field.max(), name));
    schema.put("additionalProperties", element(value, field, name));
    String rule = "self.all(key, size(key) <= %d)".formatted(bound(field.each(), name));
    String message = "a key of %s has at most %d characters".formatted(name, field.each());
    putRules(schema, Stream.of(rule(rule, message)));
    return schema;
  }

  private static Map<String, Object> element(Type type, Field field, String name) {
    if (type == String.class) {
      var schema = new LinkedHashMap<String, Object>();
      schema.put("type", "string");
      schema.put("maxLength", bound(field.each(), name));
      return schema;
    }
    var record = (Class<?>) type;
    return ofRecord(record, "");
  }

  private static Object initial(Class<?> type, String text) {
    return switch (text) {
      case "{}" -> Map.of();
      case "true", "false" -> Boolean.valueOf(text);
      default -> type == int.class || type == Integer.class ? Integer.valueOf(text) : text;
    };
  }

  private static int bound(int max, String name) {
    if (max <= 0) {
      throw new IllegalStateException(name + " has no upper bound");
    }
    return max;
  }

  private static Map<String, Object> typed(String type, String doc) {
    var schema = new LinkedHashMap<String, Object>();
    if (!doc.isEmpty()) {
      schema.put("description", doc);
    }
    schema.put("type", type);
    return schema;
  }

  private static Stream<Map<String, Object>> rulesOf(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotationsByType(Rule.class))
        .map(rule -> rule(rule.value(), rule.message()));
  }

  private static Map<String, Object> rule(String rule, String message) {
    var out = new LinkedHashMap<String, Object>();
    out.put("rule", rule);
    out.put("message", message);
    return out;
  }

  private static void putRules(Map<String, Object> schema, Stream<Map<String, Object>> rules) {
    var all = new ArrayList<Object>();
    if (schema.remove("x-kubernetes-validations") instanceof List<?> earlier) {
      all.addAll(earlier);
    }
    rules.forEach(all::add);
    if (!all.isEmpty()) {
      schema.put("x-kubernetes-validations", all);
    }
  }
}
