package dev.plumbline.yaml;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.regex.Pattern;

/** Block style YAML exactly as go-yaml version 2 lays it out. */
final class YamlPrinter {
  private static final int MAX_SIMPLE_KEY = 128;
  private static final Pattern BASE_60 =
      Pattern.compile("[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?");

  private final StringBuilder out;
  private final ScalarPrinter scalars;

  YamlPrinter(StringBuilder out) {
    this.out = out;
    this.scalars = new ScalarPrinter(out, ScalarPrinter.WIDTH);
  }

  void print(Node node) {
    switch (node) {
      case MapNode map when !map.isEmpty() -> map(map, 0, true);
      case ListNode list when !list.items().isEmpty() -> list(list, 0, true);
      default -> {
        scalars.startLine();
        leaf(node, 0);
        newline();
      }
    }
  }

  /**
   * @param open whether the first key goes on the line that is open
   */
  private void map(MapNode map, int indent, boolean open) {
    boolean first = open;
    for (String key : NaturalOrder.sort(map.entries().keySet())) {
      if (!first) {
        indent(indent);
      }
      first = false;
      key(key, indent);
      value(map.entries().get(key), indent);
    }
  }

  private void key(String key, int indent) {
    var shape = ScalarShape.of(key);
    if (isSimple(key, shape)) {
      scalars.key(key, shape, isAmbiguous(key));
      out.append(':');
      return;
    }
    out.append("?");
    scalars.value(key, shape, isAmbiguous(key), indent + 2);
    newline();
    indent(indent);
    out.append(':');
  }

  private static boolean isSimple(String key, ScalarShape shape) {
    return !shape.multiline && Utf8Length.of(key) <= MAX_SIMPLE_KEY;
  }

  private void value(Node value, int indent) {
    switch (value) {
      case MapNode map when !map.isEmpty() -> {
        newline();
        map(map, indent + 2, false);
      }
      case ListNode list when !list.items().isEmpty() -> {
        newline();
        list(list, indent, false);
      }
      default -> {
        leaf(value, indent + 2);
        newline();
      }
    }
  }

  private void list(ListNode list, int indent, boolean open) {
    boolean first = open;
    for (Node item : list.items()) {
      if (!first) {
        indent(indent);
      }
      first = false;
      out.append('-');
      switch (item) {
        case MapNode map when !map.isEmpty() -> {
          out.append(' ');
          map(map, indent + 2, true);
        }
        case ListNode inner when !inner.items().isEmpty() -> {
          out.append(' ');
          list(inner, indent + 2, true);
        }
        default -> {
          leaf(item, indent + 2);
          newline();
        }
      }
    }
  }

  private void leaf(Node node, int indent) {
    switch (node) {
      case MapNode _ -> space().append("{}");
      case ListNode _ -> space().append("[]");
      case ScalarNode scalar -> {
        switch (scalar.type()) {
          case STRING ->
              scalars.value(
                  scalar.text(), ScalarShape.of(scalar.text()), isAmbiguous(scalar.text()), indent);
          case FLOAT -> space().append(GoNumbers.general(Double.parseDouble(scalar.text())));
          case NULL, BOOL, INT -> space().append(scalar.text());
        }
      }
    }
  }

  private StringBuilder space() {
    return scalars.space();
  }

  /** Whether YAML 1.1 would read the plain text as something else than a string. */
  static boolean isAmbiguous(String text) {
    var meaning = Scalars.plain(text, true);
    if (meaning.type() != ScalarNode.Type.STRING || meaning.tag() != null) {
      return true;
    }
    char first = text.charAt(0);
    boolean numeric = first == '+' || first == '-' || (first >= '0' && first <= '9');
    return numeric && text.indexOf(':') > 0 && BASE_60.matcher(text).matches();
  }

  // A block that ends in U+2028 has ended its line by that.
  private void newline() {
    if (out.isEmpty() || !LineBreaks.isSeparator(out.charAt(out.length() - 1))) {
      out.append('\n');
    }
    scalars.startLine();
  }

  private void indent(int columns) {
    out.repeat(' ', columns);
  }
}
