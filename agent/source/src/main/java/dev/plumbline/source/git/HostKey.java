package dev.plumbline.source.git;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;

/**
 * The public key of an SSH server.
 *
 * @param type as the key itself says, {@code ssh-ed25519}
 * @param blob the key as SSH sends it, in base64
 */
record HostKey(String type, String blob) {
  private static final int RSA_BITS = 3072;
  private static final Set<String> ELLIPTIC =
      Set.of("ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521");

  /**
   * @throws IllegalArgumentException with the rest of a sentence
   */
  static HostKey parse(String type, String base64) {
    byte[] blob;
    try {
      blob = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a key that is not base64", e);
    }
    HostKey key = of(blob);
    if (!key.type.equals(type)) {
      throw new IllegalArgumentException(
          "a key that is called %s and is none".formatted(Text.line(type)));
    }
    return key;
  }

  static HostKey of(byte[] blob) {
    try {
      String type = new String(next(ByteBuffer.wrap(blob)), StandardCharsets.US_ASCII);
      return new HostKey(type, Base64.getEncoder().encodeToString(blob));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a key that is cut off", e);
    }
  }

  private static byte[] next(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    var bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Whether it is one we rely on: elliptic, or RSA of some length (SEC-GIT-07). */
  boolean strong() {
    return ELLIPTIC.contains(type) || (type.equals("ssh-rsa") && rsaBits() >= RSA_BITS);
  }

  private int rsaBits() {
    var in = ByteBuffer.wrap(Base64.getDecoder().decode(blob));
    try {
      next(in); // the type
      next(in); // the exponent
      return new BigInteger(1, next(in)).bitLength();
    } catch (BufferUnderflowException e) {
      return 0;
    }
  }
}
