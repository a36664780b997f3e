package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import java.util.List;

/**
 * @param phase null before the first look
 * @param directory null while it is not known
 * @param syncs null before the first look
 */
public record TenantStatus(
    @Field(doc = "The generation of the spec this is about.") Long observedGeneration,
    @Field(doc = "The state in one word.") Phase phase,
    @Field(
            doc =
                "Ready says whether its Syncs are there and ready; Generated whether they are there"
                    + " as wanted.",
            max = 16,
            key = "type")
        List<Condition> conditions,
    @Field(doc = "Its directory in the repository.", max = 1024) String directory,
    @Field(doc = "How many Syncs it has.") SyncCount syncs,
    @Field(doc = "What was found in each of its Environments.", max = 64, key = "name")
        List<TenantInEnvironment> environments) {
  public static final TenantStatus NONE =
      new TenantStatus(null, null, List.of(), null, null, List.of());

  /** The state in one word. */
  public enum Phase {
    PENDING,
    READY,
    WAITING,
    DEGRADED,
    FAILED,
    DELETING
  }

  public TenantStatus {
    conditions = Bounds.first(conditions, 16);
    directory = Bounds.text(directory, 1024);
    environments = Bounds.first(environments, 64);
  }
}
