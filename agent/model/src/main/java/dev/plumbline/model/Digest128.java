package dev.plumbline.model;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The first 128 bits of a SHA-256, as two longs: small enough to be kept per managed object, long
 * enough that nobody meets a collision by accident.
 */
public record Digest128(long high, long low) {

  public static Digest128 of(String text) {
    return of(Digest.of(text));
  }

  public static Digest128 of(Digest digest) {
    var bytes = ByteBuffer.wrap(HexFormat.of().parseHex(digest.hex(), 0, 32));
    return new Digest128(bytes.getLong(), bytes.getLong());
  }

  /** Reads what {@link #toString()} wrote: 32 hexadecimal digits. */
  public static Digest128 parse(String hex) {
    if (hex.length() != 32) {
      throw new IllegalArgumentException("not a 128-bit digest: '%s'".formatted(hex));
    }
    return new Digest128(
        HexFormat.fromHexDigitsToLong(hex, 0, 16), HexFormat.fromHexDigitsToLong(hex, 16, 32));
  }

  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
