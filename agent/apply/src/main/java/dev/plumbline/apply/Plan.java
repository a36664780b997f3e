package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Forget;
import dev.plumbline.apply.Change.Keep;
import dev.plumbline.apply.Change.Linger;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.model.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What will be done, in order: stages of writes that end one before the next begins, then prunes in
 * the reverse order of their kinds.
 */
public final class Plan {
  private final List<List<Change>> stages;
  private final List<List<Prune>> prunes;
  private final List<Keep> kept;
  private final List<Forget> forgotten;
  private final List<Linger> lingering;
  private final List<Blocked> blocked;
  private final List<Defer> deferred;

  private Plan(Draft draft) {
    var stages = new ArrayList<List<Change>>();
    var prunes = new ArrayList<List<Prune>>();
    for (int stage = 0; stage < Order.STAGES; stage++) {
      stages.add(new ArrayList<>());
      prunes.add(new ArrayList<>());
    }
    for (Change change : draft.changes()) {
      switch (change) {
        case Create create -> stages.get(Order.stage(create.key())).add(create);
        case Update update -> stages.get(Order.stage(update.key())).add(update);
        case Prune prune -> prunes.get(Order.stage(prune.key())).add(prune);
        case Keep ignored -> {}
        case Linger ignored -> {}
        case Forget ignored -> {}
        case Defer ignored -> {}
        case Blocked ignored -> {}
      }
    }
    stages.forEach(stage -> stage.sort(Comparator.comparing(Change::key)));
    this.stages = stages.stream().map(List::copyOf).toList();
    this.prunes = prunes.reversed().stream().map(List::copyOf).toList();
    this.kept = draft.all(Keep.class).toList();
    this.forgotten = draft.all(Forget.class).toList();
    this.lingering = draft.all(Linger.class).toList();
    this.blocked = draft.all(Blocked.class).toList();
    this.deferred = draft.all(Defer.class).toList();
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

  /** Creates and updates by stage; a stage may be empty. */
  public List<List<Change>> stages() {
    return stages;
  }

  /** Deletes by stage, last kinds first. */
  public List<List<Prune>> prunes() {
    return prunes;
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
    return stages.stream().anyMatch(stage -> !stage.isEmpty())
        || prunes.stream().anyMatch(stage -> !stage.isEmpty());
  }
}
