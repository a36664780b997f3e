package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/**
 * Whatever is given as the url of a repository, it is one that prints and reads as itself, or is
 * refused soon; a password in it is never told.
 */
@Tag("SEC-GIT-05")
@Tag("SEC-LEAK-04")
public final class SurvivesAnyUrlTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final String PASSWORD = "s3cr3tPassw0rd";

  @FuzzTest
  void is_read_or_refused(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    long start = System.nanoTime();

    try {
      GitUrl url = GitUrl.parse(text);
      assertThat(GitUrl.parse(url.toString())).isEqualTo(url);
      assertThat(url.scheme()).isIn("https", "http", "ssh");
      assertThat(url.path()).doesNotStartWith("-").isNotEmpty();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
      if (text.contains(":" + PASSWORD + "@")) {
        assertThat(e.getMessage()).doesNotContain(PASSWORD);
      }
    }

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }
}
