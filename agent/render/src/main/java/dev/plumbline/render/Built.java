package dev.plumbline.render;

import dev.plumbline.model.Digest;

/** Bytes that do not change, and their digest. */
final class Built {
  private final byte[] bytes;
  private final Digest digest;

  Built(byte[] bytes) {
    this.bytes = bytes.clone();
    this.digest = Digest.of(bytes);
  }

  byte[] copy() {
    return bytes.clone();
  }

  int size() {
    return bytes.length;
  }

  Digest digest() {
    return digest;
  }
}
