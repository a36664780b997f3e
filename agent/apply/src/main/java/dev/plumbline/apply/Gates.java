package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Holds a wave until everything of earlier waves is as wanted and healthy, and an object until what
 * it depends on is. Nothing waits here: what may not begin yet is left to a later run, which a
 * change of health brings about.
 */
final class Gates {
  private final Sequence sequence;
  private final Writes writes;
  private final Set<ObjectKey> good = new HashSet<>();
  private final Set<ObjectKey> unjudged = new HashSet<>();
  private final Set<ObjectKey> awaited = new HashSet<>();

  Gates(Plan plan, Writes writes) {
    this.sequence = plan.sequence();
    this.writes = writes;
    plan.kept().forEach(keep -> good.add(keep.key()));
    plan.left().forEach(leave -> good.add(leave.key()));
    plan.told().forEach(tell -> good.add(tell.key()));
    // Nobody tells of the health of what is not ours.
    plan.left().stream()
        .filter(leave -> leave.entry().isEmpty())
        .forEach(leave -> unjudged.add(leave.key()));
    plan.wanted()
        .filter(wanted -> !wanted.wishes().judged())
        .forEach(wanted -> unjudged.add(wanted.key()));
  }

  void ended(List<Done> ends) {
    ends.stream()
        .map(Done::outcome)
        .filter(Outcome::good)
        .forEach(outcome -> good.add(outcome.key()));
  }

  /** Why a wave may not begin; empty when it may. */
  Optional<String> beforeWave(int wave) {
    return sequence.hasWaves()
        ? first(sequence.before(wave))
            .map("waits for the waves before wave %d: "::concat)
            .map(why -> why.formatted(wave))
        : Optional.empty();
  }

  /** Why an object may not be written; empty when it may. */
  Optional<String> before(ObjectKey key) {
    return first(sequence.dependencies(key)).map("waits for "::concat);
  }

  private Optional<String> first(List<ObjectKey> keys) {
    var sentences = new ArrayList<String>();
    for (ObjectKey key : keys) {
      if (!good.contains(key)) {
        sentences.add(key + ", which is not as wanted");
      } else if (!unjudged.contains(key) && !writes.healthy(key)) {
        sentences.add(key + ", which is not healthy");
        awaited.add(key);
      }
    }
    return sentences.stream().findFirst();
  }

  /** Of what only the health was waited for. */
  Set<ObjectKey> awaited() {
    return Set.copyOf(awaited);
  }
}
