package dev.plumbline.yaml;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** JSON (RFC 8259): read strictly, written compactly. */
public final class Json {
  private Json() {}

  /**
   * Reads one JSON value.
   *
   * @throws JsonException with the offset, when the text is not exactly one JSON value or nests
   *     deeper than 200
   */
  public static Node read(String text) {
    return new JsonReader(text).read();
  }

  public static Node read(byte[] utf8) {
    return read(new String(utf8, StandardCharsets.UTF_8));
  }

  /** Compact, keys sorted: equal nodes give equal text. */
  public static String canonical(Node node) {
    var out = new StringBuilder(256);
    write(node, out, true);
    return out.toString();
  }

  /** Compact, keys in the node's order. */
  public static String write(Node node) {
    var out = new StringBuilder(256);
    write(node, out, false);
    return out.toString();
  }

  private static void write(Node node, StringBuilder out, boolean sorted) {
    switch (node) {
      case MapNode map -> writeMap(map, out, sorted);
      case ListNode list -> {
        char before = '[';
        for (Node item : list.items()) {
          out.append(before);
          write(item, out, sorted);
          before = ',';
        }
        out.append(before == '[' ? "[]" : "]");
      }
      case ScalarNode scalar -> {
        switch (scalar.type()) {
          case STRING -> quote(scalar.text(), out);
          case NULL -> out.append("null");
          case BOOL, INT, FLOAT -> out.append(scalar.text());
        }
      }
    }
  }

  private static void writeMap(MapNode map, StringBuilder out, boolean sorted) {
    Map<String, Node> entries = sorted ? new TreeMap<>(map.entries()) : map.entries();
    char before = '{';
    for (var entry : entries.entrySet()) {
      out.append(before);
      quote(entry.getKey(), out);
      out.append(':');
      write(entry.getValue(), out, sorted);
      before = ',';
    }
    out.append(before == '{' ? "{}" : "}");
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
