package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A map read into typed fields as Go's JSON decoder does it with unknown fields refused: keys match
 * whatever their case, a later one wins, a null is the zero value.
 */
final class Fields {
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, String> unread = new HashMap<>();
  private final String type;
  private final Position position;
  private final boolean lenient;

  Fields(MapNode map, String type) {
    this(map, type, false);
  }

  /**
   * @param lenient whether a boolean or a number may stand for its text, as in plugin configs
   */
  Fields(MapNode map, String type, boolean lenient) {
    this.lenient = lenient;
    this.type = type;
    this.position = map.position();
    map.entries()
        .forEach(
            (key, value) -> {
              values.put(lower(key), value);
              unread.put(lower(key), key);
            });
  }

  private static String lower(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  Position position() {
    return position;
  }

  /** Where a field stands, or where the map does. */
  Position position(String field) {
    var value = values.get(lower(field));
    return value == null || !value.position().known() ? position : value.position();
  }

  /** The line before the first one of a text; a block starts below its key. */
  int lineBeforeText(String field) {
    int line = position(field).line();
    boolean block =
        values.get(lower(field)) instanceof ScalarNode scalar
            && (scalar.style() == ScalarNode.Style.LITERAL
                || scalar.style() == ScalarNode.Style.FOLDED);
    return block ? line : Math.max(line - 1, 0);
  }

  /** The value of a field; null when it is missing or null. */
  Node take(String field) {
    unread.remove(lower(field));
    var value = values.get(lower(field));
    return Trees.isNull(value) ? null : value;
  }

  boolean has(String field) {
    return values.containsKey(lower(field));
  }

  String text(String field) {
    var value = take(field);
    return value == null ? "" : scalar(value, field, ScalarNode.Type.STRING, "string").text();
  }

  boolean flag(String field) {
    var value = take(field);
    return value != null
        && scalar(value, field, ScalarNode.Type.BOOL, "bool").text().equals("true");
  }

  long number(String field) {
    var value = take(field);
    if (value == null) {
      return 0;
    }
    try {
      return Long.parseLong(scalar(value, field, ScalarNode.Type.INT, "int64").text());
    } catch (NumberFormatException e) {
      throw mismatch(value, field, "int64");
    }
  }

  private ScalarNode scalar(Node value, String field, ScalarNode.Type wanted, String goType) {
    if (value instanceof ScalarNode scalar
        && (scalar.type() == wanted || (lenient && wanted == ScalarNode.Type.STRING))) {
      return scalar;
    }
    throw mismatch(value, field, goType);
  }

  List<String> texts(String field) {
    var texts = new ArrayList<String>();
    for (Node item : list(field, "[]string")) {
      texts.add(
          Trees.isNull(item) ? "" : scalar(item, field, ScalarNode.Type.STRING, "string").text());
    }
    return texts;
  }

  SortedMap<String, String> textMap(String field) {
    var texts = new TreeMap<String, String>();
    var value = take(field);
    if (value == null) {
      return texts;
    }
    if (!(value instanceof MapNode map)) {
      throw mismatch(value, field, "map[string]string");
    }
    map.entries()
        .forEach(
            (key, item) ->
                texts.put(
                    key,
                    Trees.isNull(item)
                        ? ""
                        : scalar(item, field, ScalarNode.Type.STRING, "string").text()));
    return texts;
  }

  List<Node> list(String field, String goType) {
    var value = take(field);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof ListNode list)) {
      throw mismatch(value, field, goType);
    }
    return list.items();
  }

  List<Fields> objects(String field, String goType) {
    var objects = new ArrayList<Fields>();
    for (Node item : list(field, "[]types." + goType)) {
      objects.add(object(item, field, goType));
    }
    return objects;
  }

  /** The map at a field; null when there is none. */
  Fields object(String field, String goType) {
    var value = take(field);
    return value == null ? null : object(value, field, goType);
  }

  private Fields object(Node value, String field, String goType) {
    if (Trees.isNull(value)) {
      return new Fields(MapNode.EMPTY, goType, lenient);
    }
    if (!(value instanceof MapNode map)) {
      throw mismatch(value, field, "types." + goType);
    }
    return new Fields(map, goType, lenient);
  }

  private BuildException mismatch(Node value, String field, String goType) {
    String found =
        switch (value) {
          case MapNode _ -> "object";
          case ListNode _ -> "array";
          case ScalarNode scalar ->
              switch (scalar.type()) {
                case BOOL -> "bool";
                case INT, FLOAT -> "number";
                case STRING, NULL -> "string";
              };
        };
    return new BuildException(
        value.position().known() ? value.position() : position,
        "invalid Kustomization: json: cannot unmarshal %s into Go struct field %s.%s of type %s"
            .formatted(found, type, field, goType));
  }

  /** Refuses what nobody asked for. */
  Fields done() {
    if (lenient) {
      return this;
    }
    for (var key : values.keySet()) {
      String written = unread.get(key);
      if (written != null) {
        throw new BuildException(
            values.get(key).position(),
            "invalid Kustomization: json: unknown field \"%s\"".formatted(written));
      }
    }
    return this;
  }
}
