package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import java.util.List;

/**
 * @param phase null before the first contact
 * @param version null before the first contact
 * @param identity null before the first contact
 * @param reachable null before the first contact
 * @param syncs null before they were counted
 * @param objects null before they were counted
 */
public record TargetStatus(
    @Field(doc = "The generation of the spec this is about.") Long observedGeneration,
    @Field(doc = "The state in one word.") Phase phase,
    @Field(
            doc = "Ready says whether the cluster can be delivered to, or why not.",
            max = 16,
            key = "type")
        List<Condition> conditions,
    @Field(doc = "What the cluster runs: v1.36.3", max = 64) String version,
    @Field(doc = "The uid of its kube-system namespace: which cluster this is.", max = 64)
        String identity,
    @Field(doc = "Whether it answers.") Boolean reachable,
    @Field(doc = "How many Syncs deliver to it.") SyncCount syncs,
    @Field(doc = "How many objects these Syncs want there.") Integer objects) {
  public static final TargetStatus NONE =
      new TargetStatus(null, null, List.of(), null, null, null, null, null);

  /** The state in one word. */
  public enum Phase {
    PENDING,
    READY,
    FAILED,
    SUSPENDED
  }

  public TargetStatus {
    conditions = Bounds.first(conditions, 16);
    version = Bounds.text(version, 64);
    identity = Bounds.text(identity, 64);
  }

  /** The same with what is delivered there. */
  public TargetStatus with(SyncCount counted, int wanted) {
    return new TargetStatus(
        observedGeneration, phase, conditions, version, identity, reachable, counted, wanted);
  }
}
