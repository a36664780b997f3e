package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Forget;
import dev.plumbline.apply.Change.Keep;
import dev.plumbline.apply.Change.Leave;
import dev.plumbline.apply.Change.Linger;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Tell;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Sequence.Slot;
import dev.plumbline.model.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What will be done, in order: waves of stages of writes that end one before the next begins, then
 * prunes in the reverse order of their kinds.
 */
public final class Plan {
  private final Sequence sequence;
  private final List<Wave> waves;
  private final List<List<Prune>> prunes;
  private final List<Keep> kept;
  private final List<Leave> left;
  private final List<Tell> told;
  private final List<Forget> forgotten;
  private final List<Linger> lingering;
  private final List<Blocked> blocked;
  private final List<Defer> deferred;

  private Plan(Draft draft) {
    this.sequence = draft.sequence();
    this.waves = waves(draft);
    this.prunes = prunes(draft);
    this.kept = draft.all(Keep.class).toList();
    this.left = draft.all(Leave.class).toList();
    this.told = draft.all(Tell.class).toList();
    this.forgotten = draft.all(Forget.class).toList();
    this.lingering = draft.all(Linger.class).toList();
    this.blocked = draft.all(Blocked.class).toList();
    this.deferred = draft.all(Defer.class).toList();
  }

  /** Stages of writes that begin when everything of earlier waves is healthy. */
  record Wave(int number, List<List<Change>> stages) {}

  // What was deleted to be made again comes first of all: it was there before, so nothing is
  // missing for it, and nothing that goes wrong elsewhere may keep it from coming back.
  private static List<Wave> waves(Draft draft) {
    var stages = new TreeMap<Slot, List<Change>>();
    for (Change change : draft.changes()) {
      switch (change) {
        case Create create -> {
          Slot slot = create.urgent() ? Slot.FIRST : draft.sequence().slot(create.key());
          stages.computeIfAbsent(slot, s -> new ArrayList<>()).add(create);
        }
        case Update update ->
            stages
                .computeIfAbsent(draft.sequence().slot(update.key()), s -> new ArrayList<>())
                .add(update);
        case Prune ignored -> {}
        case Keep ignored -> {}
        case Tell ignored -> {}
        case Leave ignored -> {}
        case Linger ignored -> {}
        case Forget ignored -> {}
        case Defer ignored -> {}
        case Blocked ignored -> {}
      }
    }
    var waves = new TreeMap<Integer, List<List<Change>>>();
    stages.forEach(
        (slot, changes) -> {
          changes.sort(Comparator.comparing(Change::key));
          waves.computeIfAbsent(slot.wave(), w -> new ArrayList<>()).add(List.copyOf(changes));
        });
    return waves.entrySet().stream()
        .map(wave -> new Wave(wave.getKey(), List.copyOf(wave.getValue())))
        .toList();
  }

  private static List<List<Prune>> prunes(Draft draft) {
    var prunes = new TreeMap<Integer, List<Prune>>(Comparator.reverseOrder());
    draft
        .all(Prune.class)
        .forEach(
            prune ->
                prunes
                    .computeIfAbsent(Order.stage(prune.key()), stage -> new ArrayList<>())
                    .add(prune));
    return prunes.values().stream().map(List::copyOf).toList();
  }

  /** What became of a draft: something to carry out, or a stop that needs a person. */
  public sealed interface Verdict {
    record Go(Plan plan) implements Verdict {}

    /**
     * More would be pruned than the budget allows; nothing of the plan is carried out.
     *
     * @param wouldPrune all of them, sorted
     */
    record OverBudget(List<ObjectKey> wouldPrune, int allowed) implements Verdict {}
  }

  public static Verdict of(Draft draft, Settings settings) {
    List<ObjectKey> prunes = draft.all(Prune.class).map(Prune::key).sorted().toList();
    if (prunes.size() > settings.allowance() && !settings.beyondBudget()) {
      return new Verdict.OverBudget(prunes, settings.allowance());
    }
    return new Verdict.Go(new Plan(draft));
  }

  Sequence sequence() {
    return sequence;
  }

  /** Creates and updates, the first ones first. */
  List<Wave> waves() {
    return waves;
  }

  /** Everything that is wanted, as far as it has a place. */
  Stream<Wanted> wanted() {
    return Stream.of(
            kept.stream().map(Keep::wanted),
            left.stream().map(Leave::wanted),
            told.stream().map(Tell::wanted),
            waves.stream()
                .flatMap(wave -> wave.stages().stream())
                .flatMap(List::stream)
                .map(Plan::wanted))
        .flatMap(objects -> objects);
  }

  private static Wanted wanted(Change write) {
    return switch (write) {
      case Create create -> create.wanted();
      case Update update -> update.wanted();
      default -> throw new IllegalStateException("not a write: " + write);
    };
  }

  /** Deletes by stage, last kinds first. */
  public List<List<Prune>> prunes() {
    return prunes;
  }

  /** What is only told of. */
  List<Tell> told() {
    return told;
  }

  List<Leave> left() {
    return left;
  }

  public List<Keep> kept() {
    return kept;
  }

  public List<Forget> forgotten() {
    return forgotten;
  }

  /** What is not there, but may still arrive. */
  public List<Linger> lingering() {
    return lingering;
  }

  public List<Blocked> blocked() {
    return blocked;
  }

  public List<Defer> deferred() {
    return deferred;
  }

  /** Whether carrying it out sends anything. */
  public boolean writes() {
    return !waves.isEmpty() || !prunes.isEmpty();
  }
}
