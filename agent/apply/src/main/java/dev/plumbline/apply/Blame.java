package dev.plumbline.apply;

import dev.plumbline.apply.Drift.How;
import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import java.time.Instant;
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

  /**
   * Empty when nothing was taken: the entry moved for another reason.
   *
   * @param manager the name we apply under
   * @param found when the drift was found, for want of something better
   */
  static Optional<Drift> drift(Meta drifted, Meta repaired, String manager, Instant found) {
    Optional<ManagedEntry> ours = repaired.appliedBy(manager);
    if (ours.isEmpty()) {
      return Optional.empty();
    }
    Optional<ManagedEntry> before = drifted.appliedBy(manager);
    Set<String> lost =
        before
            .map(entry -> ours.get().fields().lostIn(entry.fields()))
            .orElseGet(() -> ours.get().fields().paths());
    if (lost.isEmpty()) {
      return Optional.empty();
    }
    Optional<ManagedEntry> taker =
        holderOf(lost, others(drifted, manager)).or(() -> latest(drifted, manager));
    return Optional.of(
        new Drift(
            drifted.key(),
            before.isPresent() ? How.TAKEN : How.DISOWNED,
            lost.stream().limit(MOST_FIELDS).toList(),
            taker.map(ManagedEntry::who).orElse(Drift.SOMEBODY),
            taker.map(ManagedEntry::time).filter(Blame::isKnown).orElse(found)));
  }

  /** What others had added, and has been taken out; empty where nothing was. */
  static Optional<Drift> removed(Meta before, Meta after) {
    List<Addition> still = Additions.of(after);
    List<Addition> gone =
        Additions.of(before).stream()
            .filter(addition -> still.stream().noneMatch(addition::sameAs))
            .toList();
    return gone.stream()
        .findFirst()
        .map(
            first ->
                new Drift(
                    before.key(),
                    How.ADDED,
                    gone.stream().map(Addition::field).toList(),
                    first.by(),
                    first.at()));
  }

  // Entries of the scale subresource carry no time.
  private static boolean isKnown(Instant time) {
    return time.isAfter(Instant.EPOCH);
  }

  private static List<ManagedEntry> others(Meta meta, String manager) {
    return meta.managed().stream().filter(entry -> !entry.isApplyOf(manager)).toList();
  }

  private static Optional<ManagedEntry> holderOf(Set<String> lost, List<ManagedEntry> others) {
    return others.stream()
        .filter(entry -> entry.fields().paths().stream().anyMatch(lost::contains))
        .max(Comparator.comparing(ManagedEntry::time));
  }

  // A field that was removed is in nobody's set. Whoever wrote something else after us is the best
  // guess; who wrote the status only cannot have done it.
  private static Optional<ManagedEntry> latest(Meta drifted, String manager) {
    Instant since = drifted.appliedBy(manager).map(ManagedEntry::time).orElse(Instant.EPOCH);
    return others(drifted, manager).stream()
        .filter(entry -> !entry.subresource().equals("status"))
        .filter(entry -> entry.time().isAfter(since))
        .max(Comparator.comparing(ManagedEntry::time));
  }
}
