package dev.plumbline.apply;

import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Unforced;
import dev.plumbline.model.Clock;
import dev.plumbline.model.ObjectKey;
import java.time.Instant;
import java.util.Optional;

/**
 * The three writes to a target: create, update, prune. Each answers with an outcome and with what
 * is to be remembered of the object. None is repeated blindly: only a write that the server says
 * met another version is tried again, with that version, a few times.
 */
public final class Writes {
  private final Site site;
  private final Creating creating;
  private final Updating updating;
  private final Pruning pruning;

  public Writes(
      Cluster cluster,
      Marks marks,
      Live live,
      Fights fights,
      LastApplied last,
      Claims claims,
      Clock clock) {
    Cluster gentle = claims.force() ? cluster : new Unforced(cluster);
    this.site = new Site(gentle, marks, live, fights, last, claims.adoption(), clock);
    this.updating = new Updating(site);
    this.creating = new Creating(site, updating);
    this.pruning = new Pruning(site);
  }

  /**
   * @param before the entry of before this run, if there was one
   * @param recorded the entry written for this create
   */
  Done create(Wanted wanted, Optional<Entry> before, Entry recorded) {
    return creating.create(wanted, before, recorded);
  }

  /**
   * @param left the entry that is left if it does not succeed
   */
  Done update(Update update, Optional<Entry> before, Optional<Entry> left) {
    return updating.update(update, before, left);
  }

  /** Finds out who took what, and changes nothing. */
  Done tell(Change.Tell tell) {
    return updating.tell(tell);
  }

  Done prune(Prune prune) {
    return pruning.prune(prune);
  }

  /**
   * Deletes the very object, and creates it anew where that can be done at once. What takes longer
   * to go wakes the Sync when it is gone.
   *
   * @param before the entry of before
   * @param recorded the entry written for this, as one that is deleted and created
   */
  Done recreate(Update update, Entry before, Entry recorded) {
    Done deleted = pruning.delete(update, before);
    return deleted.outcome().result() == Outcome.Result.DONE
        ? creating.create(update.wanted(), Optional.empty(), recorded)
        : deleted;
  }

  /** Whether an object is healthy, as far as there is a rule that tells. */
  boolean healthy(ObjectKey key) {
    return site.live().healthy(key);
  }

  /** Until when the repair of an object pauses, if it does. */
  Optional<Instant> pausesUntil(ObjectKey key) {
    return site.fights().until(key);
  }

  /** Until when an object that is absent may still arrive, if it may. */
  Optional<Instant> mayArriveUntil(ObjectKey key) {
    return site.live().mayArriveUntil(key, site.clock().now());
  }

  /** Whether permissions or definitions changed a moment ago, so that a no may pass by itself. */
  boolean settling() {
    return site.settling();
  }
}
