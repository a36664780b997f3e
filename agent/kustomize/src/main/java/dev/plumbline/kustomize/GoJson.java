package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** JSON as Go's encoder writes it: keys sorted by bytes, {@code <>&} escaped. */
final class GoJson {
  static final Comparator<String> BY_BYTES =
      (a, b) -> {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
          char x = a.charAt(i);
          char y = b.charAt(i);
          if (x != y) {
            boolean one = Character.isSurrogate(x);
            boolean other = Character.isSurrogate(y);
            return one == other ? Character.compare(x, y) : one ? 1 : -1;
          }
        }
        return Integer.compare(a.length(), b.length());
      };

  private final StringBuilder out = new StringBuilder();
  private final boolean pretty;

  private GoJson(boolean pretty) {
    this.pretty = pretty;
  }

  /**
   * @param json JSON values
   */
  static String compact(Node json) {
    return write(json, false);
  }

  /** Indented by two blanks. */
  static String pretty(Node json) {
    return write(json, true);
  }

  private static String write(Node json, boolean pretty) {
    var writer = new GoJson(pretty);
    writer.write(json, 0);
    return writer.out.toString();
  }

  private void write(Node node, int depth) {
    switch (node) {
      case MapNode map -> writeMap(map, depth);
      case ListNode list -> writeList(list, depth);
      case ScalarNode scalar -> {
        if (scalar.isString()) {
          quote(scalar.text());
        } else {
          out.append(scalar.text());
        }
      }
    }
  }

  private void writeMap(MapNode map, int depth) {
    if (map.isEmpty()) {
      out.append("{}");
      return;
    }
    Map<String, Node> sorted = new TreeMap<>(BY_BYTES);
    sorted.putAll(map.entries());
    char before = '{';
    for (var entry : sorted.entrySet()) {
      out.append(before);
      before = ',';
      newline(depth + 1);
      quote(entry.getKey());
      out.append(pretty ? ": " : ":");
      write(entry.getValue(), depth + 1);
    }
    newline(depth);
    out.append('}');
  }

  private void writeList(ListNode list, int depth) {
    if (list.items().isEmpty()) {
      out.append("[]");
      return;
    }
    char before = '[';
    for (Node item : list.items()) {
      out.append(before);
      before = ',';
      newline(depth + 1);
      write(item, depth + 1);
    }
    newline(depth);
    out.append(']');
  }

  private void newline(int depth) {
    if (pretty) {
      out.append('\n').repeat("  ", depth);
    }
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
            out.append("\\u").append(java.util.HexFormat.of().toHexDigits(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
