package dev.plumbline.apply;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.List;
import java.util.Optional;

/**
 * What became of one write.
 *
 * @param entry what is to be remembered of the object now; empty for nothing
 * @param warnings what the server warned of, and what could not be done
 */
record Done(Outcome outcome, Optional<Entry> entry, Optional<Drift> drift, List<String> warnings) {
  Done {
    warnings = List.copyOf(warnings);
  }

  static Done of(Outcome outcome, Optional<Entry> entry) {
    return new Done(outcome, entry, Optional.empty(), List.of());
  }

  static Done failed(Wanted wanted, String why, Optional<Entry> entry) {
    return of(Outcome.of(wanted.key(), Result.FAILED, why).at(wanted.where()), entry);
  }

  static Done unknown(ObjectKey key, String why, Position where, Optional<Entry> entry) {
    return of(Outcome.of(key, Result.UNKNOWN, why).at(where), entry);
  }

  static Done notSent(ObjectKey key, Position where, Optional<Entry> entry) {
    return of(Outcome.of(key, Result.FAILED, "stopped before it was sent").at(where), entry);
  }

  Done with(Drift more) {
    return new Done(outcome, entry, Optional.of(more), warnings);
  }
}
