package dev.plumbline.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** A SHA-256 content address. Checked once, here; nobody passes a raw hash. */
public record Digest(String hex) {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  public Digest {
    if (!SHA256.matcher(hex).matches()) {
      throw new IllegalArgumentException("not a SHA-256 digest: '%s'".formatted(hex));
    }
  }

  public static Digest of(byte[] bytes) {
    return new Digest(HexFormat.of().formatHex(sha256().digest(bytes)));
  }

  public static Digest of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The first {@code digits} hexadecimal digits, for names that people read. */
  public String first(int digits) {
    return hex.substring(0, digits);
  }

  @Override
  public String toString() {
    return "sha256:" + hex;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
