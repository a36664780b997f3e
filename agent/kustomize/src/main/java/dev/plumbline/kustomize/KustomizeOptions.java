package dev.plumbline.kustomize;

/**
 * @param restrictions which files a kustomization may read
 * @param limits what one build may cost
 * @param order what becomes of the output's order when the file does not say
 */
public record KustomizeOptions(
    LoadRestrictions restrictions, BuildLimits limits, DefaultOrder order) {
  public static final KustomizeOptions DEFAULT =
      new KustomizeOptions(LoadRestrictions.ROOT_ONLY, BuildLimits.DEFAULT, DefaultOrder.LEGACY);

  /** As kustomize's option of that name; the tree is never left either way. */
  public enum LoadRestrictions {
    /** Files in or below the kustomization's own directory. */
    ROOT_ONLY,
    /** Any file of the tree. */
    NONE
  }

  /** The order of the output when {@code sortOptions} is absent. */
  public enum DefaultOrder {
    /** What the command does: namespaces and definitions first, webhooks last. */
    LEGACY,
    /** As read. */
    FIFO
  }

  public KustomizeOptions with(LoadRestrictions newRestrictions) {
    return new KustomizeOptions(newRestrictions, limits, order);
  }

  public KustomizeOptions with(BuildLimits newLimits) {
    return new KustomizeOptions(restrictions, newLimits, order);
  }

  public KustomizeOptions with(DefaultOrder newOrder) {
    return new KustomizeOptions(restrictions, limits, newOrder);
  }
}
