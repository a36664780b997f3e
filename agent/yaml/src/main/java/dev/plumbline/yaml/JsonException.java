package dev.plumbline.yaml;

/** Text that is not JSON. The message names the offset and what was expected, never the text. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JsonException(int offset, String what) {
    super("JSON, offset %d: %s".formatted(offset, what));
  }
}
