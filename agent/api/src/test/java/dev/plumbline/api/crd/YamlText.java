package dev.plumbline.api.crd;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes a tree of maps, lists and scalars as YAML that people can read. */
final class YamlText {
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z.$/][A-Za-z0-9 ._/$-]*[A-Za-z0-9._/]|[A-Za-z.]");
  private static final Pattern WORD = Pattern.compile("(?i)true|false|yes|no|on|off|null|y|n");

  private final StringBuilder out = new StringBuilder();

  static String of(Map<String, Object> tree) {
    var text = new YamlText();
    text.map(tree, 0);
    return text.out.toString();
  }

  private void map(Map<?, ?> map, int indent) {
    map.forEach(
        (key, value) -> {
          out.append(" ".repeat(indent)).append(scalar(key)).append(':');
          value(value, indent);
        });
  }

  private void value(Object value, int indent) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      out.append('\n');
      map(map, indent + 2);
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      out.append('\n');
      list(list, indent);
    } else {
      out.append(' ').append(scalar(value)).append('\n');
    }
  }

  private void list(List<?> list, int indent) {
    for (Object item : list) {
      if (item instanceof Map<?, ?> map && !map.isEmpty()) {
        int start = out.length();
        map(map, indent + 2);
        out.setCharAt(start + indent, '-');
      } else {
        out.append(" ".repeat(indent)).append("- ").append(scalar(item)).append('\n');
      }
    }
  }

  private static String scalar(Object value) {
    if (value instanceof Map<?, ?>) {
      return "{}";
    }
    if (value instanceof List<?>) {
      return "[]";
    }
    String text = value.toString();
    if (!(value instanceof String)
        || (PLAIN.matcher(text).matches() && !WORD.matcher(text).matches())) {
      return text;
    }
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
