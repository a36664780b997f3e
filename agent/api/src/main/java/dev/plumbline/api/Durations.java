package dev.plumbline.api;

import java.time.Duration;
import java.util.regex.Pattern;

/** Durations as the API writes them: {@code 90s}, {@code 5m}, {@code 1h30m}. */
public final class Durations {
  /** Up to four parts of up to five digits each: what it matches overflows nothing. */
  public static final String PATTERN = "^([0-9]{1,5}(ms|s|m|h)){1,4}$";

  /** No text longer than this is a duration. */
  public static final int MAX_LENGTH = 28;

  private static final Pattern WHOLE = Pattern.compile(PATTERN);
  private static final Pattern PART = Pattern.compile("([0-9]+)(ms|s|m|h)");

  private Durations() {}

  /**
   * @throws IllegalArgumentException with a sentence that does not repeat an overlong text
   */
  public static Duration parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a text of %,d characters is no duration such as 90s, 5m or 1h30m"
              .formatted(text.length()));
    }
    if (!WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no duration such as 90s, 5m or 1h30m".formatted(text));
    }
    return PART.matcher(text)
        .results()
        .map(part -> part(Long.parseLong(part.group(1)), part.group(2)))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The shortest text that {@link #parse} reads back, to the millisecond: {@code 1h30m}. */
  public static String format(Duration duration) {
    var text = new StringBuilder();
    append(text, duration.toHours(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    append(text, duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0s" : text.toString();
  }

  private static Duration part(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  private static void append(StringBuilder text, long amount, String unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }
}
