package dev.plumbline.apply;

import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out who took which field, from the metadata of the moment the drift was seen and our entry
 * after the repair.
 */
final class Blame {
  private static final int MOST_FIELDS = 8;

  private Blame() {}

  /** Empty when nothing was taken: the entry moved for another reason. */
  static Optional<Drift> drift(Meta drifted, Meta repaired) {
    var ours = repaired.appliedBy(Marks.MANAGER);
    if (ours.isEmpty()) {
      return Optional.empty();
    }
    Set<String> lost =
        drifted
            .appliedBy(Marks.MANAGER)
            .map(before -> ours.get().fields().lostIn(before.fields()))
            .orElseGet(() -> ours.get().fields().paths());
    if (lost.isEmpty()) {
      return Optional.empty();
    }
    List<ManagedEntry> others =
        drifted.managed().stream().filter(entry -> !entry.isApplyOf(Marks.MANAGER)).toList();
    Optional<ManagedEntry> taker = holderOf(lost, others).or(() -> latest(others));
    return Optional.of(
        new Drift(
            drifted.key(),
            new ArrayList<>(lost).subList(0, Math.min(lost.size(), MOST_FIELDS)),
            taker.map(ManagedEntry::who).orElse("somebody"),
            taker.map(ManagedEntry::time).orElse(drifted.created())));
  }

  private static Optional<ManagedEntry> holderOf(Set<String> lost, List<ManagedEntry> others) {
    return others.stream()
        .filter(entry -> entry.fields().paths().stream().anyMatch(lost::contains))
        .max(Comparator.comparing(ManagedEntry::time));
  }

  // A field that was removed is in nobody's set: whoever wrote last is the best guess.
  private static Optional<ManagedEntry> latest(List<ManagedEntry> others) {
    return others.stream().max(Comparator.comparing(ManagedEntry::time));
  }
}
