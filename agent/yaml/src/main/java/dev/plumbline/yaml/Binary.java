package dev.plumbline.yaml;

import dev.plumbline.model.ScalarNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Text tagged {@code !!binary}. */
final class Binary {
  private Binary() {}

  static String decode(ScalarNode node) {
    try {
      var bytes = Base64.getDecoder().decode(node.text().replaceAll("[\r\n]", ""));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new YamlException(node.position(), "!!binary value contains invalid base64 data");
    }
  }
}
