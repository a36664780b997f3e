package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Whatever range a Sync asks for and whatever tags a server has: a range is read or refused in a
 * sentence, the newest is one of the tags, and all of it soon.
 */
public final class SurvivesAnyVersionTest {
  private static final Duration BOUND = Duration.ofSeconds(5);

  /**
   * @param bytes the range in the first line, then a tag in each
   */
  @FuzzTest
  void finds_one_of_the_tags_or_none(byte[] bytes) {
    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().limit(1000).toList();
    if (lines.isEmpty()) {
      return;
    }
    List<String> tags = lines.subList(1, lines.size());
    long start = System.nanoTime();

    try {
      VersionRange.parse(lines.getFirst())
          .newest(tags)
          .ifPresent(newest -> assertThat(tags).contains(newest).noneMatch(bothWays(newest)));
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }

  // No tag is both newer and older than the one that was found.
  private static Predicate<String> bothWays(String newest) {
    return tag -> VersionRange.goesBack(newest, tag) && VersionRange.goesBack(tag, newest);
  }
}
