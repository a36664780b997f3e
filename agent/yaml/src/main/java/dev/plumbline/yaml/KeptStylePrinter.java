package dev.plumbline.yaml;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * YAML as go-yaml version 3 writes a tree it has read: order, quotes, braces and comments stay,
 * nothing is folded, and blank lines go but where they tell a comment's place.
 */
final class KeptStylePrinter {
  private final StringBuilder out = new StringBuilder();
  private final ScalarPrinter scalars = new ScalarPrinter(out, Integer.MAX_VALUE);
  private final Map<Integer, Integer> columns = new HashMap<>();
  private final KeptComments comments;
  private final String file;
  private int last = -1;

  private KeptStylePrinter(KeptComments comments, String file) {
    this.comments = comments;
    this.file = file;
  }

  /**
   * @param file the one that values of the original name as their place
   */
  static String print(Node node, String original, String file) {
    var comments = KeptComments.of(original);
    var printer = new KeptStylePrinter(comments, file);
    printer.value(node, 0, 0, true);
    printer.end();
    comments.demandAllTaken();
    return printer.out.toString();
  }

  private int line(Node node) {
    return node.position().file().equals(file) ? node.position().line() : 0;
  }

  private static boolean isBlock(Node node) {
    return switch (node) {
      case MapNode map -> !map.flow() && !map.isEmpty();
      case ListNode list -> !list.flow() && !list.items().isEmpty();
      case ScalarNode _ -> false;
    };
  }

  /**
   * @param line of the key or item, whose comment stands behind what fits on it; 0 for none
   * @param open whether a block goes on the line that is open
   */
  private void value(Node node, int indent, int line, boolean open) {
    if (!isBlock(node)) {
      leaf(node, indent, line);
      newline();
      return;
    }
    if (!open) {
      out.append(comments.takeInline(line));
      newline();
    }
    switch (node) {
      case MapNode map -> map(map, indent, open && line > 0);
      case ListNode list -> list(list, indent, open && line > 0);
      case ScalarNode _ -> {}
    }
  }

  private void map(MapNode map, int indent, boolean open) {
    boolean first = true;
    for (var entry : map.entries().entrySet()) {
      int line = line(entry.getValue());
      if (!(first && open)) {
        startEntry(line, indent, first, false);
      }
      first = false;
      key(entry.getKey(), line);
      var value = entry.getValue();
      value(value, value instanceof ListNode && isBlock(value) ? indent : indent + 2, line, false);
    }
  }

  private void key(String key, int line) {
    switch (comments.keyStyle(line, key)) {
      case SINGLE_QUOTED -> scalars.singleQuotedKey(key);
      case DOUBLE_QUOTED -> scalars.doubleQuotedKey(key);
      case PLAIN, LITERAL, FOLDED -> scalars.key(key, ScalarShape.of(key), isAmbiguous(key));
    }
    out.append(':');
  }

  private void list(ListNode list, int indent, boolean open) {
    boolean first = true;
    for (Node item : list.items()) {
      int line = line(item);
      if (!(first && open)) {
        startEntry(line, indent, first, true);
      }
      first = false;
      out.append('-');
      if (isBlock(item)) {
        out.append(' ');
      }
      value(item, indent + 2, Math.max(line, 1), true);
    }
  }

  private void startEntry(int line, int indent, boolean first, boolean item) {
    if (line > 0) {
      var groups = comments.takeBefore(line);
      boolean clear = groups.isEmpty() || (groups.size() == 1 && !groups.getLast().blankAfter());
      if (item && !first && !clear) {
        throw KeptComments.unclear(groups.getLast().lines().getFirst());
      }
      comments(groups, comments.column(line), indent, first);
      int column = comments.column(line);
      columns.keySet().removeIf(other -> other > column);
      columns.put(column, indent);
      last = column;
    }
    out.repeat(' ', indent);
  }

