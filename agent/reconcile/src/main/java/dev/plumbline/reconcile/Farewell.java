package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.apply.Applied;
import dev.plumbline.apply.Change;
import dev.plumbline.apply.Consents;
import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Entry;
import dev.plumbline.apply.Inventory;
import dev.plumbline.apply.Outcome;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubEvent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.LoadedInventory;
import dev.plumbline.hub.Lookup;
import dev.plumbline.kube.Cluster;
import dev.plumbline.reconcile.TargetState.Connected;
import dev.plumbline.reconcile.TargetState.Suspended;
import dev.plumbline.reconcile.TargetState.Unusable;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.reconcile.generate.Triple;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last runs of a deleted Sync: its objects go, or stay, as it says; then the finalizer goes. It
 * never waits for something that nobody can bring: whoever wants to let go at once sets {@code
 * deletionPolicy: Orphan}.
 */
final class Farewell {
  private static final Logger LOG = LoggerFactory.getLogger(Farewell.class);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
  private static final String WAY_OUT =
      "; set spec.deletionPolicy: Orphan to let go and leave its objects in place";

  private final Hub hub;
  private final String hubId;
  private final Targets targets;
  private final Tenancy tenancy;
  private final TargetIdentity identity;

  Farewell(Hub hub, String hubId, Targets targets, Tenancy tenancy) {
    this.hub = hub;
    this.identity = new TargetIdentity(hub);
    this.hubId = hubId;
    this.targets = targets;
    this.tenancy = tenancy;
  }

  Next run(Run run) throws IOException, InterruptedException {
    HubObject<SyncSpec, SyncStatus> sync = run.sync();
    if (!sync.finalizers().contains(Marks.SYNC_FINALIZER)) {
      return new Next.WhenAsked();
    }
    if (!sync.spec().prunesOnDeletion()) {
      return release(run, record(run), "its objects stay, as its deletionPolicy says");
    }
    return switch (hub.inventory(sync)) {
      case LoadedInventory.None ignored -> release(run, record(run), "it owns nothing");
      case LoadedInventory.Incomplete(String sentence) ->
          stop(run, Phase.FAILED, new Failure("InventoryIncomplete", sentence));
      case LoadedInventory.Whole(var entries) ->
          entries.isEmpty()
              ? release(run, record(run), "it owns nothing")
              : prune(run, Inventory.unpack(entries));
    };
  }

  private Next prune(Run run, Inventory inventory) throws IOException, InterruptedException {
    // What is deleted counts as gone at once, though its connection may be there for a moment yet.
    boolean gone = hub.targets().lookup(run.target()) instanceof Lookup.Absent<?, ?>;
    if (!gone && run.sync().spec().suspended(run.now())) {
      String sentence = run.sync().spec().suspend().sentence();
      return stop(run, Phase.SUSPENDED, new Failure("Suspended", sentence));
    }
    if (run.mandate() instanceof Mandate.Refused(Failure why)) {
      return stop(run, Phase.FAILED, why);
    }
    if (!run.given().prunes()) {
      return leave(
          run,
          "Tenant %s lets nothing be deleted: %d objects stay"
              .formatted(run.sync().spec().tenantRef().name(), inventory.size()));
    }
    Optional<TargetState> target = targets.get(run.target());
    if (gone || target.isEmpty()) {
      return withoutTarget(run, inventory);
    }
    return switch (target.get()) {
      case Unusable(Failure failure) -> stop(run, Phase.FAILED, failure);
      case Suspended(Failure failure) -> stop(run, Phase.SUSPENDED, failure);
      case Connected connected when connected.away().isPresent() ->
          stop(run, Phase.FAILED, connected.away().get());
      case Connected connected when TargetIdentity.changed(run, connected) ->
          identity.confirmed(run, connected)
              ? release(run, record(run), "its objects are on another cluster")
              : stop(run, Phase.FAILED, TargetIdentity.failure(run, connected));
      case Connected connected -> prune(run, connected, inventory);
    };
  }

  // A target that was not tried yet wakes us when it was.
  private Next withoutTarget(Run run, Inventory inventory) throws IOException {
    return switch (hub.targets().lookup(run.target())) {
      case Lookup.Found<?, ?> ignored -> new Next.WhenAsked();
      case Lookup.Malformed<?, ?> malformed ->
          stop(run, Phase.FAILED, new Failure("TargetMalformed", malformed.sentence()));
      // Whoever deletes a Target means all that was generated for it; a person's Sync is asked for.
      case Lookup.Absent<?, ?>() when Triple.of(run.sync()).isPresent() ->
          leave(
              run,
              "Target %s does not exist any more: %d objects were left there"
                  .formatted(run.target().name(), inventory.size()));
      case Lookup.Absent<?, ?>() ->
          stop(
              run,
              Phase.FAILED,
              new Failure(
                  "TargetNotFound",
                  "Target %s does not exist, so its %d objects cannot be deleted"
                      .formatted(run.target().name(), inventory.size())));
    };
  }

