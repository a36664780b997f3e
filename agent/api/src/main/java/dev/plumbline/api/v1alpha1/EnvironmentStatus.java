package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import java.util.List;

/**
 * @param phase null before the first look
 * @param targets null before the first look
 * @param syncs null before the first look
 */
public record EnvironmentStatus(
    @Field(doc = "The generation of the spec this is about.") Long observedGeneration,
    @Field(doc = "The state in one word.") Phase phase,
    @Field(doc = "Ready says whether its Syncs are ready.", max = 16, key = "type")
        List<Condition> conditions,
    @Field(doc = "The Targets it selects.") SelectedTargets targets,
    @Field(doc = "How many Syncs were generated for it.") SyncCount syncs) {
  public static final EnvironmentStatus NONE =
      new EnvironmentStatus(null, null, List.of(), null, null);

  /** The state in one word. */
  public enum Phase {
    PENDING,
    READY,
    WAITING,
    DEGRADED,
    FAILED
  }

  public EnvironmentStatus {
    conditions = Bounds.first(conditions, 16);
  }
}
