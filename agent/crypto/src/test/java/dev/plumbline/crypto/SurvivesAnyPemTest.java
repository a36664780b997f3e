package dev.plumbline.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** Whatever stands in PEM, it is a certificate or a key, or is refused soon, and not repeated. */
public final class SurvivesAnyPemTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final List<String> TYPES =
      List.of("CERTIFICATE", "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY");

  /**
   * @param bytes the type, and what stands inside; or the text itself
   */
  @FuzzTest
  void is_read_or_refused(byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    String inside = Base64.getEncoder().encodeToString(bytes).substring(4);
    String type = TYPES.get(bytes[0] & 3);
    long start = System.nanoTime();

    read("-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(type, inside), inside);
    read(new String(bytes, StandardCharsets.ISO_8859_1), inside);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }

  private static void read(String pem, String inside) {
    try {
      assertThat(Pem.certificates(pem)).isNotEmpty();
    } catch (GeneralSecurityException e) {
      tells(e, inside);
    }
    try {
      assertThat(Pem.privateKey(pem)).isNotNull();
    } catch (GeneralSecurityException e) {
      tells(e, inside);
    }
  }

  private static void tells(GeneralSecurityException e, String inside) {
    assertThat(e.getMessage()).isNotBlank();
    if (inside.length() > 16) {
      assertThat(e.getMessage()).doesNotContain(inside);
    }
  }
}
