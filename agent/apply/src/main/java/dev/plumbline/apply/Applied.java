package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What became of a plan.
 *
 * @param inventory what the Sync owns now: still a superset of what exists
 * @param outcomes one per change, in the order of the plan
 * @param drifts what was taken and taken back
 * @param deferred what waits for a definition this plan brought: plan again
 * @param warnings what the server warned of, and what others retain, bounded
 * @param awaited what is as wanted and was waited for to become healthy
 * @param again when to look again, even if nothing moves until then
 */
public record Applied(
    Inventory inventory,
    List<Outcome> outcomes,
    List<Drift> drifts,
    List<ObjectKey> deferred,
    List<String> warnings,
    Set<ObjectKey> awaited,
    Optional<Instant> again) {
  public Applied {
    outcomes = List.copyOf(outcomes);
    drifts = List.copyOf(drifts);
    deferred = List.copyOf(deferred);
    warnings = List.copyOf(warnings);
    awaited = Set.copyOf(awaited);
  }

  /** Whether every object is as it should be. */
  public boolean complete() {
    return deferred.isEmpty() && outcomes.stream().allMatch(Outcome::good);
  }
}
