package dev.plumbline.source;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A semantic version, all three numbers of it, as tags spell it: with or without a leading {@code
 * v}.
 *
 * @param preRelease its dot-separated parts; empty for a release
 * @param build what stands behind {@code +}, which has no say in what is newer; may be empty
 */
record Version(long major, long minor, long patch, List<String> preRelease, String build) {
  static final String NUMBER = "(?:0|[1-9][0-9]{0,17})";
  static final String PRE_RELEASE = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";

  private static final int MAX_LENGTH = 256;
  private static final Pattern LEADING_ZERO = Pattern.compile("0[0-9]+");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern FORM =
      Pattern.compile(
          "v?(%1$s)\\.(%1$s)\\.(%1$s)(?:-(%2$s))?(?:\\+(%2$s))?".formatted(NUMBER, PRE_RELEASE));

  /** What is newer; equal for versions that differ in their build only. */
  static final Comparator<Version> PRECEDENCE =
      Comparator.comparingLong(Version::major)
          .thenComparingLong(Version::minor)
          .thenComparingLong(Version::patch)
          .thenComparing(Version::preRelease, Version::comparePreReleases);

  Version {
    preRelease = List.copyOf(preRelease);
  }

  /** Empty for a text that is no full version. */
  static Optional<Version> parse(String text) {
    Matcher form = FORM.matcher(text.length() > MAX_LENGTH ? "" : text);
    if (!form.matches()) {
      return Optional.empty();
    }
    List<String> preRelease = parts(form.group(4));
    if (preRelease.stream().anyMatch(part -> LEADING_ZERO.matcher(part).matches())) {
      return Optional.empty();
    }
    return Optional.of(
        new Version(
            Long.parseLong(form.group(1)),
            Long.parseLong(form.group(2)),
            Long.parseLong(form.group(3)),
            preRelease,
            form.group(5) == null ? "" : form.group(5)));
  }

  static List<String> parts(String preRelease) {
    return preRelease == null ? List.of() : List.of(preRelease.split("\\.", -1));
  }

  boolean isPreRelease() {
    return !preRelease.isEmpty();
  }

  // https://semver.org §11: a release is newer than its pre-releases, and more parts are newer.
  private static int comparePreReleases(List<String> a, List<String> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return Boolean.compare(a.isEmpty(), b.isEmpty());
    }
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int order = compareParts(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static int compareParts(String a, String b) {
    boolean number = DIGITS.matcher(a).matches();
    if (number != DIGITS.matcher(b).matches()) {
      return number ? -1 : 1;
    }
    return number && a.length() != b.length()
        ? Integer.compare(a.length(), b.length())
        : a.compareTo(b);
  }
}
