package dev.plumbline.apply;

import dev.plumbline.health.Health;
import dev.plumbline.health.HealthRules;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.Name;
import java.util.List;
import java.util.Optional;

/** What is known of one object on the target. Belongs to {@link Index}. */
final class Tracked {
  /** Null while it is not known to be there. */
  State state;

  /** Null while no Sync has said how it left it. */
  Left left;

  /** Null while it is as it was left: else how it was when that was first seen not to be so. */
  Meta suspect;

  /** What others put beside our fields; almost always nothing. */
  List<Addition> additions = List.of();

  /** The generation of what is known, from a watch or from the answer to a write. */
  long generation;

  private Health health;
  private long assessed;

  /**
   * How a Sync left an object: any other state wakes it.
   *
   * @param marked whether it carried the marks of the Sync
   * @param creating whether a create may still arrive
   * @param alone whether somebody asked to leave it alone
   */
  record Left(
      Name sync,
      String uid,
      Optional<Digest128> owned,
      boolean marked,
      boolean creating,
      boolean alone) {

    /** As wanted, or with what the run knew of it. */
    static Left of(Name sync, Entry entry) {
      return new Left(sync, entry.uid(), entry.owned(), true, entry.creating(), false);
    }

    /** Knowingly not as wanted: only a further move counts. */
    static Left asIs(Name sync, State state) {
      return new Left(
          sync,
          state.uid(),
          state.owned(),
          state.belongsTo(sync),
          false,
          !state.leftBy().isEmpty());
    }

    /** The same, holding what is equal only once: there are very many of these. */
    Left sharing(State state) {
      return state == null
          ? this
          : new Left(
              sync,
              uid.equals(state.uid()) ? state.uid() : uid,
              owned.equals(state.owned()) ? state.owned() : owned,
              marked,
              creating,
              alone);
    }

    boolean differsFrom(State state) {
      return !state.uid().equals(uid)
          || !state.owned().equals(owned)
          || state.belongsTo(sync) != marked
          || state.leftBy().isEmpty() == alone;
    }
  }

  /** The health of the object as it is known; that of an earlier generation tells nothing of it. */
  Optional<Health> health() {
    if (health == null || assessed >= generation) {
      return Optional.ofNullable(health);
    }
    return Optional.of(HealthRules.notObserved(assessed, generation));
  }

  /** Remembers a health, null for none, and of which generation it tells. */
  void assess(Health now, long ofGeneration) {
    health = now;
    assessed = ofGeneration;
  }

  boolean moved() {
    return state != null && left != null && left.differsFrom(state);
  }

  boolean isLeftBy(Name sync) {
    return left != null && left.sync().equals(sync);
  }

  boolean concerns(Name sync) {
    return isLeftBy(sync) || (state != null && state.belongsTo(sync));
  }

  boolean isEmpty() {
    return state == null && left == null;
  }
}
