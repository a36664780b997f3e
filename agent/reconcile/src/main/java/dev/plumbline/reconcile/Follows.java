package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSource;
import dev.plumbline.source.VersionRange;
import dev.plumbline.source.git.GitRef;
import java.util.Optional;

/** Which commit of its repository a Sync follows. */
final class Follows {
  private Follows() {}

  /**
   * The most exact thing its source names.
   *
   * @throws IllegalArgumentException with a sentence, for a range that cannot be read
   */
  static GitRef of(SyncSource source) {
    if (source.commit() != null) {
      return new GitRef.Commit(source.commit(), Optional.ofNullable(source.branch()));
    }
    if (source.semver() != null) {
      return new GitRef.Newest(range(source.semver()));
    }
    return source.tag() != null ? new GitRef.Tag(source.tag()) : new GitRef.Branch(source.branch());
  }

  /** The same where it can be read: a range that cannot is the Sync's own trouble. */
  static Optional<GitRef> readable(SyncSource source) {
    try {
      return Optional.of(of(source));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static VersionRange range(String semver) {
    try {
      return VersionRange.parse(semver);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("source.semver: " + e.getMessage(), e);
    }
  }
}
