package dev.plumbline.cli;

import dev.plumbline.cli.Column.Look;
import dev.plumbline.cli.Table.Cell;
import dev.plumbline.cli.Table.Row;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.ResourceYaml;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Objects of one kind on paper: as a whole, then one by one as they change. */
final class Printout {
  private final ShownKind kind;
  private final Format format;
  private final boolean namespaces;
  private final Look look;
  private final PrintWriter out;
  private final Table table;

  /** How objects are printed. */
  enum Format {
    TABLE,
    WIDE,
    JSON,
    YAML,
    NAME;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param namespaces whether the first column says where an object is
   */
  Printout(ShownKind kind, Format format, boolean namespaces, Look look, PrintWriter out) {
    this.kind = kind;
    this.format = format;
    this.namespaces = namespaces;
    this.look = look;
    this.out = out;
    this.table = new Table(header());
  }

  /** Everything that is there. A single object that was asked for stands for itself. */
  void all(List<MapNode> objects, boolean single) {
    switch (format) {
      case JSON -> out.println(Json.write(document(objects, single)));
      case YAML -> yaml(document(objects, single));
      case NAME -> objects.forEach(this::name);
      case TABLE, WIDE -> {
        objects.forEach(object -> table.add(row(object, look)));
        table.print(out);
      }
    }
    out.flush();
  }

  /** One more, or one that changed. */
  void more(MapNode object, Look now) {
    switch (format) {
      case JSON -> out.println(Json.write(object));
      case YAML -> {
        out.println("---");
        yaml(object);
      }
      case NAME -> name(object);
      case TABLE, WIDE -> table.follow(row(object, now), out);
    }
    out.flush();
  }

  boolean tells() {
    return format == Format.TABLE || format == Format.WIDE;
  }

  private Row row(MapNode object, Look when) {
    var cells = new ArrayList<Cell>();
    if (namespaces) {
      cells.add(Cell.plain(object.text("metadata", "namespace").orElse("")));
    }
    columns().forEach(column -> cells.add(column.content().of(object, when)));
    return new Row(cells, Remarks.of(object));
  }

  private List<String> header() {
    var header = new ArrayList<String>();
    if (namespaces) {
      header.add("NAMESPACE");
    }
    columns().forEach(column -> header.add(column.header()));
    return header;
  }

  private List<Column> columns() {
    return Columns.of(kind, format == Format.WIDE);
  }

  private void name(MapNode object) {
    out.println(
        "%s.%s/%s"
            .formatted(
                kind.singular(), ShownKind.GROUP, object.text("metadata", "name").orElse("")));
  }

  private static Node document(List<MapNode> objects, boolean single) {
    return single && objects.size() == 1
        ? objects.getFirst()
        : MapNode.EMPTY
            .with("apiVersion", ScalarNode.of("v1"))
            .with("kind", ScalarNode.of("List"))
            .with("items", ListNode.of(objects));
  }

  private void yaml(Node node) {
    var text = new StringBuilder();
    ResourceYaml.print(node, text);
    out.print(text);
  }
}
