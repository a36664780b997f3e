package dev.plumbline.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time as kubectl takes it: {@code 30s}, {@code 1m30s}, {@code 2h}; a bare number is seconds. */
final class TimeConverter implements ITypeConverter<Duration> {
  private static final Pattern WHOLE = Pattern.compile("(?:\\d{1,6}(?:ms|[hms]))+");
  private static final Pattern PART = Pattern.compile("(\\d+)(ms|[hms])");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,6}");

  @Override
  public Duration convert(String text) {
    if (SECONDS.matcher(text).matches()) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    if (!WHOLE.matcher(text).matches()) {
      throw new TypeConversionException("'%s' is no time such as 30s, 5m or 1h30m".formatted(text));
    }
    return PART.matcher(text)
        .results()
        .map(part -> of(Long.parseLong(part.group(1)), part.group(2)))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration of(long amount, String unit) {
    return switch (unit) {
      case "h" -> Duration.ofHours(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "s" -> Duration.ofSeconds(amount);
      default -> Duration.ofMillis(amount);
    };
  }
}
