package dev.plumbline.hub;

import dev.plumbline.api.Durations;
import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Words;
import dev.plumbline.hub.Shape.Part;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a record of the API. Strict on types and bounds whatever the definition in the cluster
 * says; fields it does not know are of a newer agent and left alone.
 */
final class RecordReader {
  private RecordReader() {}

  /**
   * @param at the path of {@code node}, for messages: {@code spec}
   * @throws MalformedException naming the field
   */
  static <R extends Record> R read(Class<R> type, MapNode node, String at) {
    return type.cast(record(type, node, at));
  }

  private static Object record(Class<?> type, MapNode node, String at) {
    Shape shape = Shape.of(type);
    Object[] arguments =
        shape.parts().stream().map(part -> argument(part, node, at)).toArray(Object[]::new);
    return shape.make(arguments, at);
  }

  private static Object argument(Part part, MapNode node, String parent) {
    String at = parent + "." + part.name();
    Type type = part.component().getGenericType();
    Node found = node.entries().get(part.name());
    if (found != null && !(found instanceof ScalarNode scalar && scalar.isNull())) {
      return value(type, part.field(), found, at);
    }
    if (part.field().required()) {
      throw new MalformedException(at, "is missing");
    }
    return absent(type, part.field(), at);
  }

  private static Object absent(Type type, Field field, String at) {
    if (!field.initial().isEmpty()) {
      return value(type, field, initial(type, field.initial()), at);
    }
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() == List.class ? List.of() : Map.of();
    }
    if (type == boolean.class) {
      return false;
    }
    return type == int.class ? Integer.valueOf(0) : null;
  }

  private static Node initial(Type type, String text) {
    if (text.equals("{}")) {
      return MapNode.EMPTY;
    }
    return type == boolean.class ? ScalarNode.of(Boolean.parseBoolean(text)) : ScalarNode.of(text);
  }

  private static Object value(Type type, Field field, Node node, String at) {
    if (type instanceof ParameterizedType generic) {
      Type item = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      return generic.getRawType() == List.class
          ? list(item, field, node, at)
          : map(item, field, node, at);
    }
    var plain = (Class<?>) type;
    if (plain.isRecord()) {
      return record(plain, object(node, at), at);
    }
    return scalar(plain, field, node, at);
  }

  private static List<Object> list(Type type, Field field, Node node, String at) {
    if (!(node instanceof ListNode list)) {
      throw wrong(at, node, "a list");
    }
    bounded(list.items().size(), field.max(), "items", at);
    var values = new ArrayList<>(list.items().size());
    for (int i = 0; i < list.items().size(); i++) {
      values.add(element(type, field, list.items().get(i), at + "[" + i + "]"));
    }
    return values;
  }

  private static Map<String, Object> map(Type type, Field field, Node node, String at) {
    MapNode map = object(node, at);
    bounded(map.entries().size(), field.max(), "entries", at);
    var values = new LinkedHashMap<String, Object>();
    map.entries()
        .forEach(
            (key, value) -> {
              bounded(key.length(), field.each(), "characters in a key", at);
              values.put(key, element(type, field, value, at + "." + key));
            });
    return values;
  }

  private static Object element(Type type, Field field, Node node, String at) {
    return type == String.class ? text(node, field.each(), at) : value(type, field, node, at);
  }

  private static Object scalar(Class<?> type, Field field, Node node, String at) {
    if (type == boolean.class || type == Boolean.class) {
      return of(node, ScalarNode.Type.BOOL, at, "true or false").equals("true");
    }
    if (type == int.class || type == Integer.class) {
      return (int) number(node, Integer.MIN_VALUE, Integer.MAX_VALUE, at);
    }
    if (type == Long.class) {
      return number(node, Long.MIN_VALUE, Long.MAX_VALUE, at);
    }
    if (type == Duration.class) {
      return duration(text(node, Integer.MAX_VALUE, at), field, at);
    }
    if (type == Instant.class) {
      return instant(text(node, Integer.MAX_VALUE, at), at);
    }
    if (type.isEnum()) {
      return word(type, text(node, Integer.MAX_VALUE, at), at);
    }
    boolean asNumber =
        field.orNumber() && node instanceof ScalarNode n && n.type() == ScalarNode.Type.INT;
    return asNumber
        ? text(ScalarNode.of(((ScalarNode) node).text()), field.max(), at)
        : text(node, field.max(), at);
  }

  private static Duration duration(String text, Field field, String at) {
    try {
      Duration duration = Durations.parse(text);
      if (!field.from().isEmpty()
          && (duration.compareTo(Durations.parse(field.from())) < 0
              || duration.compareTo(Durations.parse(field.to())) > 0)) {
        throw new MalformedException(
            at, "is %s, expected %s to %s".formatted(text, field.from(), field.to()));
      }
      return duration;
    } catch (IllegalArgumentException e) {
      throw new MalformedException(at, "is wrong: " + e.getMessage());
    }
  }

  private static Instant instant(String text, String at) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new MalformedException(at, "is no time such as 2026-11-30T12:00:00Z");
    }
  }

  private static Object word(Class<?> type, String text, String at) {
    var words = Arrays.stream(type.getEnumConstants()).map(word -> (Enum<?>) word).toList();
    return words.stream()
        .filter(word -> Words.of(word).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new MalformedException(
                    at, "is none of " + String.join(", ", words.stream().map(Words::of).toList())));
  }

  private static long number(Node node, long min, long max, String at) {
    String text = of(node, ScalarNode.Type.INT, at, "a whole number");
    try {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // More digits than a long has: out of range like the others.
    }
    throw new MalformedException(at, "is out of range");
  }

  private static String text(Node node, int max, String at) {
    String text = of(node, ScalarNode.Type.STRING, at, "a text");
    bounded(text.codePointCount(0, text.length()), max, "characters", at);
    return text;
  }

  private static String of(Node node, ScalarNode.Type type, String at, String expected) {
    if (node instanceof ScalarNode scalar && scalar.type() == type) {
      return scalar.text();
    }
    throw wrong(at, node, expected);
  }

  private static MapNode object(Node node, String at) {
    if (node instanceof MapNode map) {
      return map;
    }
    throw wrong(at, node, "an object");
  }

  private static void bounded(int size, int max, String what, String at) {
    if (size > max) {
      throw new MalformedException(
          at, "has %,d %s, at most %,d are allowed".formatted(size, what, max));
    }
  }

  private static MalformedException wrong(String at, Node node, String expected) {
    String found =
        switch (node) {
          case MapNode map -> "an object";
          case ListNode list -> "a list";
          case ScalarNode scalar ->
              switch (scalar.type()) {
                case STRING -> "a text";
                case BOOL -> "true or false";
                case INT, FLOAT -> "a number";
                case NULL -> "nothing";
              };
        };
    return new MalformedException(at, "is " + found + ", expected " + expected);
  }
}
