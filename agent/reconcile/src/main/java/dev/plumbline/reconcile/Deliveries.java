package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.apply.Addition;
import dev.plumbline.apply.Applied;
import dev.plumbline.apply.Consents;
import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Drift;
import dev.plumbline.apply.Inventory;
import dev.plumbline.apply.InventoryRecord;
import dev.plumbline.apply.Marks;
import dev.plumbline.apply.Plan;
import dev.plumbline.apply.PodTrouble;
import dev.plumbline.apply.Settings;
import dev.plumbline.apply.Wanted;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.kube.Cluster;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Revision;
import dev.plumbline.reconcile.TargetState.Connected;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.render.Rendered;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers what was rendered to the Sync's target, and settles what came of it in its status. */
final class Deliveries {
  private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
  // Nothing tells when an account is made, or when others need less of a quota.
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  private final Hub hub;
  private final String hubId;
  private final Pipeline pipeline;
  private final Memories memories;
  private final Territories territories;
  private final Tenancy tenancy;
  private final Announcements announcements;
  private final Consumer<Name> targetInDoubt;
  private final Metrics metrics;

  /**
   * @param targetInDoubt has a target looked at that may not answer any more
   */
  Deliveries(
      Hub hub,
      String hubId,
      Pipeline pipeline,
      Memories memories,
      Tenancy tenancy,
      Consumer<Name> targetInDoubt,
      Metrics metrics) {
    this.hub = hub;
    this.hubId = hubId;
    this.pipeline = pipeline;
    this.memories = memories;
    this.tenancy = tenancy;
    this.territories = new Territories(hubId);
    this.announcements = new Announcements(hub.events());
    this.targetInDoubt = targetInDoubt;
    this.metrics = metrics;
  }

  /**
   * @param wanted the newest revision
   * @param ready what is delivered: the newest, or what is live where that cannot be used
   * @param held why the newest cannot be used; empty where it is delivered
   */
  Next run(
      Run run,
      Connected target,
      Inventory inventory,
      Revision wanted,
      Pipeline.Result.Ready ready,
      Optional<Failure> held)
      throws IOException, InterruptedException {
    run.fence().check();
    try {
      return deliver(run, target, inventory, wanted, ready, held);
    } catch (InventoryRecord.Superseded e) {
      throw e;
    } catch (IOException e) {
      targetInDoubt.accept(run.target());
      throw e;
    }
  }

  private Next deliver(
      Run run,
      Connected target,
      Inventory inventory,
      Revision wanted,
      Pipeline.Result.Ready ready,
      Optional<Failure> held)
      throws IOException, InterruptedException {
    Optional<Failure> missing = Accounts.missing(run, target);
    if (missing.isPresent()) {
      run.stopped(hub, missing.get().phase(), missing.get());
      return new Next.After(LOOK_AGAIN);
    }
    var marks = new Marks(hubId, run.name());
    Cluster cluster = target.connection().as(run.given().identity(), run.operation(), run.fence());
    var desires = new Desires(cluster.discovery(), marks);
    Desired desired = desires.of(sourcesOf(ready.rendered()));
    Optional<Failure> over = tenancy.quotas().objects(run, desired.size(), inventory.size());
    if (over.isPresent()) {
      return holdBack(run, target, inventory, wanted, over.get(), held);
    }
    Territory territory = territories.of(run, target, desired, inventory);
    Schedule schedule = Schedule.of(run, memories.get(run.name()));
    Settings settings = settings(run, desired, inventory, wanted, schedule.resyncDue());
    var record =
        new SyncRecord(run.writer(hub), run, last -> applying(run, last, target, territory));
    var peers = tenancy.siblings(run, desires);
    var delivery = new Delivery(run.name(), marks, target, cluster, peers, run.clock());
    var recall = new Recall(pipeline, desires, inventory, run, liveRevision(run));
    delivery.watch(desired, inventory);
    target.live().begin(run.name());
    Delivery.Result result;
    try {
      result = delivery.deliver(desired, inventory, settings, territory.grant(), record, recall);
    } catch (IOException | RuntimeException e) {
      target.live().abandon(run.name());
      throw e;
    }
    return switch (result) {
      case Delivery.Result.OverBudget(Plan.Verdict.OverBudget prunes) -> {
        target.live().abandon(run.name());
        yield holdBack(run, target, inventory, wanted, overBudget(wanted, prunes), held);
      }
      case Delivery.Result.Done(Applied applied) -> {
        // First what was left, then its health: what moves after this wakes the Sync again.
        target.live().settle(run.name(), applied.inventory(), Tally.untouched(applied));
        List<Addition> added =
            told(run.sync().spec(), desired, target.live().additions(run.name()));
        var tally = Tally.of(desired, applied, target.live(), added);
        var memory = memories.get(run.name());
        Function<Tally, Verdicts> judge =
            found -> new Verdicts(run, wanted, ready, held, found, applied, schedule, memory);
        Verdicts verdict = explained(judge, tally, new PodTrouble(cluster));
        settle(run, record, target, territory, inventory, applied, verdict);
        memories.update(run.name(), verdict::remember);
        if (tally.doubtsTarget()) {
          targetInDoubt.accept(run.target());
        }
        yield verdict.next(target.fights());
      }
    };
  }

