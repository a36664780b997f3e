package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.SyncCount;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.hub.HubObject;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How many Syncs are how.
 *
 * @param firstFailed what the first of those that cannot go on says
 */
record SyncCounts(SyncCount count, Optional<String> firstFailed) {
  private static final Set<Phase> STUCK = EnumSet.of(Phase.FAILED, Phase.DEGRADED, Phase.BLOCKED);

  static SyncCounts of(List<HubObject<SyncSpec, SyncStatus>> syncs) {
    int ready = 0;
    int failed = 0;
    Optional<String> first = Optional.empty();
    for (HubObject<SyncSpec, SyncStatus> sync : syncs) {
      Phase phase = sync.status().phase();
      if (phase == Phase.READY && !sync.deleting()) {
        ready++;
      } else if (phase != null && STUCK.contains(phase)) {
        failed++;
        first = first.or(() -> Optional.of(sentence(sync)));
      }
    }
    return new SyncCounts(new SyncCount(syncs.size(), ready, failed), first);
  }

  boolean allReady() {
    return count.ready() == count.total();
  }

  /** {@code Sync acme-prod-eu-ab12cd: <why it is not ready>}. */
  static String sentence(HubObject<SyncSpec, SyncStatus> sync) {
    String why =
        Condition.find(sync.status().conditions(), Condition.READY)
            .map(Condition::message)
            .orElse("it did not run yet");
    return "Sync %s: %s".formatted(sync.name().name(), why);
  }

  /** {@code 11 of 12 Syncs are ready}. */
  String summary() {
    return "%d of %d Syncs are ready".formatted(count.ready(), count.total());
  }
}
