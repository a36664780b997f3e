package dev.plumbline.reconcile;

import dev.plumbline.apply.Applied;
import dev.plumbline.apply.Applier;
import dev.plumbline.apply.Change;
import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Draft;
import dev.plumbline.apply.Facts;
import dev.plumbline.apply.Grant;
import dev.plumbline.apply.Inventory;
import dev.plumbline.apply.InventoryRecord;
import dev.plumbline.apply.LastApplied;
import dev.plumbline.apply.Marks;
import dev.plumbline.apply.Peers;
import dev.plumbline.apply.Plan;
import dev.plumbline.apply.Planner;
import dev.plumbline.apply.Preflight;
import dev.plumbline.apply.Settings;
import dev.plumbline.apply.Survey;
import dev.plumbline.apply.UnwatchedHealth;
import dev.plumbline.apply.Wanted;
import dev.plumbline.apply.Writes;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.Clock;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.reconcile.TargetState.Connected;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** From what one Sync wants to what became of it on its target: survey, plan, apply. */
final class Delivery {
  private static final Duration LISTED_WITHIN = Duration.ofSeconds(10);

  private final Name sync;
  private final Marks marks;
  private final Connected target;
  private final Cluster cluster;
  private final Peers peers;
  private final Clock clock;

  Delivery(Name sync, Marks marks, Connected target, Cluster cluster, Peers peers, Clock clock) {
    this.sync = sync;
    this.marks = marks;
    this.target = target;
    this.cluster = cluster;
    this.peers = peers;
    this.clock = clock;
  }

  /** What came of it: an outcome, or a stop that needs a person. */
  sealed interface Result {
    record Done(Applied applied) implements Result {}

    record OverBudget(Plan.Verdict.OverBudget over) implements Result {}
  }

  /** Has the kinds of the Sync watched, and waits until the index knows what it owns. */
  void watch(Desired desired, Inventory inventory) throws IOException, InterruptedException {
    Map<GroupKind, ServedKind> kinds = new HashMap<>();
    Map<ServedKind, Set<String>> needed = new HashMap<>();
    for (Wanted wanted : desired.objects()) {
      kinds.put(wanted.kind().groupKind(), wanted.kind());
      need(needed, wanted.kind(), wanted.key());
    }
    Set<GroupKind> owned = new HashSet<>();
    for (var entry : inventory.entries()) {
      GroupKind kind = entry.key().groupKind();
      if (!kinds.containsKey(kind)) {
        cluster.discovery().find(kind).ifPresent(served -> kinds.put(kind, served));
      }
      if (kinds.containsKey(kind)) {
        owned.add(kind);
        need(needed, kinds.get(kind), entry.key());
      }
    }
    target.live().use(sync, needed);
    // What is not listed in time is read back one by one.
    boolean ignored = target.live().awaitListed(owned, LISTED_WITHIN);
  }

  private static void need(Map<ServedKind, Set<String>> needed, ServedKind kind, ObjectKey object) {
    needed.computeIfAbsent(kind, _ -> new HashSet<>()).add(object.namespace());
  }

  Result deliver(
      Desired desired,
      Inventory inventory,
      Settings settings,
      Grant grant,
      InventoryRecord record,
      LastApplied lastApplied)
      throws IOException {
    var survey = new Survey(cluster, marks, target.live(), target.fights(), peers);
    Facts facts = survey.facts(desired, inventory);
    var planner = new Planner(marks, settings, facts, grant);
    Draft draft =
        new Preflight(cluster, settings).check(planner.draft(desired, inventory), inventory);
    return switch (Plan.of(draft, settings)) {
      case Plan.Verdict.OverBudget over -> new Result.OverBudget(over);
      case Plan.Verdict.Go(Plan plan) -> {
        plan.blocked().stream()
            .filter(held -> held.reason() == Change.Reason.HANDED_OVER)
            .flatMap(held -> facts.claimant(held.key()).stream())
            .distinct()
            .forEach(peers::tell);
        var writes =
            new Writes(
                cluster,
                marks,
                target.live(),
                target.fights(),
                lastApplied,
                settings.claims(),
                clock);
        Applied applied = new Applier(writes, record).apply(plan, inventory);
        new UnwatchedHealth(cluster, target.live()).read(desired, applied);
        yield new Result.Done(applied);
      }
    };
  }
}
