package dev.plumbline.yaml;

import dev.plumbline.model.Position;
import java.util.ArrayList;
import java.util.List;

/** Splits a resource file at its separator lines, as kustomize does before it parses. */
final class DocumentSplitter {
  private DocumentSplitter() {}

  record Piece(String text, int lineBefore) {}

  static List<Piece> split(String text, String file, int lineBefore) {
    text = text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n");
    var pieces = new ArrayList<Piece>();
    int start = 0;
    int line = lineBefore;
    int linesAt = lineBefore;
    for (int at = text.indexOf("\n---"); at >= 0; at = text.indexOf("\n---", at)) {
      int end = text.indexOf('\n', at + 1);
      if (end < 0) {
        break;
      }
      linesAt += newlines(text, start, at) + 1;
      checkSeparator(text.substring(at + 4, end), new Position(file, linesAt + 1));
      pieces.add(new Piece(text.substring(start, at + 1), line));
      linesAt++;
      line = linesAt;
      // The newline that ends a separator line does not start another one.
      start = end + 1;
      at = start;
    }
    pieces.add(new Piece(text.substring(start), line));
    return pieces;
  }

  private static void checkSeparator(String rest, Position where) {
    String more = rest.strip();
    if (!more.isEmpty() && !more.startsWith("#")) {
      throw new YamlException(where, "invalid document separator: ---" + rest);
    }
  }

  private static int newlines(String text, int from, int to) {
    int count = 0;
    for (int i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) {
      count++;
    }
    return count;
  }
}
