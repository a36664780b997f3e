package dev.plumbline.model;

/**
 * One commit of one ref of a repository, as the server showed it.
 *
 * @param repository the Repository object it was read through
 * @param ref what was asked for, short: {@code main}, {@code v1.2.0}
 * @param commit the full commit id, lower-case hexadecimal
 */
public record Revision(Name repository, String ref, String commit) {
  public Revision {
    if (!commit.matches("[0-9a-f]{40}|[0-9a-f]{64}")) {
      throw new IllegalArgumentException("not a commit id: '%s'".formatted(commit));
    }
  }

  /** For people: {@code main@4f2c1d9}. */
  public String brief() {
    return ref + "@" + commit.substring(0, 7);
  }

  /** For statuses: {@code main@sha1:4f2c…}. */
  @Override
  public String toString() {
    return ref + "@" + (commit.length() == 40 ? "sha1:" : "sha256:") + commit;
  }
}
