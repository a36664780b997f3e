package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/**
 * Whatever known_hosts says, it is read, or refused by its line, soon; and no key is both trusted
 * and revoked, or accepted without being in it.
 */
@Tag("SEC-GIT-07")
public final class SurvivesAnyKnownHostsTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final HostKey STRANGER =
      HostKey.of(new byte[] {0, 0, 0, 4, 'n', 'o', 'n', 'e', 42, 42, 42, 42});

  @FuzzTest
  void is_read_or_refused_by_its_line(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    long start = System.nanoTime();

    try {
      var hosts = KnownHosts.parse(text);
      for (String host : new String[] {"git.example.com", "10.0.0.1", "::1"}) {
        KnownHosts.Keys keys = hosts.of(host, host.length() > 8 ? 22 : 2222);
        assertThat(keys.trusted()).allMatch(HostKey::strong);
        assertThat(keys.revoked()).noneMatch(keys::accept);
        assertThat(keys.accept(STRANGER)).isFalse();
      }
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).matches("(?s)line \\d+ has .+");
    }

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }
}