  private Next prune(Run run, Connected target, Inventory inventory)
      throws IOException, InterruptedException {
    Optional<Failure> missing = Accounts.missing(run, target);
    if (missing.isPresent()) {
      return stop(run, Phase.FAILED, missing.get());
    }
    targets.use(run.name(), run.target());
    var marks = new dev.plumbline.apply.Marks(hubId, run.name());
    Cluster cluster = target.connection().as(run.given().identity(), run.operation(), run.fence());
    var peers = tenancy.siblings(run, new Desires(cluster.discovery(), marks));
    var delivery = new Delivery(run.name(), marks, target, cluster, peers, run.clock());
    var record = record(run);
    delivery.watch(Desired.NOTHING, inventory);
    target.live().begin(run.name());
    Applied applied;
    try {
      var settings = Consents.farewell(run.given().prune(run.sync().spec().prune()));
      var result =
          delivery.deliver(
              Desired.NOTHING,
              inventory,
              settings,
              run.given().grant(),
              record,
              key -> Optional.empty());
      applied = ((Delivery.Result.Done) result).applied();
    } catch (IOException | RuntimeException e) {
      target.live().abandon(run.name());
      throw e;
    }
    target.live().settle(run.name(), applied.inventory(), Tally.untouched(applied));
    return settle(run, record, inventory, applied);
  }

  // What takes data with it and has nobody's word stays: the Sync goes without it.
  private Next settle(Run run, SyncRecord record, Inventory before, Applied applied)
      throws IOException {
    List<Outcome> left =
        applied.outcomes().stream()
            .filter(outcome -> !outcome.good())
            .filter(outcome -> outcome.reason() != Change.Reason.NEEDS_CONSENT)
            .toList();
    Report report = run.report(record.sync().status());
    if (left.isEmpty() && applied.again().isPresent()) {
      var wait = Duration.between(run.now(), applied.again().get()).plusMillis(50);
      report.ready(
          Phase.WAITING, false, "Deleting", "waits for what was sent before and may still arrive");
      record.settle(report.status(run.operation()), applied.inventory());
      return new Next.After(wait.isNegative() ? Duration.ofMillis(50) : wait);
    }
    if (left.isEmpty()) {
      String stays =
          applied.inventory().entries().stream()
              .map(Entry::key)
              .map(Object::toString)
              .limit(10)
              .collect(Collectors.joining(", "));
      return release(run, record, stays.isEmpty() ? "all its objects are gone" : "left: " + stays);
    }
    String more = left.size() > 1 ? " (and %d more)".formatted(left.size() - 1) : "";
    boolean out = left.getFirst().reason() == Change.Reason.NOT_ALLOWED;
    String sentence = Tally.sentence(left.getFirst()) + more + (out ? WAY_OUT : "");
    report.ready(Phase.WAITING, false, "Deleting", sentence);
    boolean recorded = !record.sync().equals(run.sync());
    if (recorded || !applied.inventory().equals(before) || report.tellsSomething()) {
      record.settle(report.status(run.operation()), applied.inventory());
    }
    boolean retry = left.stream().anyMatch(Outcome::retryable);
    var backoff = run.sync().spec().retry();
    return retry
        ? new Next.Retry(new Backoff(backoff.min(), backoff.max()))
        : new Next.After(LOOK_AGAIN);
  }

  private Next leave(Run run, String left) throws IOException {
    hub.events()
        .write(
            new HubEvent(
                "Sync",
                run.name(),
                run.sync().uid(),
                HubEvent.Type.WARNING,
                "ObjectsLeft",
                "Delete",
                left));
    return release(run, record(run), left);
  }

  private SyncRecord record(Run run) {
    return new SyncRecord(run.writer(hub), run, last -> last);
  }

  private Next release(Run run, SyncRecord record, String why) throws IOException {
    record.release();
    targets.forget(run.name());
    LOG.atInfo()
        .addKeyValue("sync", run.name())
        .addKeyValue("operation", run.operation())
        .log("{} is let go: {}", run.name(), why);
    return new Next.WhenAsked();
  }

  private Next stop(Run run, Phase phase, Failure why) throws IOException {
    run.stopped(hub, phase, new Failure(why.reason(), why.message() + WAY_OUT));
    return new Next.After(LOOK_AGAIN);
  }
}
