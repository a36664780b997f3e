package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plumbline.model.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/**
 * Whatever is given for a key, it is one, or is refused soon in a sentence that repeats nothing.
 */
@Tag("SEC-GIT-07")
public final class SurvivesAnySshKeyTest {
  private static final Duration BOUND = Duration.ofSeconds(5);

  @FuzzTest
  void is_a_key_or_refused(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);

    read(text, Optional.empty());
    read(text, Optional.of(Secret.of("passphrase")));
  }

  private static void read(String text, Optional<Secret<String>> passphrase) {
    long start = System.nanoTime();
    try {
      var pair = SshIdentity.read(new GitCredentials.SshKey(Secret.of(text), passphrase, ""));
      assertThat(pair.getPrivate()).isNotNull();
    } catch (Stop stop) {
      assertThat(stop.getMessage())
          .matches(
              "the key identity of its Secret (holds no private key(, or more than one)?"
                  + "|is an RSA key of \\d+ bits, at least 3072 are needed; Ed25519 is better"
                  + "|is a DSA key, which no server should take; use Ed25519"
                  + "|cannot be read; if it has a passphrase, put that into the key password"
                  + "|cannot be read, or the passphrase in password is not its own"
                  + "|hashes its passphrase in \\d+ rounds, at most \\d+ are computed)");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }
}
