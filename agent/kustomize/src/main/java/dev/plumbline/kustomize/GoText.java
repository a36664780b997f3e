package dev.plumbline.kustomize;

import java.nio.charset.StandardCharsets;

/** Text as Go reads and quotes it. */
final class GoText {
  private GoText() {}

  static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Go's %q, for messages. */
  static String quoted(String text) {
    return "\""
        + text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\t", "\\t")
            .replace("\r", "\\r")
        + "\"";
  }
}
