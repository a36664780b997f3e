package dev.plumbline.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One commit of one ref of a repository, as the server showed it.
 *
 * @param repository the Repository object it was read through
 * @param ref the branch or tag it was found by, short: {@code main}, {@code v1.2.0}; empty for a
 *     commit that was asked for by its id
 * @param commit the full commit id, lower-case hexadecimal
 */
public record Revision(Name repository, String ref, String commit) {
  private static final Pattern FORM =
      Pattern.compile("(?:(.+)@)?(?:sha1:([0-9a-f]{40})|sha256:([0-9a-f]{64}))");

  public Revision {
    if (!commit.matches("[0-9a-f]{40}|[0-9a-f]{64}")) {
      throw new IllegalArgumentException("not a commit id: '%s'".formatted(commit));
    }
  }

  /** Reads what {@link #toString} wrote; empty for anything else. */
  public static Optional<Revision> parse(Name repository, String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(
            new Revision(
                repository,
                form.group(1) == null ? "" : form.group(1),
                form.group(2) == null ? form.group(3) : form.group(2)))
        : Optional.empty();
  }

  /** For people: {@code main@4f2c1d9}, {@code 4f2c1d9}. */
  public String brief() {
    return prefix() + commit.substring(0, 7);
  }

  /** For statuses: {@code main@sha1:4f2c…}, {@code sha1:4f2c…}. */
  @Override
  public String toString() {
    return prefix() + (commit.length() == 40 ? "sha1:" : "sha256:") + commit;
  }

  private String prefix() {
    return ref.isEmpty() ? "" : ref + "@";
  }
}
