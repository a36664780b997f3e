package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.model.ScalarNode.Style;
import dev.plumbline.yaml.ResourceYaml;
import java.util.Objects;

/** Small questions about trees, and the ways a scalar is made and written over. */
final class Trees {
  private static final String STRING = "!!str";

  private Trees() {}

  /** Whether it was written with the tag of a string, which is a style to kustomize. */
  private static boolean isExplicit(Node node) {
    return node instanceof ScalarNode scalar && scalar.tag().filter(STRING::equals).isPresent();
  }

  static boolean isNull(Node node) {
    return node == null || (node instanceof ScalarNode scalar && scalar.isNull());
  }

  /** Whether the two are one and the same tree, not only equal ones. */
  @SuppressWarnings("ReferenceEquality")
  static boolean same(Object a, Object b) {
    return a == b;
  }

  static boolean isNullOrEmpty(Node node) {
    return switch (node) {
      case null -> true;
      case MapNode map -> map.isEmpty();
      case ListNode list -> list.items().isEmpty();
      case ScalarNode scalar -> scalar.isNull();
    };
  }

  /** The text of a scalar as it is written, a null's too; empty for anything else. */
  static String text(Node node) {
    return node instanceof ScalarNode scalar ? scalar.text() : "";
  }

  static String text(MapNode map, String... path) {
    return map == null ? "" : text(map.at(path).orElse(null));
  }

  /**
   * Whether kustomize takes it for a string: a date, or bytes in base64, have tags of their own.
   */
  static boolean isText(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.isString()
        && scalar.tag().filter(tag -> tag.startsWith("!!") && !tag.equals(STRING)).isEmpty()
        && !(scalar.style() == Style.PLAIN && scalar.text().equals("<<"));
  }

  static String kindName(Node node) {
    return switch (node) {
      case MapNode _ -> "MappingNode";
      case ListNode _ -> "SequenceNode";
      case ScalarNode _ -> "ScalarNode";
    };
  }

  /** A string; in quotes where YAML 1.1 would read something else, as kustomize makes it. */
  static ScalarNode string(String text, Position position) {
    var style = ResourceYaml.isOtherThanString(text) ? Style.DOUBLE_QUOTED : Style.PLAIN;
    return new ScalarNode(text, ScalarNode.Type.STRING, style, position);
  }

  /**
   * Whether a string that was written in the place of something plain would be read as something
   * else. It is printed in quotes anyway; a merge that passes by makes them its style.
   */
  static boolean lacksQuotes(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.style() == Style.PLAIN
        && scalar.isString()
        && !isExplicit(scalar)
        && ResourceYaml.isOtherThanString(scalar.text());
  }

  static ScalarNode quoted(ScalarNode scalar) {
    return new ScalarNode(
        scalar.text(),
        scalar.type(),
        Style.DOUBLE_QUOTED,
        scalar.position(),
        scalar.tag().orElse(null));
  }

  /** A generated text, as a block where it has several lines. */
  static ScalarNode generated(String text, Position position) {
    return text.indexOf('\n') < 0
        ? string(text, position)
        : new ScalarNode(text, ScalarNode.Type.STRING, Style.LITERAL, position);
  }

  /** A string that is made to be written over, which keeps its lack of quotes. */
  static ScalarNode emptyString(Position position) {
    return new ScalarNode("", ScalarNode.Type.STRING, Style.PLAIN, position);
  }

  /** A scalar whose text says what it is. */
  static ScalarNode untyped(String text, Position position) {
    return ResourceYaml.untyped(text, Style.PLAIN, position);
  }

  /**
   * {@code value} in the place of {@code old}: the old quoting stays. What is no string keeps its
   * type under quotes, and is printed as a string as long as its text is of that type.
   */
  static Node inStyleOf(Node old, Node value) {
    if (!(value instanceof ScalarNode scalar)) {
      return value;
    }
    var style = old instanceof ScalarNode before ? before.style() : Style.PLAIN;
    String tag = scalar.tag().filter(own -> !own.equals(STRING)).orElse(null);
    if (tag == null && scalar.isString() && isExplicit(old)) {
      tag = STRING;
    }
    return style == scalar.style() && Objects.equals(tag, scalar.tag().orElse(null))
        ? value
        : new ScalarNode(scalar.text(), scalar.type(), style, scalar.position(), tag);
  }

  /** A text that says itself what it is, in the place of {@code old}, whose quotes make it one. */
  static ScalarNode untypedInStyleOf(Node old, String text, Position position) {
    var style = old instanceof ScalarNode before ? before.style() : Style.PLAIN;
    return style == Style.PLAIN
        ? untyped(text, position)
        : new ScalarNode(text, ScalarNode.Type.STRING, style, position);
  }
}
