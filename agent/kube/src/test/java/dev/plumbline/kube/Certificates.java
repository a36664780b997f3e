package dev.plumbline.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The files of {@code certificates/}. */
final class Certificates {
  private Certificates() {}

  static String pem(String file) {
    try (var in = Certificates.class.getResourceAsStream("/certificates/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String base64(String file) {
    return Base64.getEncoder().encodeToString(pem(file).getBytes(StandardCharsets.US_ASCII));
  }
}
