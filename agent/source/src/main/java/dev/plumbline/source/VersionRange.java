package dev.plumbline.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of semantic versions as people of Flux and Helm write them: {@code >=1.0.0 <2.0.0},
 * {@code 1.x}, {@code ~1.2}, {@code ^0.3.1}, {@code 1.2 - 1.4}, alternatives by {@code ||}.
 *
 * <p>Pre-releases are in a range only where one of the comparisons beside each other names one:
 * {@code >=1.0.0-0 <2.0.0}.
 */
public final class VersionRange {
  private static final int MAX_LENGTH = 512;
  private static final int MAX_ALTERNATIVES = 32;

  // The whole text must be comparisons; no part of it is skipped.
  private static final Pattern COMPARISON =
      Pattern.compile(
          "\\G[\\s,]*(" + Comparison.OPERATORS + ")\\s*(" + Partial.FORM + ")(?=$|[\\s,<>=!~^])");

  private static final Pattern HYPHEN =
      Pattern.compile(
          "(?<=^|[\\s,])(" + Partial.FORM + ")\\s+-\\s+(" + Partial.FORM + ")(?=$|[\\s,])");

  private final String text;
  private final List<List<Comparison>> alternatives;

  private VersionRange(String text, List<List<Comparison>> alternatives) {
    this.text = text;
    this.alternatives = alternatives;
  }

  /**
   * Reads a range.
   *
   * @throws IllegalArgumentException with a sentence about what cannot be read
   */
  public static VersionRange parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a range of %d characters, at most %d are read".formatted(text.length(), MAX_LENGTH));
    }
    String[] parts = text.split("\\|\\|", -1);
    if (parts.length > MAX_ALTERNATIVES) {
      throw new IllegalArgumentException(
          "a range of %d alternatives, at most %d are read"
              .formatted(parts.length, MAX_ALTERNATIVES));
    }
    var alternatives = new ArrayList<List<Comparison>>();
    for (String part : parts) {
      alternatives.add(comparisons(part.strip(), text));
    }
    return new VersionRange(text, List.copyOf(alternatives));
  }

  private static List<Comparison> comparisons(String part, String whole) {
    String plain = HYPHEN.matcher(part).replaceAll(">=$1 <=$2");
    var comparisons = new ArrayList<Comparison>();
    Matcher next = COMPARISON.matcher(plain);
    int end = 0;
    while (next.find()) {
      comparisons.add(Comparison.of(next.group(1), Partial.of(next.group(2))));
      end = next.end();
    }
    if (comparisons.isEmpty() || end < plain.length()) {
      throw new IllegalArgumentException(
          "'%s' is not a range of versions at '%s'; expected such as '>=1.0.0 <2.0.0', 1.x or ~1.2"
              .formatted(whole, plain.substring(end).strip()));
    }
    return List.copyOf(comparisons);
  }

  /** The tag with the highest version in the range. Tags that are no versions are passed over. */
  public Optional<String> newest(Collection<String> tags) {
    record Candidate(String tag, Version version) {}
    return tags.stream()
        .flatMap(tag -> Version.parse(tag).map(version -> new Candidate(tag, version)).stream())
        .filter(candidate -> contains(candidate.version))
        // Equal versions, v1.0.0 beside 1.0.0+a: always the same one, whatever order they come in.
        .max(
            Comparator.comparing(Candidate::version, Version.PRECEDENCE)
                .thenComparing(candidate -> candidate.version.build())
                .thenComparing(Candidate::tag))
        .map(Candidate::tag);
  }

  /** Whether going from one tag to another is a step to an older version. */
  public static boolean goesBack(String from, String to) {
    Optional<Version> old = Version.parse(from);
    Optional<Version> young = Version.parse(to);
    return old.isPresent()
        && young.isPresent()
        && Version.PRECEDENCE.compare(young.get(), old.get()) < 0;
  }

  boolean contains(Version version) {
    return alternatives.stream()
        .filter(
            all -> !version.isPreRelease() || all.stream().anyMatch(Comparison::namesPreRelease))
        .anyMatch(all -> all.stream().allMatch(one -> one.holds(version)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VersionRange range && range.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
