package dev.plumbline.apply;

import java.util.Set;

/**
 * What a Sync says about how it is applied.
 *
 * @param prune whether objects that are no longer rendered are deleted; otherwise they are left and
 *     forgotten
 * @param allowance how many objects this revision may prune without a person's word
 * @param beyondBudget whether a person confirmed this revision's prunes beyond the budget
 * @param consents kinds that take data with them and may be pruned all the same
 * @param resync whether objects that look untouched are dry-run too
 * @param removesAdditions whether what others put beside our fields is taken out
 */
public record Settings(
    boolean prune,
    int allowance,
    boolean beyondBudget,
    Set<Consent> consents,
    Preflight.Mode preflight,
    boolean resync,
    boolean removesAdditions) {
  public Settings {
    consents = Set.copyOf(consents);
  }

  /** Kinds that take data with them when they go. */
  public enum Consent {
    NAMESPACES,
    PERSISTENT_VOLUME_CLAIMS,
    CUSTOM_RESOURCE_DEFINITIONS
  }
}
