package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * @param phase null before the first look
 * @param observed the newest commit of each branch some Sync asks for
 */
public record RepositoryStatus(
    @Field(doc = "The generation of the spec this is about.") Long observedGeneration,
    @Field(doc = "The state in one word.") Phase phase,
    @Field(
            doc = "Ready says whether the repository can be read, or why not.",
            max = 16,
            key = "type")
        List<Condition> conditions,
    @Field(doc = "The newest commit seen of each branch in use.", max = 256, each = 244)
        Map<String, Seen> observed) {
  public static final RepositoryStatus NONE = new RepositoryStatus(null, null, List.of(), Map.of());

  /** The state in one word. */
  public enum Phase {
    PENDING,
    READY,
    FAILED
  }

  public RepositoryStatus {
    conditions = Bounds.first(conditions, 16);
    observed = observed == null ? Map.of() : Map.copyOf(observed);
  }

  /** A commit and when it was first seen. */
  public record Seen(
      @Field(doc = "The commit.", required = true, min = 40, max = 64)
          @Rule(
              value = "self.matches('^([0-9a-f]{40}|[0-9a-f]{64})$')",
              message = "commit must be a full commit id in lower-case hexadecimal")
          String commit,
      @Field(doc = "When it was first seen.", required = true) Instant at) {
    public Seen {
      at = Bounds.millis(at);
    }
  }
}
