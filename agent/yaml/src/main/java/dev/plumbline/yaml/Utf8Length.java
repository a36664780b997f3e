package dev.plumbline.yaml;

/** How many bytes a text has in UTF-8, without encoding it. */
final class Utf8Length {
  private Utf8Length() {}

  static int of(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return bytes;
  }
}
