package dev.plumbline.source.git;

/**
 * Something that was asked for and is not in the repository.
 *
 * @param what for people, to stand after "Repository fleet has": {@code no branch release}
 */
public record Missing(Reason reason, String what) {
  /** What is missing. */
  public enum Reason {
    BRANCH_MISSING,
    TAG_MISSING,
    /** No tag is a version in the range. */
    VERSION_MISSING,
    COMMIT_MISSING
  }

  static Missing of(GitRef ref) {
    return switch (ref) {
      case GitRef.Branch branch -> new Missing(Reason.BRANCH_MISSING, "no " + branch);
      case GitRef.Tag tag -> new Missing(Reason.TAG_MISSING, "no " + tag);
      case GitRef.Newest(var range) ->
          new Missing(Reason.VERSION_MISSING, "no tag with a version in " + range);
      case GitRef.Commit(String id, var branch) ->
          new Missing(
              Reason.COMMIT_MISSING,
              "no commit %s on %s"
                  .formatted(id, branch.map(name -> "branch " + name).orElse("any branch or tag")));
    };
  }
}
