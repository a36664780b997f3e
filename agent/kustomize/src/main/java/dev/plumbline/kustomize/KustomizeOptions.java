package dev.plumbline.kustomize;

import java.util.Optional;

/**
 * @param restrictions which files a kustomization may read
 * @param limits what one build may cost
 * @param order what becomes of the output's order when the file does not say
 * @param remotes brings remote bases; empty where they are refused
 */
public record KustomizeOptions(
    LoadRestrictions restrictions,
    BuildLimits limits,
    DefaultOrder order,
    Optional<Remotes> remotes) {
  public static final KustomizeOptions DEFAULT =
      new KustomizeOptions(
          LoadRestrictions.ROOT_ONLY, BuildLimits.DEFAULT, DefaultOrder.LEGACY, Optional.empty());

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
    return new KustomizeOptions(newRestrictions, limits, order, remotes);
  }

  public KustomizeOptions with(BuildLimits newLimits) {
    return new KustomizeOptions(restrictions, newLimits, order, remotes);
  }

  public KustomizeOptions with(DefaultOrder newOrder) {
    return new KustomizeOptions(restrictions, limits, newOrder, remotes);
  }

  /** Builds remote bases too; what they bring is not remembered between builds. */
  public KustomizeOptions with(Remotes newRemotes) {
    return new KustomizeOptions(restrictions, limits, order, Optional.of(newRemotes));
  }
}
