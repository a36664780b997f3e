package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import java.util.Locale;

/**
 * Why something cannot go on.
 *
 * @param reason one CamelCase word, for a condition
 * @param message for people
 */
record Failure(String reason, String message) {
  static final String PRUNE_BUDGET = "PruneBudgetExceeded";
  static final String QUOTA = "QuotaExceeded";
  static final String DEPENDENCY_NOT_READY = "DependencyNotReady";

  /** The state of a Sync that cannot go on because of it. */
  Phase phase() {
    return switch (reason) {
      case PRUNE_BUDGET, QUOTA -> Phase.BLOCKED;
      case DEPENDENCY_NOT_READY -> Phase.WAITING;
      default -> Phase.FAILED;
    };
  }

  /** {@code BRANCH_MISSING} as conditions write it: {@code BranchMissing}. */
  static String camel(Enum<?> constant) {
    var word = new StringBuilder();
    for (String part : constant.name().split("_", -1)) {
      word.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
    }
    return word.toString();
  }
}
