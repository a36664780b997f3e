package dev.plumbline.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of which the last numbers may be left out: {@code 1.2}, {@code 1.x}, {@code *}.
 *
 * @param given how many of the three numbers were written
 * @param lowest the lowest version it may mean, with the pre-release that was written
 */
record Partial(int given, Version lowest) {
  private static final String X = "(?:" + Version.NUMBER + "|[xX*])";
  static final String FORM =
      "v?%1$s(?:\\.%1$s(?:\\.%1$s)?)?(?:-%2$s)?(?:\\+%2$s)?".formatted(X, Version.PRE_RELEASE);

  private static final Pattern PARTS =
      Pattern.compile(
          "v?(%1$s)(?:\\.(%1$s))?(?:\\.(%1$s))?(?:-(%2$s))?(?:\\+%2$s)?"
              .formatted(X, Version.PRE_RELEASE));

  /**
   * @throws IllegalArgumentException with a sentence, for {@code 1.x.3}
   */
  static Partial of(String text) {
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'%s' is not a version".formatted(text));
    }
    long[] numbers = new long[3];
    int given = 0;
    boolean open = false;
    for (int i = 0; i < 3; i++) {
      String part = parts.group(i + 1);
      if (part == null || part.matches("[xX*]")) {
        open = true;
      } else if (open) {
        throw new IllegalArgumentException(
            "'%s' has a number after one that is left open".formatted(text));
      } else {
        numbers[i] = Long.parseLong(part);
        given++;
      }
    }
    var lowest = new Version(numbers[0], numbers[1], numbers[2], Version.parts(parts.group(4)), "");
    return new Partial(given, lowest);
  }

  boolean whole() {
    return given == 3;
  }

  /** Whether the numbers that were given are the same, the last of them left out if all were. */
  boolean near(Version version) {
    return (given < 1 || version.major() == lowest.major())
        && (given < 2 || version.minor() == lowest.minor());
  }
}
