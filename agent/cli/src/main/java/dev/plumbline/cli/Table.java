package dev.plumbline.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns as kubectl prints them, with remarks below a row. */
final class Table {
  private static final String GAP = "   ";

  private final List<String> header;
  private final int[] widths;
  private final List<Row> rows = new ArrayList<>();

  Table(List<String> header) {
    this.header = List.copyOf(header);
    this.widths = header.stream().mapToInt(Table::length).toArray();
  }

  /** A row, and what is to be said about it. */
  record Row(List<Cell> cells, List<String> remarks) {
    Row {
      cells = List.copyOf(cells);
      remarks = List.copyOf(remarks);
    }
  }

  /** A text and how it is dressed; the dress takes no room. */
  record Cell(String text, String before, String after) {
    static Cell plain(String text) {
      return new Cell(text, "", "");
    }
  }

  void add(Row row) {
    rows.add(row);
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], length(row.cells.get(i).text));
    }
  }

  void print(PrintWriter out) {
    out.println(line(header.stream().map(Cell::plain).toList()));
    rows.forEach(row -> print(row, out));
  }

  /** Adds a row below a table that was printed already. */
  void follow(Row row, PrintWriter out) {
    add(row);
    print(row, out);
    rows.removeLast();
  }

  private void print(Row row, PrintWriter out) {
    out.println(line(row.cells));
    row.remarks.forEach(remark -> out.println("  └ " + remark));
  }

  private String line(List<Cell> cells) {
    var line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      line.append(cell.before).append(cell.text).append(cell.after);
      if (i < cells.size() - 1) {
        line.repeat(' ', widths[i] - length(cell.text)).append(GAP);
      }
    }
    return line.toString().stripTrailing();
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
