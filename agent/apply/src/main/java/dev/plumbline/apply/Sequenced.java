package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.model.Position;
import java.util.List;

/** Holds back what has no place in the order. */
final class Sequenced {
  private Sequenced() {}

  static Draft of(List<Change> changes, Sequence sequence) {
    return new Draft(changes.stream().map(change -> checked(change, sequence)).toList(), sequence);
  }

  private static Change checked(Change change, Sequence sequence) {
    return change instanceof Blocked
        ? change
        : sequence
            .problem(change.key())
            .<Change>map(problem -> held(change, problem))
            .orElse(change);
  }

  private static Blocked held(Change change, Sequence.Problem problem) {
    Reason reason = problem.missing() ? Reason.DEPENDENCY_BLOCKED : Reason.INVALID;
    return new Blocked(change.key(), reason, problem.sentence(), where(change));
  }

  private static Position where(Change change) {
    return switch (change) {
      case Change.Create create -> create.wanted().where();
      case Change.Update update -> update.wanted().where();
      case Change.Keep keep -> keep.wanted().where();
      case Change.Leave leave -> leave.wanted().where();
      case Change.Tell tell -> tell.wanted().where();
      case Change.Defer defer -> defer.where();
      case Blocked held -> held.where();
      case Change.Prune ignored -> Position.UNKNOWN;
      case Change.Linger ignored -> Position.UNKNOWN;
      case Change.Forget ignored -> Position.UNKNOWN;
    };
  }
}
