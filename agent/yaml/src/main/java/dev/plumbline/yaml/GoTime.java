package dev.plumbline.yaml;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and times as go-yaml recognises them and Go's JSON writes them. */
final class GoTime {
  private static final Pattern DATE =
      Pattern.compile(
          "(\\d{4})-(\\d{1,2})-(\\d{1,2})"
              + "(?:(?:([Tt])| )(\\d{1,2}):(\\d{1,2}):(\\d{1,2})([.,]\\d+)?"
              + "(Z|[-+]\\d{2}:\\d{2})?)?");

  private GoTime() {}

  /** RFC 3339 with nanoseconds, or null when the text is no timestamp. */
  static String parse(String text) {
    if (text.length() < 8 || text.charAt(4) != '-') {
      return null;
    }
    var m = DATE.matcher(text);
    if (!m.matches()) {
      return null;
    }
    // A zone comes with a T, and only with a T.
    boolean withT = m.group(4) != null;
    if (withT != (m.group(9) != null)) {
      return null;
    }
    try {
      var time =
          LocalDateTime.of(
              number(m, 1), number(m, 2), number(m, 3), number(m, 5), number(m, 6), number(m, 7));
      return "%04d-%02d-%02dT%02d:%02d:%02d"
              .formatted(
                  time.getYear(),
                  time.getMonthValue(),
                  time.getDayOfMonth(),
                  time.getHour(),
                  time.getMinute(),
                  time.getSecond())
          + fraction(m.group(8))
          + zone(m.group(9));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int number(Matcher m, int group) {
    return m.group(group) == null ? 0 : Integer.parseInt(m.group(group));
  }

  private static String fraction(String text) {
    if (text == null) {
      return "";
    }
    String digits = text.substring(1, Math.min(text.length(), 10));
    int end = digits.length();
    while (end > 0 && digits.charAt(end - 1) == '0') {
      end--;
    }
    return end == 0 ? "" : "." + digits.substring(0, end);
  }

  private static String zone(String text) {
    return text == null || text.equals("Z") || text.substring(1).equals("00:00") ? "Z" : text;
  }
}
