package dev.plumbline.model;

import java.util.Objects;
import java.util.Optional;

/**
 * A scalar: its text, what it means, and how it was written.
 *
 * <p>Equality is over meaning: text and type. Style and position are for printing and messages.
 */
public final class ScalarNode implements Node {
  public static final ScalarNode NULL = new ScalarNode("null", Type.NULL, Style.PLAIN, null);
  public static final ScalarNode TRUE = new ScalarNode("true", Type.BOOL, Style.PLAIN, null);
  public static final ScalarNode FALSE = new ScalarNode("false", Type.BOOL, Style.PLAIN, null);

  /** What a scalar means in the dialect it was read by. */
  public enum Type {
    NULL,
    BOOL,
    INT,
    FLOAT,
    STRING
  }

  /** How a scalar was written in YAML. */
  public enum Style {
    PLAIN,
    SINGLE_QUOTED,
    DOUBLE_QUOTED,
    LITERAL,
    FOLDED
  }

  private final String text;
  private final Type type;
  private final Style style;
  private final Position position;
  private final String tag;

  public ScalarNode(String text, Type type, Style style, Position position) {
    this(text, type, style, position, null);
  }

  /**
   * @param tag a YAML tag that says more than the type, such as {@code !!timestamp}; or null
   */
  public ScalarNode(String text, Type type, Style style, Position position, String tag) {
    this.text = Objects.requireNonNull(text);
    this.type = Objects.requireNonNull(type);
    this.style = Objects.requireNonNull(style);
    this.position = position == null ? Position.UNKNOWN : position;
    this.tag = tag;
  }

  public static ScalarNode of(String text) {
    return new ScalarNode(text, Type.STRING, Style.PLAIN, null);
  }

  public static ScalarNode of(long number) {
    return new ScalarNode(Long.toString(number), Type.INT, Style.PLAIN, null);
  }

  public static ScalarNode of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public String text() {
    return text;
  }

  public Type type() {
    return type;
  }

  public Style style() {
    return style;
  }

  /** A YAML tag that says more than the type; it takes no part in equality. */
  public Optional<String> tag() {
    return Optional.ofNullable(tag);
  }

  @Override
  public Position position() {
    return position;
  }

  public boolean isNull() {
    return type == Type.NULL;
  }

  public boolean isString() {
    return type == Type.STRING;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScalarNode that && type == that.type && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