  private void comments(List<KeptComments.Group> groups, int column, int indent, boolean first) {
    boolean top = out.isEmpty();
    for (int i = 0; i < groups.size(); i++) {
      var group = groups.get(i);
      boolean isLast = i == groups.size() - 1;
      if (groups.size() > 1 && !top && (first || groups.getFirst().blankBefore())) {
        throw KeptComments.unclear(group.lines().getFirst());
      }
      boolean same = true;
      for (int line : group.lines()) {
        int at = comments.column(line);
        same &= at == column;
        boolean ofBefore = !first && at == last;
        comment(line, at == column ? indent : ofBefore ? columns.get(at) : -1);
      }
      if (!same && (groups.size() > 1 || group.lines().size() > 1)) {
        throw KeptComments.unclear(group.lines().getFirst());
      }
      boolean foot = groups.size() > 1 || !group.blankBefore();
      if (!isLast || (group.blankAfter() && same && (top || (foot && !first)))) {
        newline();
      }
    }
  }

  private void comment(int line, int indent) {
    if (indent < 0) {
      throw KeptComments.unclear(line);
    }
    out.repeat(' ', indent).append(comments.take(line));
    newline();
  }

  private void end() {
    var groups = comments.takeBefore(Integer.MAX_VALUE);
    if (groups.isEmpty()) {
      return;
    }
    var group = groups.getFirst();
    if (groups.size() > 1) {
      throw KeptComments.unclear(group.lines().getFirst());
    }
    if (group.blankBefore()) {
      newline();
    }
    for (int line : group.lines()) {
      int at = comments.column(line);
      comment(line, group.blankBefore() && at > 0 ? -1 : columns.getOrDefault(at, -1));
    }
  }

  private void leaf(Node node, int indent, int line) {
    if (node instanceof ScalarNode scalar) {
      scalar(scalar, indent, line);
      return;
    }
    scalars.space();
    flow(node);
    out.append(comments.takeInline(line));
  }

  private void flow(Node node) {
    switch (node) {
      case MapNode map -> {
        out.append('{');
        String separator = "";
        for (var entry : map.entries().entrySet()) {
          out.append(separator);
          key(entry.getKey(), line(entry.getValue()));
          out.append(' ');
          flow(entry.getValue());
          separator = ", ";
        }
        out.append('}');
      }
      case ListNode list -> {
        out.append('[');
        String separator = "";
        for (Node item : list.items()) {
          out.append(separator);
          flow(item);
          separator = ", ";
        }
        out.append(']');
      }
      case ScalarNode scalar -> flowScalar(scalar);
    }
  }

  private void flowScalar(ScalarNode scalar) {
    String text = scalar.text();
    if (isWrittenAsItIs(scalar)) {
      Scalars.canonical(scalar);
      out.append(text.isEmpty() ? "''" : text);
      return;
    }
    switch (scalar.style()) {
      case DOUBLE_QUOTED -> scalars.doubleQuotedKey(text);
      case SINGLE_QUOTED -> scalars.singleQuotedKey(text);
      case PLAIN, LITERAL, FOLDED -> scalars.flow(text, ScalarShape.of(text), isAmbiguous(text));
    }
  }

  private void scalar(ScalarNode scalar, int indent, int line) {
    String text = scalar.text();
    if (isWrittenAsItIs(scalar)) {
      // Fails where the text no longer fits the type, as the original does.
      Scalars.canonical(scalar);
      if (!text.isEmpty()) {
        scalars.space().append(text);
      }
      out.append(comments.takeInline(line));
      return;
    }
    var shape = ScalarShape.of(text);
    switch (scalar.style()) {
      case DOUBLE_QUOTED -> scalars.doubleQuotedValue(text, indent);
      case SINGLE_QUOTED -> scalars.singleQuotedValue(text, indent);
      case LITERAL, FOLDED -> {
        if (shape.blockAllowed) {
          boolean folded = scalar.style() == ScalarNode.Style.FOLDED;
          scalars.block(text, indent, folded, comments.takeInline(line));
          return;
        }
        scalars.doubleQuotedValue(text, indent);
      }
      case PLAIN -> scalars.value(text, shape, isAmbiguous(text), indent);
    }
    out.append(comments.takeInline(line));
  }

  private static boolean isWrittenAsItIs(ScalarNode scalar) {
    boolean plain = scalar.style() == ScalarNode.Style.PLAIN;
    return (plain && !scalar.isString()) || Scalars.isTagged(scalar);
  }

  // Read by version 3, which takes yes and no for texts.
  private static boolean isAmbiguous(String text) {
    var meaning = Scalars.plain(text, false);
    return meaning.type() != ScalarNode.Type.STRING || meaning.tag() != null;
  }

  private void newline() {
    out.append('\n');
    scalars.startLine();
  }
}
