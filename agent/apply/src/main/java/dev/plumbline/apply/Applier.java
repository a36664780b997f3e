package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Leave;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
   * @throws IOException when the record could not be written: then nothing more was sent to the
   *     target
   */
  public Applied apply(Plan plan, Inventory inventory) throws IOException {
    var run = new Progress(plan, writes, inventory);
    if (!plan.sequence().hasWaves()) {
      record(all(plan), run); // once for all of it; else before each wave
    }
    for (Plan.Wave wave : plan.waves()) {
      Optional<String> held = run.gates.beforeWave(wave.number());
      if (held.isPresent()) {
        run.hold(wave, held.get());
      } else {
        carryOut(wave, run);
      }
    }
    run.ended(plan.told(), inParallel(plan.told(), writes::tell, run));
    prune(plan, run);
    return applied(plan, run);
  }

  private static Stream<Change> all(Plan plan) {
    return Stream.concat(
        plan.waves().stream().flatMap(wave -> wave.stages().stream()).flatMap(List::stream),
        plan.prunes().stream().flatMap(List::stream));
  }

  private void carryOut(Plan.Wave wave, Progress run) throws IOException {
    record(wave.stages().stream().flatMap(List::stream), run);
    for (List<Change> stage : wave.stages()) {
      List<Change> ready = run.ready(stage);
      run.ended(
          ready, recreated(ready, inParallel(ready, change -> carryOut(change, run), run), run));
    }
  }

  // What is no longer wanted goes when everything that is wanted is there.
  private void prune(Plan plan, Progress run) throws IOException {
    if (run.holding) {
      plan.prunes()
          .forEach(stage -> run.hold(stage, "waits until everything that is wanted is there"));
      return;
    }
    record(plan.prunes().stream().flatMap(List::stream), run);
    for (List<Prune> stage : plan.prunes()) {
      run.ended(stage, inParallel(stage, writes::prune, run));
    }
  }

  // INVARIANT: an entry is added before the create and marked before the delete; and before an
  // object is taken over, so that it is in somebody's record all the time.
  private void record(Stream<? extends Change> changes, Progress run) throws IOException {
    record(run, changes.flatMap(change -> intent(change, run.superset).stream()).toList());
  }

  private void record(Progress run, List<Entry> entries) throws IOException {
    Inventory superset = run.superset.withAll(entries);
    if (!superset.equals(run.superset)) {
      record.record(superset);
      run.superset = superset;
    }
  }

  private static Optional<Entry> intent(Change change, Inventory inventory) {
    return switch (change) {
      case Create(Wanted wanted, boolean ignored) ->
          Optional.of(
              inventory
                  .get(wanted.key())
                  .map(entry -> entry.asCreating(wanted))
                  .orElseGet(() -> Entry.creating(wanted)));
      case Update update when update.why() == Change.Why.HANDED_OVER ->
          Optional.of(Entry.takingOver(update.wanted(), update.guard().uid()));
      case Prune prune -> Optional.of(prune.entry().asDeleting());
      default -> Optional.empty();
    };
  }

  /** The same ends, with those in their place that had to be deleted and made again. */
  private List<Done> recreated(List<Change> stage, List<Done> ends, Progress run)
      throws IOException {
    Map<Integer, Update> again = Recreation.among(stage, ends);
    if (again.isEmpty()) {
      return ends;
    }
    record(run, Recreation.recorded(again.values(), run.before));
    var all = new ArrayList<>(ends);
    List<Integer> places = List.copyOf(again.keySet());
    List<Done> made = Parallel.map(places, place -> recreate(again.get(place), run));
    for (int i = 0; i < places.size(); i++) {
      all.set(places.get(i), made.get(i));
    }
    return all;
  }

  private Done recreate(Update update, Progress run) {
    Entry recorded = run.superset.get(update.key()).orElseThrow();
    return writes.recreate(update, Recreation.before(update, run.before), recorded);
  }

  private static <C extends Change> List<Done> inParallel(
      List<C> stage, Function<C, Done> work, Progress run) {
    if (Thread.currentThread().isInterrupted()) {
      return stage.stream().map(change -> notSent(change, run)).toList();
    }
    return Parallel.map(stage, work);
  }

  private static Done notSent(Change change, Progress run) {
    return Done.notSent(change.key(), Progress.where(change), run.superset.get(change.key()));
  }

  private Done carryOut(Change change, Progress run) {
    return switch (change) {
      case Create create -> create(create, run);
      case Update update ->
          writes.update(update, run.before.get(update.key()), run.superset.get(update.key()));
      default -> throw new IllegalStateException("not a write: " + change);
    };
  }

  private Done create(Create create, Progress run) {
    Optional<Entry> before = run.before.get(create.key());
    Entry recorded = run.superset.get(create.key()).orElseThrow();
    String name = create.key().namespace();
    if (!name.isEmpty() && run.notThere.contains(Order.namespace(name))) {
      String why = "its namespace %s is not there".formatted(name);
      return Done.failed(create.wanted(), why, before);
    }
    return writes.create(create.wanted(), before, recorded);
  }

  private Applied applied(Plan plan, Progress run) {
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
    for (Leave leave : plan.left()) {
      outcomes.add(
          leave
              .why()
              .map(why -> Outcome.leftAlone(leave.key(), why))
              .orElseGet(() -> Outcome.leftDrifted(leave.key())));
      leave.entry().ifPresentOrElse(entries::add, () -> gone.add(leave.key()));
    }
    for (Change.Forget forget : plan.forgotten()) {
      gone.add(forget.key());
      outcomes.add(Outcome.leftInPlace(forget.key(), forget.why()));
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
    return new Applied(
        after, outcomes, drifts, deferred, warnings, run.gates.awaited(), again(plan, after));
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
