package dev.plumbline.apply;

import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.MapNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Fields that Git dropped and that stay all the same, because other managers hold them, too.
 *
 * @param migrating those that only entries hold which may be migrated
 * @param warnings the others, each with who holds it, for people
 */
record Retained(Fields migrating, List<String> warnings) {

  /** Whether anybody holds anything of which only the body last applied can tell what it is. */
  static boolean possible(Meta after) {
    return after.managed().stream().anyMatch(Retained::holds);
  }

  static Retained of(Meta after, MapNode before, MapNode now) {
    Fields migrating = Fields.NONE;
    Fields held = Fields.NONE;
    var warnings = new ArrayList<String>();
    for (ManagedEntry entry : after.managed()) {
      if (!holds(entry)) {
        continue;
      }
      Fields dropped = Fields.of(entry.fields()).in(before).notIn(now);
      if (Restore.migrates(entry)) {
        migrating = migrating.plus(dropped);
      } else if (!dropped.isEmpty()) {
        held = held.plus(dropped);
        warnings.add(
            "%s left in place: retained by \"%s\""
                .formatted(String.join(", ", dropped.toFieldSet().paths()), entry.who()));
      }
    }
    return new Retained(migrating.minus(held), List.copyOf(warnings));
  }

  // The status is nothing that anybody applies.
  private static boolean holds(ManagedEntry entry) {
    return !entry.isApplyOf(Marks.MANAGER) && !entry.subresource().equals("status");
  }
}
