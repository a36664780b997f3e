package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * @param phase null before the first look
 * @param observed where everything stands that some Sync asks for: {@code main}, {@code tag
 *     v1.2.0}, {@code semver 1.x}
 * @param handled null: nobody asked
 */
public record RepositoryStatus(
    @Field(doc = "The generation of the spec this is about.") Long observedGeneration,
    @Field(doc = "The state in one word.") Phase phase,
    @Field(
            doc = "Ready says whether the repository can be read, or why not.",
            max = 16,
            key = "type")
        List<Condition> conditions,
    @Field(
            doc = "The commit that each branch, tag and range in use was last seen at.",
            max = RepositoryStatus.MOST_OBSERVED,
            each = 320)
        Map<String, Seen> observed,
    @Field(doc = "The annotations of people that were acted on.") Handled handled) {
  /** Of more than so many, the first ones by name are shown. */
  public static final int MOST_OBSERVED = 256;

  public static final RepositoryStatus NONE =
      new RepositoryStatus(null, null, List.of(), Map.of(), null);

  /** The state in one word. */
  public enum Phase {
    PENDING,
    READY,
    FAILED
  }

  public RepositoryStatus {
    conditions = Bounds.first(conditions, 16);
    observed = Bounds.first(observed, MOST_OBSERVED);
  }

  /**
   * @param requestedAt the value of {@link Marks#REQUESTED_AT}
   */
  public record Handled(
      @Field(doc = "The last plumbline.dev/requested-at that was looked for.", max = 320)
          String requestedAt) {
    public Handled {
      requestedAt = Bounds.text(requestedAt, 320);
    }
  }

  /**
   * A commit and when it was first seen.
   *
   * @param tag null for a branch, and for a commit asked for by its id
   * @param tagObject null where no annotated tag leads to the commit
   */
  public record Seen(
      @Field(doc = "The commit.", required = true, min = 40, max = 64)
          @Rule(
              value = "self.matches('^([0-9a-f]{40}|[0-9a-f]{64})$')",
              message = "commit must be a full commit id in lower-case hexadecimal")
          String commit,
      @Field(doc = "The tag that leads to it.", max = 244) String tag,
      @Field(doc = "The id of that tag's own object, where it is annotated.", max = 64)
          String tagObject,
      @Field(doc = "When it was first seen.", required = true) Instant at) {
    public Seen {
      at = Bounds.millis(at);
    }

    /** The same, first seen then. */
    public Seen at(Instant then) {
      return new Seen(commit, tag, tagObject, then);
    }
  }
}
