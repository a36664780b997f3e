package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;

/** Finds one value by a path with dots: fields, indexes, and {@code [name=x]} elements. */
final class Lookup {
  private Lookup() {}

  /** Splits at dots, but not inside brackets; brackets around a mere key go away. */
  static List<String> split(String path) {
    var parts = FieldSpec.split(path, '.');
    var result = new ArrayList<String>();
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (!part.startsWith("[") || part.endsWith("]")) {
        result.add(part);
        continue;
      }
      var joined = new StringBuilder(part);
      while (i + 1 < parts.size()) {
        joined.append('.').append(parts.get(++i));
        if (parts.get(i).endsWith("]")) {
          break;
        }
      }
      result.add(joined.indexOf("=") >= 0 ? joined.toString() : withoutBrackets(joined.toString()));
    }
    return result;
  }

  private static String withoutBrackets(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && "[]".indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && "[]".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(start, end);
  }

  static boolean isElement(String part) {
    return part.startsWith("[") && part.endsWith("]");
  }

  static boolean isIndex(String part) {
    return !part.isEmpty()
        && part.length() < 10
        && part.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** The value, or null when something on the way is missing. */
  static Node find(Node node, List<String> path) {
    var here = node;
    for (String written : path) {
      String part = written.strip();
      if (part.isEmpty()) {
        continue;
      }
      if (Trees.isNull(here)) {
        return null;
      }
      here = step(here, part);
      if (here == null) {
        return null;
      }
    }
    return here;
  }

  private static Node step(Node here, String part) {
    if (part.equals("*")) {
      throw new BuildException("wildcard is not supported in PathGetter");
    }
    if (isIndex(part) || part.equals("-")) {
      var items = list(here).items();
      int index = part.equals("-") ? items.size() - 1 : Integer.parseInt(part);
      return index >= 0 && index < items.size() ? items.get(index) : null;
    }
    if (isElement(part)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new BuildException("list path element must contain fieldName=fieldValue");
      }
      String key = part.substring(1, equals);
      String value = part.substring(equals + 1, part.length() - 1);
      return list(here).items().stream()
          .filter(item -> hasValue(item, key, value))
          .findFirst()
          .orElse(null);
    }
    if (!(here instanceof MapNode map)) {
      throw wrongKind("MappingNode", here);
    }
    return map.get(part).orElse(null);
  }

  private static boolean hasValue(Node item, String key, String value) {
    if (key.isEmpty()) {
      return item instanceof ScalarNode scalar && scalar.text().equals(value);
    }
    return item instanceof MapNode map
        && map.get(key).isPresent()
        && Trees.text(map, key).equals(value);
  }

  private static ListNode list(Node node) {
    if (node instanceof ListNode list) {
      return list;
    }
    throw wrongKind("SequenceNode", node);
  }

  static BuildException wrongKind(String expected, Node found) {
    return new BuildException(
        found.position(),
        "wrong node kind: expected %s but got %s".formatted(expected, Trees.kindName(found)));
  }
}