  // A workload only counts its Pods; they are asked when it does not get well.
  private static Verdicts explained(
      Function<Tally, Verdicts> judge, Tally tally, PodTrouble trouble) {
    Verdicts verdict = judge.apply(tally);
    return verdict.degraded()
        ? tally
            .worst()
            .flatMap(worst -> trouble.of(worst.key()))
            .map(pods -> judge.apply(tally.because(pods)))
            .orElse(verdict)
        : verdict;
  }

  private static List<Addition> told(SyncSpec spec, Desired desired, List<Addition> found) {
    List<Addition> all = found.isEmpty() ? found : notLeft(desired, found);
    return switch (spec.drift().extra()) {
      case null -> all.stream().filter(Addition::weighty).toList();
      case IGNORE -> List.of();
      case REPORT, REMOVE -> all;
    };
  }

  private static List<Addition> notLeft(Desired desired, List<Addition> found) {
    Map<ObjectKey, Wanted> wanted =
        desired.objects().stream().collect(Collectors.toMap(Wanted::key, object -> object));
    return found.stream()
        .filter(
            addition ->
                !wanted.containsKey(addition.key())
                    || !wanted.get(addition.key()).leaves(addition.path()))
        .toList();
  }

  /** The revision that is live as a whole, from the status. */
  Optional<Revision> liveRevision(Run run) {
    SyncStatus.Revisions revisions = run.sync().status().revision();
    if (revisions == null || revisions.applied() == null) {
      return Optional.empty();
    }
    return Revision.parse(run.source(), revisions.applied());
  }

  static List<Desires.Source> sourcesOf(Rendered rendered) {
    return rendered.delivered().stream()
        .map(object -> new Desires.Source(object.body(), object.where(), object.ignored()))
        .toList();
  }

  private static SyncStatus applying(
      Run run, SyncStatus last, Connected target, Territory territory) {
    return run.report(last)
        .phase(Phase.APPLYING)
        .identity(target.identity())
        .namespaces(territory.seen())
        .status(run.operation());
  }

  private static Settings settings(
      Run run, Desired desired, Inventory inventory, Revision wanted, boolean resync) {
    SyncSpec spec = run.sync().spec();
    int allowance =
        Consents.allowance(spec.prune(), run.given().bound(), desired, inventory.size());
    boolean allowed =
        Consents.allows(
            run.sync().annotations().get(dev.plumbline.api.v1alpha1.Marks.ALLOW_PRUNE), wanted);
    SyncSpec.Prune prune = run.given().prune(spec.prune());
    return Consents.settings(spec, prune, allowed, allowance, resync);
  }

  private void settle(
      Run run,
      SyncRecord record,
      Connected target,
      Territory territory,
      Inventory before,
      Applied applied,
      Verdicts verdict)
      throws IOException {
    HubObject<SyncSpec, SyncStatus> sync = record.sync();
    Report report =
        verdict
            .report(run.report(sync.status()))
            .identity(target.identity())
            .namespaces(territory.seen());
    boolean recorded = !sync.equals(run.sync());
    if (recorded || !applied.inventory().equals(before) || report.tellsSomething()) {
      record.settle(report.status(run.operation()), applied.inventory());
    }
    announcements.after(run, run.sync().status(), report.status(run.operation()), applied.drifts());
    for (Drift drift : applied.drifts()) {
      if (drift.repaired()) {
        metrics.count("plumbline_drift_repaired_total");
      }
      if (drift.how() == Drift.How.MISSED) {
        metrics.count("plumbline_drift_missed_total");
      }
    }
    verdict.log(LOG);
  }

  // A person decides about it; meanwhile what is live is kept true.
  private Next holdBack(
      Run run,
      Connected target,
      Inventory inventory,
      Revision wanted,
      Failure why,
      Optional<Failure> held)
      throws IOException, InterruptedException {
    Optional<Revision> live = liveRevision(run).filter(revision -> !revision.equals(wanted));
    if (held.isEmpty()
        && live.isPresent()
        && pipeline.run(live.get(), Requests.of(run.sync().spec()))
            instanceof Pipeline.Result.Ready ready) {
      return deliver(run, target, inventory, wanted, ready, Optional.of(why));
    }
    run.stopped(hub, why.phase(), why);
    return why.reason().equals(Failure.QUOTA) ? new Next.After(LOOK_AGAIN) : new Next.WhenAsked();
  }

  private static Failure overBudget(Revision wanted, Plan.Verdict.OverBudget over) {
    String first =
        over.wouldPrune().stream()
            .limit(10)
            .map(ObjectKey::toString)
            .collect(Collectors.joining(", "));
    String message =
        ("%s would delete %d objects, %d are allowed at once: %s%s. Nothing was changed; annotate"
                + " the Sync with %s: %s to go on")
            .formatted(
                wanted.brief(),
                over.wouldPrune().size(),
                over.allowed(),
                first,
                over.wouldPrune().size() > 10 ? ", …" : "",
                dev.plumbline.api.v1alpha1.Marks.ALLOW_PRUNE,
                wanted.commit());
    return new Failure(Failure.PRUNE_BUDGET, message);
  }
}
