package dev.plumbline.source.git;

import dev.plumbline.crypto.Pem;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** The JSON web token by which a GitHub App says who it is. */
final class AppAssertion {
  // GitHub takes ten minutes at most, and clocks differ.
  private static final Duration VALID = Duration.ofMinutes(9);
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);
  private static final String HEADER = base64("{\"alg\":\"RS256\",\"typ\":\"JWT\"}");

  private AppAssertion() {}

  /**
   * @throws Stop when the key is none
   */
  static String of(GitCredentials.GitHubApp app, Instant now) throws Stop {
    String claims =
        "{\"iat\":%d,\"exp\":%d,\"iss\":\"%s\"}"
            .formatted(
                now.minus(CLOCKS_DIFFER).getEpochSecond(),
                now.plus(VALID).getEpochSecond(),
                app.app());
    String signed = HEADER + "." + base64(claims);
    try {
      PrivateKey key = app.key().use(AppAssertion::key);
      if (!(key instanceof RSAKey)) {
        throw refused("is not an RSA key");
      }
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + base64(signature.sign());
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw refused("cannot be used: " + Text.line(e.getMessage()));
    }
  }

  private static PrivateKey key(String pem) {
    try {
      return Pem.privateKey(pem);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static Stop refused(String what) {
    return new Stop(
        Reason.AUTHENTICATION_REFUSED, "the key githubAppPrivateKey of its Secret " + what);
  }

  private static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
