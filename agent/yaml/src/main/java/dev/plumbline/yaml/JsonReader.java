package dev.plumbline.yaml;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** A recursive-descent reader of one JSON text. A repeated key keeps its last value. */
final class JsonReader {
  private static final int MAX_DEPTH = 200;

  private final String text;
  private int at;
  private int depth;

  JsonReader(String text) {
    this.text = text;
  }

  Node read() {
    Node value = value();
    skipSpace();
    if (at < text.length()) {
      throw error("expected the end of the text");
    }
    return value;
  }

  private Node value() {
    skipSpace();
    return switch (peek()) {
      case '{' -> map();
      case '[' -> list();
      case '"' -> ScalarNode.of(string());
      case 't' -> word("true", ScalarNode.TRUE);
      case 'f' -> word("false", ScalarNode.FALSE);
      case 'n' -> word("null", ScalarNode.NULL);
      default -> number();
    };
  }

  private MapNode map() {
    enter();
    var entries = new LinkedHashMap<String, Node>();
    if (!endOf('}')) {
      do {
        skipSpace();
        if (peek() != '"') {
          throw error("expected a quoted key");
        }
        String key = string();
        skipSpace();
        expect(':');
        entries.put(key, value());
      } while (more('}'));
    }
    depth--;
    return MapNode.of(entries);
  }

  private ListNode list() {
    enter();
    var items = new ArrayList<Node>();
    if (!endOf(']')) {
      do {
        items.add(value());
      } while (more(']'));
    }
    depth--;
    return ListNode.of(items);
  }

  private void enter() {
    at++;
    if (++depth > MAX_DEPTH) {
      throw error("nested deeper than " + MAX_DEPTH);
    }
  }

  private boolean endOf(char close) {
    skipSpace();
    if (peek() == close) {
      at++;
      return true;
    }
    return false;
  }

  private boolean more(char close) {
    skipSpace();
    if (peek() == ',') {
      at++;
      return true;
    }
    expect(close);
    return false;
  }

  private String string() {
    at++;
    int start = at;
    while (true) {
      char c = peek();
      if (c == '"') {
        return text.substring(start, at++);
      }
      if (c == '\\') {
        return escaped(new StringBuilder(text.substring(start, at)));
      }
      if (c < 0x20) {
        throw error("a string ends, or holds a control character");
      }
      at++;
    }
  }

  private String escaped(StringBuilder out) {
    while (true) {
      char c = peek();
      at++;
      if (c == '"') {
        return out.toString();
      }
      if (c < 0x20) {
        throw error("a string ends, or holds a control character");
      }
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char escape = peek();
      at++;
      switch (escape) {
        case '"', '\\', '/' -> out.append(escape);
        case 'b' -> out.append('\b');
        case 'f' -> out.append('\f');
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        case 't' -> out.append('\t');
        case 'u' -> out.append(unicode());
        default -> throw error("an escape that JSON does not know");
      }
    }
  }

  private char unicode() {
    if (at + 4 > text.length()) {
      throw error("expected four hexadecimal digits");
    }
    int code = 0;
    for (int end = at + 4; at < end; at++) {
      int digit = Character.digit(text.charAt(at), 16);
      if (digit < 0) {
        throw error("expected four hexadecimal digits");
      }
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private Node number() {
    int start = at;
    if (peek() == '-') {
      at++;
    }
    int whole = at;
    digits();
    if (text.charAt(whole) == '0' && at > whole + 1) {
      throw error("a number with a leading zero");
    }
    boolean integral = true;
    if (peek() == '.') {
      at++;
      digits();
      integral = false;
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      digits();
      integral = false;
    }
    var type = integral ? ScalarNode.Type.INT : ScalarNode.Type.FLOAT;
    return new ScalarNode(text.substring(start, at), type, ScalarNode.Style.PLAIN, null);
  }

  private void digits() {
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == start) {
      throw error("expected a JSON value");
    }
  }

  private Node word(String word, ScalarNode value) {
    if (!text.startsWith(word, at)) {
      throw error("expected a JSON value");
    }
    at += word.length();
    return value;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char c) {
    if (peek() != c) {
      throw error("expected '" + c + "'");
    }
    at++;
  }

  // The end of the text reads as NUL, which no branch accepts.
  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private JsonException error(String what) {
    return new JsonException(at, what);
  }
}
