package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Handled;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Name;
import dev.plumbline.model.OperationId;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * One run: the Sync as it was read at the start, for whom it is delivered, the id that stands in
 * logs, events, the user agent and the status, and the fence of every write to a target.
 *
 * @param source the Repository it delivers from
 * @param target the Target it delivers to
 */
record Run(
    HubObject<SyncSpec, SyncStatus> sync,
    Name source,
    Name target,
    Mandate mandate,
    OperationId operation,
    Fence fence,
    Clock clock,
    Instant startedAt) {

  Name name() {
    return sync.name();
  }

  /** For whom it delivers. A run without a mandate ends before anybody asks. */
  Mandate.Given given() {
    return switch (mandate) {
      case Mandate.Given given -> given;
      case Mandate.Refused(Failure why) -> throw new IllegalStateException(why.message());
    };
  }

  Report report() {
    return report(sync.status());
  }

  Report report(SyncStatus last) {
    return new Report(last, sync.generation(), now());
  }

  Instant now() {
    return clock.now();
  }

  // Statuses are written even when the run was stopped: they say what it did.
  HubWriter writer(Hub hub) {
    return hub.writer(operation, Fence.open());
  }

  /** What people asked for, after this run: it answers what stands on the Sync. */
  Handled handled() {
    String asked = sync.annotations().get(Marks.REQUESTED_AT);
    Handled last = sync.status().handled();
    if (asked == null) {
      return last;
    }
    return last == null
        ? new Handled(asked, null, null)
        : new Handled(asked, last.allowPrune(), last.confirmIdentity());
  }

  /**
   * Says that the Sync cannot go on until somebody does something, or what it waits for is there.
   */
  void stopped(Hub hub, Phase phase, Failure why) throws IOException {
    say(
        hub,
        report()
            .handled(handled())
            .ready(phase, false, why.reason(), why.message())
            .condition(
                Condition.STALLED,
                phase == Phase.WAITING ? Condition.Status.FALSE : Condition.Status.TRUE,
                why.reason(),
                why.message()));
  }

  /** Writes the report, and an event, if it tells anybody anything. */
  void say(Hub hub, Report report) throws IOException {
    if (report.tellsSomething()) {
      SyncStatus now = report.status(operation);
      new SyncRecord(writer(hub), this, last -> last).say(now);
      new Announcements(hub.events()).after(this, sync.status(), now, List.of());
    }
  }
}
