package dev.plumbline.apply;

import dev.plumbline.kube.Guard;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.time.Instant;
import java.util.Optional;

/** What a plan does, or does not do, about one object. */
public sealed interface Change {
  ObjectKey key();

  /**
   * Nothing is there: create it, and only if nothing is there.
   *
   * @param urgent whether it was deleted only to be made again
   */
  record Create(Wanted wanted, boolean urgent) implements Change {
    Create(Wanted wanted) {
      this(wanted, false);
    }

    @Override
    public ObjectKey key() {
      return wanted.key();
    }
  }

  /**
   * It is there, and not as wanted.
   *
   * @param disowned whether our entry in managedFields is gone, so that it has to be put back first
   */
  record Update(Wanted wanted, Guard guard, Why why, boolean disowned) implements Change {
    @Override
    public ObjectKey key() {
      return wanted.key();
    }

    Update at(Guard other) {
      return new Update(wanted, other, why, disowned);
    }
  }

  /** Somebody took something from us, and keeps it: only told of. */
  record Tell(Wanted wanted, Entry entry, Guard guard) implements Change {
    @Override
    public ObjectKey key() {
      return wanted.key();
    }
  }

  /** As wanted: no request. */
  record Keep(Wanted wanted, Entry entry) implements Change {
    @Override
    public ObjectKey key() {
      return wanted.key();
    }
  }

  /**
   * Ours and no longer wanted: delete the very object, or take our fields out of it.
   *
   * @param begun whether it is being deleted already
   * @param fieldsOf the name whose fields are taken out, where others have a part in it and it
   *     stays; empty where the object goes
   */
  record Prune(Entry entry, Guard guard, boolean begun, Optional<String> fieldsOf)
      implements Change {
    Prune(Entry entry, Guard guard, boolean begun) {
      this(entry, guard, begun, Optional.empty());
    }

    @Override
    public ObjectKey key() {
      return entry.key();
    }
  }

  /**
   * Not wanted and not there, but a create that was sent once may still arrive: its entry stays
   * until that is past.
   */
  record Linger(Entry entry, Instant until) implements Change {
    @Override
    public ObjectKey key() {
      return entry.key();
    }
  }

  /**
   * No longer there, or no longer ours: its entry leaves, nothing is sent.
   *
   * @param why something stays behind, for people; else empty
   */
  record Forget(ObjectKey key, String why) implements Change {}

  /**
   * Wanted, but it needs a definition that this very plan brings: planned again after that.
   *
   * @param definition the CustomResourceDefinition
   */
  record Defer(ObjectKey key, ObjectKey definition, Position where) implements Change {}

  /**
   * Wanted, and left as it is all the same, as its annotation or the Sync asks.
   *
   * @param entry what is remembered of it; empty where it is not ours
   * @param why the annotation; empty where somebody took something, and the Sync leaves it to him
   */
  record Leave(Wanted wanted, Optional<Entry> entry, Optional<String> why) implements Change {
    @Override
    public ObjectKey key() {
      return wanted.key();
    }
  }

  /** Held back; the object stays as it is. */
  record Blocked(ObjectKey key, Reason reason, String message, Position where) implements Change {}

  /** Why an object is updated. */
  enum Why {
    /** What is wanted changed. */
    CHANGED,
    /** Our entry in managedFields moved: somebody took something from us. */
    DRIFTED,
    /** Others put something beside our fields, and it is to go. */
    ADDED,
    /** Ours by its marks, and in no inventory. */
    STRAY,
    /** It was there before, and is taken over. */
    ADOPTED,
    /** It was there before, and gets our fields without being ours. */
    MERGED,
    /**
     * Wanted again while a delete of it may be under way: touched first, so that the delete meets
     * another version than it was meant for.
     */
    RECLAIMED,
    /** It was another Sync's of the same tenant, which renders it no longer: taken over from it. */
    HANDED_OVER,
    /** A resync's dry run found a difference nobody reported. */
    RESYNC
  }

  /** Why an object is held back; these are reasons of conditions and of {@code status.blocked}. */
  enum Reason {
    INVALID,
    UNSUPPORTED,
    IMMUTABLE,
    FORBIDDEN,
    UNKNOWN_KIND,
    OWNED_BY_OTHERS,
    CONTESTED,
    BEING_DELETED,
    NEEDS_CONSENT,
    STALE_DISCOVERY,
    DEPENDENCY_BLOCKED,
    NAMESPACE_MISSING,
    /** The tenant may not touch it. */
    NOT_ALLOWED,
    /** Another Sync of the same tenant renders it now, and has not taken it yet. */
    HANDED_OVER
  }
}
