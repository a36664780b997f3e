package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;

/**
 * A repository and which commit of it. The most exact field wins: commit, then semver, then tag,
 * then branch. All but one of them may be null.
 */
@Rule(
    value = "has(self.branch) || has(self.tag) || has(self.semver) || has(self.commit)",
    message = "source must say what to follow: give branch, tag, semver or commit")
public record SyncSource(
    @Field(doc = "What kind of source.", initial = "Repository") Kind kind,
    @Field(doc = "Name of the source, in the same namespace.", required = true, max = 253)
        @Rule(
            value = "self.matches('^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$')",
            message = "name must be the name of an object: lower-case letters, digits, '-' and '.'")
        String name,
    @Field(
            doc = "The branch to follow. With commit: the branch the commit must be on.",
            min = 1,
            max = 244)
        @Rule(value = SyncSource.REF_NAME, message = SyncSource.BRANCH_MESSAGE)
        String branch,
    @Field(doc = "The tag to follow; one that is moved is followed too.", min = 1, max = 244)
        @Rule(
            value = SyncSource.REF_NAME,
            message = "tag must be the name of a Git tag, such as v1.2.0")
        String tag,
    @Field(
            doc =
                "Follows the highest version among the tags that lies in this range, such as"
                    + " '>=1.0.0 <2.0.0', 1.x or ~1.2.",
            min = 1,
            max = 128)
        @Rule(
            value = "self.matches('^[0-9A-Za-z.*|,<>=!~^ +-]+$')",
            message = "semver must be a range of versions, such as '>=1.0.0 <2.0.0', 1.x or ~1.2")
        String semver,
    @Field(doc = "Stays at this commit.", min = 40, max = 40)
        @Rule(
            value = "self.matches('^[0-9a-f]{40}$')",
            message = "commit must be a full commit id: 40 hexadecimal digits in lower case")
        String commit) {
  /** What Git accepts as the short name of a branch or tag. */
  static final String REF_NAME =
      "self.matches('^[^-/.@ ~^:?*\\\\[\\\\\\\\[:cntrl:]][^ ~^:?*\\\\[\\\\\\\\[:cntrl:]]*$')"
          + " && !self.contains('..') && !self.contains('//') &&"
          + " !self.contains('@{') && !self.endsWith('/') && !self.endsWith('.lock')";

  static final String BRANCH_MESSAGE =
      "branch must be the name of a Git branch, such as main or release/1.2";

  /** A branch of a Repository. */
  public static SyncSource branch(String repository, String branch) {
    return new SyncSource(Kind.REPOSITORY, repository, branch, null, null, null);
  }

  /** What can be delivered from. */
  public enum Kind {
    REPOSITORY
  }
}
