package dev.plumbline.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns as kubectl prints them, with remarks below a row. */
final class Table {
  private static final String GAP = "   ";

  private final List<String> header;
  private final List<Row> rows = new ArrayList<>();

  Table(List<String> header) {
    this.header = List.copyOf(header);
  }

  private record Row(List<Cell> cells, List<String> remarks) {
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

  void add(List<Cell> cells, List<String> remarks) {
    rows.add(new Row(cells, remarks));
  }

  void print(PrintWriter out) {
    out.println(line(header.stream().map(Cell::plain).toList()));
    for (Row row : rows) {
      out.println(line(row.cells));
      row.remarks.forEach(remark -> out.println("  └ " + remark));
    }
  }

  private String line(List<Cell> cells) {
    var line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      line.append(cell.before).append(cell.text).append(cell.after);
      if (i < cells.size() - 1) {
        line.repeat(' ', width(i) - length(cell.text)).append(GAP);
      }
    }
    return line.toString();
  }

  private int width(int column) {
    return rows.stream()
        .mapToInt(row -> length(row.cells.get(column).text))
        .reduce(length(header.get(column)), Math::max);
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
