package dev.plumbline.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {
  @ParameterizedTest
  @CsvSource({"5m,PT5M", "1h30m,PT1H30M", "90s,PT1M30S", "100ms,PT0.1S", "0s,PT0S", "744h,PT744H"})
  void reads_what_people_write(String text, Duration expected) {
    assertThat(Durations.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-5m", "5", "5 m", "1.5h", "5d", "m", "123456s", "1h1h1h1h1h"})
  void refuses_everything_else_by_its_text(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no duration such as 90s, 5m or 1h30m");
  }

  @Test
  void does_not_repeat_a_text_of_a_hundred_thousand_characters() {
    assertThatThrownBy(() -> Durations.parse("9".repeat(100_000)))
        .hasMessage("a text of 100,000 characters is no duration such as 90s, 5m or 1h30m");
  }

  @Property
  void reads_back_what_it_wrote(@ForAll @LongRange(min = 0, max = 99_999L * 3_600_000) long ms) {
    var duration = Duration.ofMillis(ms);

    assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
  }
}
