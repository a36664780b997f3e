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
 * @param claims against others
 */
public record Settings(
    boolean prune,
    int allowance,
    boolean beyondBudget,
    Set<Consent> consents,
    Preflight.Mode preflight,
    boolean resync,
    boolean removesAdditions,
    Claims claims) {
  public Settings {
    consents = Set.copyOf(consents);
  }

  Settings(
      boolean prune,
      int allowance,
      boolean beyondBudget,
      Set<Consent> consents,
      Preflight.Mode preflight,
      boolean resync,
      boolean removesAdditions) {
    this(
        prune,
        allowance,
        beyondBudget,
        consents,
        preflight,
        resync,
        removesAdditions,
        Claims.DEFAULT);
  }

  /** Kinds that take data with them when they go. */
  public enum Consent {
    NAMESPACES,
    PERSISTENT_VOLUME_CLAIMS,
    CUSTOM_RESOURCE_DEFINITIONS,
    /** No kind: what was there before us. */
    ADOPTED
  }
}
