package dev.plumbline.apply;

import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Update;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a Sync's objects need, before the server was asked about it.
 *
 * @param sequence in which order
 */
public record Draft(List<Change> changes, Sequence sequence) {
  public Draft {
    changes = List.copyOf(changes);
  }

  Draft(List<Change> changes) {
    this(changes, Sequence.NONE);
  }

  /** The same order with what became of its changes. */
  Draft with(List<Change> others) {
    return new Draft(others, sequence);
  }

  public <C extends Change> Stream<C> all(Class<C> kind) {
    return changes.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** Whether something that runs is changed or deleted, so that it is worth asking first. */
  boolean touchesWhatIsLive() {
    return all(Prune.class).findAny().isPresent()
        || all(Update.class).anyMatch(Draft::changesSomething);
  }

  // What was taken from us is put back without asking.
  static boolean changesSomething(Update update) {
    return switch (update.why()) {
      case CHANGED, STRAY, ADOPTED, MERGED, RECLAIMED, HANDED_OVER -> true;
      case DRIFTED, ADDED, RESYNC -> false;
    };
  }

  boolean writes() {
    return changes.stream()
        .anyMatch(c -> c instanceof Create || c instanceof Update || c instanceof Prune);
  }
}
