package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One thing that is so, or is not, or is not known. */
public record Condition(
    @Field(doc = "What is said to be so.", required = true, min = 1, max = 316) String type,
    @Field(doc = "Whether it is so.", required = true) Status status,
    @Field(doc = "The generation of the object it was said of.") Long observedGeneration,
    @Field(doc = "When the status last changed.", required = true) Instant lastTransitionTime,
    @Field(doc = "Why, in one word.", required = true, min = 1, max = 128) String reason,
    @Field(doc = "Why, in a sentence.", required = true, max = 4096) String message) {
  public static final String READY = "Ready";
  public static final String VERIFIED = "Verified";
  public static final String RENDERED = "Rendered";
  public static final String APPLIED = "Applied";
  public static final String HEALTHY = "Healthy";
  public static final String IN_SYNC = "InSync";
  public static final String STALLED = "Stalled";

  /** Whether something is so. */
  public enum Status {
    TRUE,
    FALSE,
    UNKNOWN
  }

  public Condition {
    Objects.requireNonNull(status);
    type = Bounds.text(type, 316);
    reason = Bounds.text(reason, 128);
    message = Bounds.text(message, 4096);
    lastTransitionTime = lastTransitionTime.truncatedTo(ChronoUnit.SECONDS);
  }

  public boolean isTrue() {
    return status == Status.TRUE;
  }

  public static Optional<Condition> find(List<Condition> conditions, String type) {
    return conditions.stream().filter(condition -> condition.type.equals(type)).findFirst();
  }

  /**
   * The conditions with {@code latest} in the place of its type; it keeps the old transition time
   * where the status did not change.
   */
  public static List<Condition> with(List<Condition> conditions, Condition latest) {
    var merged = new ArrayList<Condition>(conditions.size() + 1);
    boolean placed = false;
    for (Condition condition : conditions) {
      if (condition.type.equals(latest.type)) {
        merged.add(latest.since(condition));
        placed = true;
      } else {
        merged.add(condition);
      }
    }
    if (!placed) {
      merged.add(latest);
    }
    return List.copyOf(merged);
  }

  private Condition since(Condition earlier) {
    return status == earlier.status
        ? new Condition(
            type, status, observedGeneration, earlier.lastTransitionTime, reason, message)
        : this;
  }
}
