package dev.plumbline.apply;

import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Clock;
import java.util.List;
import java.util.Optional;

/** The target as one run of one Sync works on it: what the three writes share. */
record Site(
    Cluster cluster,
    Marks marks,
    Live live,
    Fights fights,
    LastApplied lastApplied,
    Adoption adoption,
    Clock clock) {

  /** The object is as wanted, in this version. */
  Done settled(Wanted wanted, Meta meta, Optional<Drift> drift, List<String> warnings) {
    seen(wanted, meta);
    if (Order.changesPowers(wanted.key())) {
      live.powersChanged(clock.now());
    }
    drift.ifPresent(fights::repaired);
    var entry = Entry.settled(wanted, meta);
    return new Done(Outcome.done(wanted.key()), Optional.of(entry), drift, warnings);
  }

  /** An answer of the server about an object: newer than what its watch has shown so far. */
  void seen(Wanted wanted, Meta meta) {
    if (wanted.merges()) {
      live.observedMerged(marks, meta);
    } else {
      live.observed(meta);
    }
  }

  /** What an object was like when it was first seen not to be as it was left. */
  Optional<Meta> suspect(Wanted wanted) {
    return wanted.merges()
        ? live.suspectMerged(marks.sync(), wanted.key())
        : live.suspect(wanted.key());
  }

  Done refused(Wanted wanted, Refusal refusal, Optional<Entry> entry) {
    var where = Fault.position(wanted, refusal.message());
    return Done.of(Outcome.refused(wanted.key(), refusal, where, settling()), entry);
  }

  /** Whether permissions or definitions changed so lately that not every answer knows of it. */
  boolean settling() {
    return live.powersSettling(clock.now());
  }
}
