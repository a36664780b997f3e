package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Forget;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Carries out a {@link Plan} on one target.
 *
 * <p>Two promises hold whatever happens, a {@code kill -9} included: every object is in the record
 * before it is created or deleted, and no write starts after the fence of the {@link
 * dev.plumbline.kube.Cluster} has closed.
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
    var done = new ArrayList<Done>();
    var blocked = new HashSet<String>();
    for (List<Change> stage : plan.stages()) {
      List<Done> ended =
          Parallel.map(stage, change -> carryOut(change, superset, blocked.contains(of(change))));
      ended.stream()
          .filter(end -> !end.outcome().good())
          .forEach(end -> addNamespace(end, blocked));
      done.addAll(ended);
    }
    for (List<Prune> stage : plan.prunes()) {
      done.addAll(Parallel.map(stage, prune -> writes.prune(prune.entry())));
    }
    return applied(plan, superset, done);
  }

  /**
   * What became of one change.
   *
   * @param entry what is to be remembered of the object now; empty for nothing
   */
  record Done(
      Outcome outcome, Optional<Entry> entry, Optional<Drift> drift, List<String> warnings) {
    Done {
      warnings = List.copyOf(warnings);
    }

    static Done of(Outcome outcome, Optional<Entry> entry) {
      return new Done(outcome, entry, Optional.empty(), List.of());
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

  private Done carryOut(Change change, Inventory inventory, boolean blocked) {
    if (blocked && change instanceof Create create) {
      String why = "its namespace %s is not there".formatted(change.key().namespace());
      return Done.of(
          Outcome.of(change.key(), Result.FAILED, why).at(create.wanted().where()),
          Optional.empty());
    }
    return switch (change) {
      case Create create -> writes.create(create.wanted(), inventory.get(create.key()));
      case Update update -> writes.update(update, inventory.get(update.key()));
      default -> throw new IllegalStateException("not a write: " + change);
    };
  }

  private static String of(Change change) {
    return change.key().namespace();
  }

  private static void addNamespace(Done end, Set<String> blocked) {
    ObjectKey key = end.outcome().key();
    if (key.groupKind().equals(Order.NAMESPACE) && end.outcome().result() != Result.CONFLICT) {
      blocked.add(key.name());
    }
  }

  private static Applied applied(Plan plan, Inventory superset, List<Done> done) {
    var outcomes = new ArrayList<Outcome>();
    var entries = new ArrayList<Entry>();
    var gone = new HashSet<ObjectKey>();
    var drifts = new ArrayList<Drift>();
    var warnings = new ArrayList<String>();
    for (Done end : done) {
      outcomes.add(end.outcome());
      end.entry().ifPresentOrElse(entries::add, () -> gone.add(end.outcome().key()));
      end.drift().ifPresent(drifts::add);
      end.warnings().stream()
          .limit(MOST_WARNINGS - (long) warnings.size())
          .forEach(text -> warnings.add(end.outcome().key() + ": " + text));
    }
    plan.kept().forEach(keep -> outcomes.add(Outcome.kept(keep.key())));
    for (Forget forget : plan.forgotten()) {
      gone.add(forget.key());
    }
    for (Blocked held : plan.blocked()) {
      outcomes.add(
          new Outcome(
              held.key(), blockedResult(held), held.message(), held.where(), Optional.empty()));
    }
    Inventory after = superset.without(gone).withAll(entries);
    return new Applied(
        after,
        outcomes,
        drifts,
        plan.deferred().stream().map(Change.Defer::key).toList(),
        warnings);
  }

  private static Result blockedResult(Blocked held) {
    return switch (held.reason()) {
      case OWNED_BY_OTHERS -> Result.CONFLICT;
      case BEING_DELETED, CONTESTED -> Result.WAITING;
      case STALE_DISCOVERY, NAMESPACE_MISSING -> Result.FAILED;
      case INVALID, IMMUTABLE, FORBIDDEN, UNKNOWN_KIND, NEEDS_CONSENT, DEPENDENCY_BLOCKED ->
          Result.DENIED;
    };
  }
}
