package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Extra;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.apply.Drift;
import dev.plumbline.hub.EventWriter;
import dev.plumbline.hub.HubEvent;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells by events what people want to hear of a Sync: that something went wrong, that drift was
 * repaired, that another revision is live. At most one a run, the worst first; a first deploy is no
 * news.
 */
final class Announcements {
  private final EventWriter events;

  Announcements(EventWriter events) {
    this.events = events;
  }

  void after(Run run, SyncStatus before, SyncStatus now, List<Drift> drifts) {
    wentWrong(before, now)
        .map(bad -> event(run, HubEvent.Type.WARNING, bad.reason(), "Deliver", bad.message()))
        .or(
            () ->
                drifts.stream()
                    .findFirst()
                    .map(
                        drift ->
                            event(
                                run,
                                HubEvent.Type.WARNING,
                                drift.repaired() ? "DriftRepaired" : "Drifted",
                                drift.repaired() ? "Repair" : "Watch",
                                drift.key() + ": " + drift.sentence())))
        .or(
            () ->
                added(before, now)
                    .map(
                        extra ->
                            event(
                                run,
                                HubEvent.Type.WARNING,
                                "AddedByOthers",
                                "Watch",
                                "%s: %s added by \"%s\""
                                    .formatted(extra.object(), extra.field(), extra.by()))))
        .or(
            () ->
                another(before, now)
                    ? Optional.of(
                        event(
                            run,
                            HubEvent.Type.NORMAL,
                            "RevisionLive",
                            "Deliver",
                            now.revision().brief() + " is live"))
                    : Optional.empty())
        .ifPresent(events::write);
  }

  private static Optional<Condition> wentWrong(SyncStatus before, SyncStatus now) {
    boolean bad =
        now.phase() == Phase.FAILED
            || now.phase() == Phase.BLOCKED
            || now.phase() == Phase.DEGRADED;
    Optional<Condition> ready = ready(now);
    boolean same =
        Objects.equals(
            ready.map(Condition::reason).orElse(""),
            ready(before).map(Condition::reason).orElse(""));
    return bad && !same ? ready : Optional.empty();
  }

  private static Optional<Extra> added(SyncStatus before, SyncStatus now) {
    return now.extra().stream().filter(extra -> !before.extra().contains(extra)).findFirst();
  }

  private static boolean another(SyncStatus before, SyncStatus now) {
    return before.revision() != null
        && before.revision().applied() != null
        && now.revision() != null
        && !before.revision().applied().equals(now.revision().applied());
  }

  private static Optional<Condition> ready(SyncStatus status) {
    return status.conditions().stream()
        .filter(condition -> condition.type().equals(Condition.READY))
        .findFirst();
  }

  private static HubEvent event(
      Run run, HubEvent.Type type, String reason, String action, String note) {
    return new HubEvent("Sync", run.name(), run.sync().uid(), type, reason, action, note);
  }
}
