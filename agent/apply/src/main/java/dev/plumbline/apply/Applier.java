package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Carries out a {@link Plan} on one target.
 *
 * <p>Two promises hold whatever happens, a {@code kill -9} included: every object is in the record
 * before it is created or deleted, and no write starts after the fence of the {@link
 * dev.plumbline.kube.Cluster} has closed. An interrupt starts nothing new: what is on its way ends
 * as {@code UNKNOWN}, the rest is told as not sent.
 */
public final class Applier {
  private static final int MOST_WARNINGS = 20;

  private final Writes writes;
  private final InventoryRecord record;

  public Applier(Writes writes, InventoryRecord record) {
    this.writes = writes;
    this.record = record;
  }

  /**
   * @param inventory what the Sync owns before, as the record has it
   * @throws IOException when the record could not be written: then nothing was sent to the target
   */
  public Applied apply(Plan plan, Inventory inventory) throws IOException {
    Inventory superset = supersetOf(plan, inventory);
    if (!superset.equals(inventory)) {
      record.record(superset);
    }
    var run = new Run(inventory, superset);
    for (List<Change> stage : plan.stages()) {
      run.ended(stage, inParallel(stage, change -> carryOut(change, run), run));
    }
    for (List<Prune> stage : plan.prunes()) {
      run.ended(stage, inParallel(stage, writes::prune, run));
    }
    return applied(plan, run);
  }

  /** What became of a run so far. */
  private static final class Run {
    private final Inventory before;
    private final Inventory superset;
    private final List<Done> inOrder = new ArrayList<>();
    private final Map<ObjectKey, Outcome> failures = new HashMap<>();
    private final Set<ObjectKey> notThere = new HashSet<>();

    Run(Inventory before, Inventory superset) {
      this.before = before;
      this.superset = superset;
    }

    void ended(List<? extends Change> stage, List<Done> ends) {
      inOrder.addAll(ends);
      ends.stream()
          .map(Done::outcome)
          .filter(end -> !end.good())
          .forEach(end -> failures.put(end.key(), end));
      stage.stream()
          .filter(Create.class::isInstance)
          .map(change -> failures.get(change.key()))
          .filter(end -> end != null && end.result() != Outcome.Result.CONFLICT)
          .forEach(end -> notThere.add(end.key()));
    }
  }

  // INVARIANT: an entry is added before the create and marked before the delete.
  private static Inventory supersetOf(Plan plan, Inventory inventory) {
    var entries = new ArrayList<Entry>();
    for (List<Change> stage : plan.stages()) {
      for (Change change : stage) {
        if (change instanceof Create create) {
          entries.add(
              inventory
                  .get(create.key())
                  .map(entry -> entry.asCreating(create.wanted()))
                  .orElseGet(() -> Entry.creating(create.wanted())));
        }
      }
    }
    plan.prunes().forEach(stage -> stage.forEach(prune -> entries.add(prune.entry().asDeleting())));
    return inventory.withAll(entries);
  }

  private static <C extends Change> List<Done> inParallel(
      List<C> stage, Function<C, Done> work, Run run) {
    if (Thread.currentThread().isInterrupted()) {
      return stage.stream().map(change -> notSent(change, run)).toList();
    }
    return Parallel.map(stage, work);
  }

  private static Done notSent(Change change, Run run) {
    return Done.notSent(change.key(), where(change), run.superset.get(change.key()));
  }

  private static Position where(Change change) {
    return switch (change) {
      case Create create -> create.wanted().where();
      case Update update -> update.wanted().where();
      default -> Position.UNKNOWN;
    };
  }

  private Done carryOut(Change change, Run run) {
    return switch (change) {
      case Create create -> create(create, run);
      case Update update -> writes.update(update, run.before.get(update.key()));
      default -> throw new IllegalStateException("not a write: " + change);
    };
  }

  private Done create(Create create, Run run) {
    Optional<Entry> before = run.before.get(create.key());
    Entry recorded = run.superset.get(create.key()).orElseThrow();
    String name = create.key().namespace();
    if (!name.isEmpty() && run.notThere.contains(Order.namespace(name))) {
      String why = "its namespace %s is not there".formatted(name);
      return Done.failed(create.wanted(), why, before);
    }
    return writes.create(create.wanted(), before, recorded);
  }

  private Applied applied(Plan plan, Run run) {
    boolean settling = writes.settling();
    var outcomes = new ArrayList<Outcome>();
    var entries = new ArrayList<Entry>();
    var gone = new HashSet<ObjectKey>();
    var drifts = new ArrayList<Drift>();
    var warnings = new ArrayList<String>();
    for (Done end : run.inOrder) {
      ObjectKey key = end.outcome().key();
      outcomes.add(end.outcome());
      end.entry().ifPresentOrElse(entries::add, () -> gone.add(key));
      end.drift().ifPresent(drifts::add);
      end.warnings().stream()
          .limit(MOST_WARNINGS - (long) warnings.size())
          .forEach(text -> warnings.add(key + ": " + text));
    }
    plan.kept().forEach(keep -> outcomes.add(Outcome.kept(keep.key(), "")));
    for (Change.Forget forget : plan.forgotten()) {
      gone.add(forget.key());
      outcomes.add(Outcome.kept(forget.key(), forget.why()));
    }
    for (Blocked held : plan.blocked()) {
      outcomes.add(Outcome.held(held, settling));
    }
    var deferred = new ArrayList<ObjectKey>();
    for (Defer defer : plan.deferred()) {
      Optional.ofNullable(run.failures.get(defer.definition()))
          .map(failure -> without(defer, failure))
          .ifPresentOrElse(outcomes::add, () -> deferred.add(defer.key()));
    }
    Inventory after = run.superset.without(gone).withAll(entries);
    return new Applied(after, outcomes, drifts, deferred, warnings, again(plan, after));
  }

  private Optional<Instant> again(Plan plan, Inventory after) {
    return Stream.concat(
            after.entries().stream()
                .filter(Entry::creating)
                .flatMap(entry -> writes.mayArriveUntil(entry.key()).stream()),
            plan.blocked().stream()
                .filter(held -> held.reason() == Change.Reason.CONTESTED)
                .flatMap(held -> writes.pausesUntil(held.key()).stream()))
        .min(Comparator.naturalOrder());
  }

  private static Outcome without(Defer defer, Outcome definition) {
    String why =
        "its CustomResourceDefinition %s is not there".formatted(defer.definition().name());
    return Outcome.of(defer.key(), definition.result(), why).at(defer.where());
  }
}
