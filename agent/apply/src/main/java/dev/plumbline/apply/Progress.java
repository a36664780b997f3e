package dev.plumbline.apply;

import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What became of a plan so far. Belongs to one run of {@link Applier}. */
final class Progress {
  final Inventory before;
  final Gates gates;
  final List<Done> inOrder = new ArrayList<>();
  final Map<ObjectKey, Outcome> failures = new HashMap<>();
  final Set<ObjectKey> notThere = new HashSet<>();

  /** What is recorded, or will be when the run is settled. */
  Inventory superset;

  /** Whether something may not begin yet. */
  boolean holding;

  Progress(Plan plan, Writes writes, Inventory before) {
    this.before = before;
    this.superset = before;
    this.gates = new Gates(plan, writes);
  }

  void ended(List<? extends Change> stage, List<Done> ends) {
    inOrder.addAll(ends);
    gates.ended(ends);
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

  /** Those of a stage that may be written now; the others are held. */
  List<Change> ready(List<Change> stage) {
    var ready = new ArrayList<Change>();
    for (Change change : stage) {
      Optional<String> held = gates.before(change.key());
      if (held.isPresent()) {
        hold(List.of(change), held.get());
      } else {
        ready.add(change);
      }
    }
    return ready;
  }

  void hold(Plan.Wave wave, String why) {
    wave.stages().forEach(stage -> hold(stage, why));
  }

  // Nothing was recorded of it, and nothing sent: its entry is that of before.
  void hold(List<? extends Change> changes, String why) {
    for (Change change : changes) {
      var outcome = Outcome.of(change.key(), Outcome.Result.WAITING, why).at(where(change));
      inOrder.add(Done.of(outcome, before.get(change.key())));
      superset =
          before
              .get(change.key())
              .map(superset::with)
              .orElseGet(() -> superset.without(List.of(change.key())));
    }
    holding = true;
  }

  static Position where(Change change) {
    return switch (change) {
      case Create create -> create.wanted().where();
      case Update update -> update.wanted().where();
      default -> Position.UNKNOWN;
    };
  }
}
