package dev.plumbline.yaml;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;

/** Block YAML as go-yaml version 3 writes a tree it has read: order and quotes stay, no folding. */
final class KeptStylePrinter {
  private final StringBuilder out = new StringBuilder();
  private final ScalarPrinter scalars = new ScalarPrinter(out, Integer.MAX_VALUE);

  private KeptStylePrinter() {}

  static String print(Node node, String original) {
    if (original.contains("#") || original.contains("{") || original.contains("[")) {
      throw new YamlException(
          Position.UNKNOWN, "text with comments or in flow style cannot be written back as it was");
    }
    var printer = new KeptStylePrinter();
    printer.print(node, 0, true);
    return printer.out.toString();
  }

  private void print(Node node, int indent, boolean open) {
    switch (node) {
      case MapNode map when !map.isEmpty() -> map(map, indent, open);
      case ListNode list when !list.items().isEmpty() -> list(list, indent, open);
      default -> {
        leaf(node, indent);
        out.append('\n');
        scalars.startLine();
      }
    }
  }

  private void map(MapNode map, int indent, boolean open) {
    boolean first = open;
    for (var entry : map.entries().entrySet()) {
      if (!first) {
        out.repeat(' ', indent);
      }
      first = false;
      var shape = ScalarShape.of(entry.getKey());
      scalars.key(entry.getKey(), shape, YamlPrinter.isAmbiguous(entry.getKey()));
      out.append(':');
      value(entry.getValue(), indent);
    }
  }

  private void value(Node value, int indent) {
    boolean nested =
        (value instanceof MapNode map && !map.isEmpty())
            || (value instanceof ListNode list && !list.items().isEmpty());
    if (nested) {
      out.append('\n');
      scalars.startLine();
    }
    print(value, value instanceof ListNode ? indent : indent + 2, false);
  }

  private void list(ListNode list, int indent, boolean open) {
    boolean first = open;
    for (Node item : list.items()) {
      if (!first) {
        out.repeat(' ', indent);
      }
      first = false;
      out.append('-');
      boolean nested =
          (item instanceof MapNode map && !map.isEmpty())
              || (item instanceof ListNode inner && !inner.items().isEmpty());
      if (nested) {
        out.append(' ');
      }
      print(item, indent + 2, true);
    }
  }

  private void leaf(Node node, int indent) {
    switch (node) {
      case MapNode _ -> scalars.space().append("{}");
      case ListNode _ -> scalars.space().append("[]");
      case ScalarNode scalar -> scalar(scalar, indent);
    }
  }

  private void scalar(ScalarNode scalar, int indent) {
    String text = scalar.text();
    if (!scalar.isString()) {
      // Fails where the text no longer fits the type, as the original does.
      Scalars.canonical(scalar);
      if (!text.isEmpty()) {
        scalars.space().append(text);
      }
      return;
    }
    switch (scalar.style()) {
      case DOUBLE_QUOTED -> scalars.doubleQuotedValue(text, indent);
      case SINGLE_QUOTED -> scalars.singleQuotedValue(text, indent);
      case PLAIN, LITERAL, FOLDED ->
          scalars.value(text, ScalarShape.of(text), YamlPrinter.isAmbiguous(text), indent);
    }
  }
}
