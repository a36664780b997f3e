package dev.plumbline.cli;

import dev.plumbline.cli.Comparison.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts what would be done, while it is printed. */
final class DiffSummary {
  private final DiffPrinter printer;
  private int changed;
  private int created;
  private int pruned;
  private int refused;

  DiffSummary(DiffPrinter printer) {
    this.printer = printer;
  }

  void tell(Finding finding) {
    switch (finding) {
      case Finding.Same() -> {
        // Quiet when all is well.
      }
      case Finding.Changed(var key, var changes) -> {
        changed++;
        printer.changed(key, changes);
      }
      case Finding.Created(var key, String remark) -> {
        created++;
        printer.created(key, remark);
      }
      case Finding.Pruned(var key, String how) -> {
        pruned++;
        printer.pruned(key, how);
      }
      case Finding.Kept(var key, String why) -> printer.kept(key, why);
      case Finding.LeftAlone(var key, String because) -> printer.leftAlone(key, because);
      case Finding.Refused(var key, String why) -> {
        refused++;
        printer.refused(key, why);
      }
    }
  }

  /** Empty where nothing would change. */
  Optional<String> sentence() {
    var parts = new ArrayList<String>();
    add(parts, changed, "to change");
    add(parts, created, "to create");
    add(parts, pruned, "to prune");
    add(parts, refused, "refused");
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
