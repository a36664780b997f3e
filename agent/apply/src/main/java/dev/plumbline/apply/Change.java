package dev.plumbline.apply;

import dev.plumbline.kube.Guard;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;

/** What a plan does, or does not do, about one object. */
public sealed interface Change {
  ObjectKey key();

  /** Nothing is there: create it, and only if nothing is there. */
  record Create(Wanted wanted) implements Change {
    @Override
    public ObjectKey key() {
      return wanted.key();
    }
  }

  /** It is there, and not as wanted. */
  record Update(Wanted wanted, Guard guard, Why why) implements Change {
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

  /** Ours and no longer wanted: delete the very object. */
  record Prune(Entry entry) implements Change {
    @Override
    public ObjectKey key() {
      return entry.key();
    }
  }

  /** No longer there, or no longer ours: its entry leaves, nothing is sent. */
  record Forget(ObjectKey key, String why) implements Change {}

  /** Wanted, but it needs a definition that this very plan brings: planned again after that. */
  record Defer(ObjectKey key, String why) implements Change {}

  /** Held back; the object stays as it is. */
  record Blocked(ObjectKey key, Reason reason, String message, Position where) implements Change {}

  /** Why an object is updated. */
  enum Why {
    /** What is wanted changed. */
    CHANGED,
    /** Our entry in managedFields moved: somebody took something from us. */
    DRIFTED,
    /** Ours by its marks, and in no inventory. */
    STRAY,
    /** A resync's dry run found a difference nobody reported. */
    RESYNC
  }

  /** Why an object is held back; these are reasons of conditions and of {@code status.blocked}. */
  enum Reason {
    INVALID,
    IMMUTABLE,
    FORBIDDEN,
    UNKNOWN_KIND,
    OWNED_BY_OTHERS,
    CONTESTED,
    BEING_DELETED,
    NEEDS_CONSENT,
    STALE_DISCOVERY,
    DEPENDENCY_BLOCKED,
    NAMESPACE_MISSING
  }
}
