package dev.plumbline.reconcile;

import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Live;
import dev.plumbline.apply.Wanted;
import dev.plumbline.health.HealthRules;
import dev.plumbline.model.ObjectKey;
import java.util.List;
import java.util.Optional;

/**
 * Objects whose health no watch tells of: it was read, and is as old as the run.
 *
 * @param sentence which, and which right is missing; empty where all are watched
 * @param waiting whether one of them is not well: nothing but another look tells when it is
 */
record Unwatched(Optional<String> sentence, boolean waiting) {

  static Unwatched of(Desired desired, Live live) {
    List<ObjectKey> unseen =
        desired.objects().stream()
            .filter(wanted -> wanted.wishes().judged())
            .map(Wanted::key)
            .filter(key -> HealthRules.hasRule(key.groupKind()))
            .filter(live::isBlind)
            .toList();
    return new Unwatched(
        unseen.stream().findFirst().map(first -> sentence(first, unseen.size(), live)),
        unseen.stream().anyMatch(key -> !live.healthy(key)));
  }

  private static String sentence(ObjectKey first, int count, Live live) {
    return "%s%s is looked at only when the Sync runs: %s"
        .formatted(
            first,
            count == 1 ? "" : " (and %d more)".formatted(count - 1),
            live.missingRight(first));
  }
}
