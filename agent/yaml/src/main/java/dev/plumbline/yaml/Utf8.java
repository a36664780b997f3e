package dev.plumbline.yaml;

import dev.plumbline.model.Position;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bytes to text, strictly, without a byte order mark. */
final class Utf8 {
  private Utf8() {}

  static String decode(byte[] bytes, String file) {
    if (bytes.length >= 2 && (bytes[0] & 0xff) + (bytes[1] & 0xff) == 0xfe + 0xff) {
      throw new YamlException(new Position(file, 0), "UTF-16, expected UTF-8");
    }
    try {
      return withoutMark(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new YamlException(new Position(file, 0), "not valid UTF-8");
    }
  }

  static String withoutMark(String text) {
    return text.startsWith("\ufeff") ? text.substring(1) : text;
  }
}
