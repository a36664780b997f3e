package dev.plumbline.cli;

import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.ResourceYaml;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Differences as people read them: {@code ~} changed, {@code +} new, {@code -} gone. */
final class DiffPrinter {
  private final PrintWriter out;
  private final boolean coloured;

  DiffPrinter(PrintWriter out, boolean coloured) {
    this.out = out;
    this.coloured = coloured;
  }

  void created(ObjectKey key, String remark) {
    line(Ink.GREEN, "+ " + name(key) + remark(remark));
  }

  void pruned(ObjectKey key, String remark) {
    line(Ink.RED, "- " + name(key) + remark(remark));
  }

  void kept(ObjectKey key, String why) {
    out.println("  " + name(key) + remark("not wanted any more, and stays: " + why));
  }

  void leftAlone(ObjectKey key, String because) {
    out.println("  " + name(key) + remark("left alone: " + because));
  }

  void refused(ObjectKey key, String why) {
    line(Ink.RED, "! " + name(key) + ": " + why);
  }

  void changed(ObjectKey key, List<FieldDiff.Change> changes) {
    line(Ink.YELLOW, "~ " + name(key));
    for (FieldDiff.Change change : changes) {
      out.println("    " + change.path());
      values(change);
    }
  }

  private void values(FieldDiff.Change change) {
    List<String> before = lines(change.before());
    List<String> after = lines(change.after());
    int same = 0;
    while (same < Math.min(before.size(), after.size())
        && before.get(same).equals(after.get(same))) {
      same++;
    }
    int end = 0;
    while (end < Math.min(before.size(), after.size()) - same
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    if (same > 0) {
      out.println("      @   from line " + (same + 1));
    }
    before.subList(same, before.size() - end).forEach(text -> line(Ink.RED, "  -   " + text));
    after.subList(same, after.size() - end).forEach(text -> line(Ink.GREEN, "  +   " + text));
  }

  private static List<String> lines(Optional<Node> node) {
    return switch (node.orElse(null)) {
      case null -> List.of();
      case ScalarNode scalar when scalar.text().isEmpty() -> List.of("\"\"");
      case ScalarNode scalar -> scalar.text().lines().toList();
      case Node other -> {
        var text = new StringBuilder();
        ResourceYaml.print(other, text);
        yield text.toString().lines().toList();
      }
    };
  }

  private static String name(ObjectKey key) {
    return (key.group().isEmpty() ? "v1/" : "") + key;
  }

  private static String remark(String remark) {
    return remark.isEmpty() ? "" : "   (" + remark + ")";
  }

  private void line(String colour, String text) {
    out.println(coloured ? colour + text + Ink.OFF : text);
  }
}
