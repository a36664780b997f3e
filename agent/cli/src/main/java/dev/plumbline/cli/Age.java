package dev.plumbline.cli;

import java.time.Duration;

/**
 * How long something has been there, as kubectl writes it: two units at most, one when it is long.
 */
final class Age {
  private Age() {}

  static String of(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    if (seconds < 120) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes < 10) {
      return with(minutes, "m", seconds % 60, "s");
    }
    if (minutes < 180) {
      return minutes + "m";
    }
    long hours = minutes / 60;
    if (hours < 8) {
      return with(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    long days = hours / 24;
    if (days < 8) {
      return with(days, "d", hours % 24, "h");
    }
    return days < 730 ? days + "d" : days / 365 + "y";
  }

  private static String with(long amount, String unit, long rest, String smaller) {
    return amount + unit + (rest == 0 ? "" : rest + smaller);
  }
}
