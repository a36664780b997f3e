package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.Optional;

/**
 * What became of one change.
 *
 * @param message for people; empty when all is well
 * @param where the file and line the object comes from, as close to the fault as can be told
 * @param cause the server's no, where it was one
 * @param held why the plan held the object back, where it did
 */
public record Outcome(
    ObjectKey key,
    Result result,
    String message,
    Position where,
    Optional<Refusal.Cause> cause,
    Optional<Reason> held) {

  private static final String LEFT_DRIFTED = "drifted, and left so as spec.drift.owned says";

  public enum Result {
    /** Carried out and answered. */
    DONE,
    /** As wanted already, or gone already. */
    KEPT,
    /** Somebody else owns it, or moved it under us. */
    CONFLICT,
    /** The server will say no until somebody changes something. */
    DENIED,
    /** Not carried out; another try may do. */
    FAILED,
    /** Deleted, and held by finalizers or dependants; or waits for such a one. */
    WAITING,
    /** It may or may not have been carried out: read back before anything else. */
    UNKNOWN
  }

  static Outcome done(ObjectKey key) {
    return of(key, Result.DONE, "");
  }

  static Outcome kept(ObjectKey key, String message) {
    return of(key, Result.KEPT, message);
  }

  /** Taken by somebody, told of, and not repaired. */
  static Outcome leftDrifted(ObjectKey key) {
    return kept(key, LEFT_DRIFTED);
  }

  /** Wanted, and not touched. */
  static Outcome leftAlone(ObjectKey key, String why) {
    return kept(key, "left alone: " + why);
  }

  /**
   * No longer wanted, and not deleted.
   *
   * @param why empty where nothing stays
   */
  static Outcome leftInPlace(ObjectKey key, String why) {
    return kept(key, why.isEmpty() ? "" : "left in place: " + why);
  }

  /** Whether somebody took something from us and keeps it. */
  public boolean drifted() {
    return left() && message.equals(LEFT_DRIFTED);
  }

  /** Whether it is left as it is for a reason that was given. */
  public boolean left() {
    return result == Result.KEPT && !message.isEmpty();
  }

  static Outcome of(ObjectKey key, Result result, String message) {
    return new Outcome(key, result, message, Position.UNKNOWN, Optional.empty(), Optional.empty());
  }

  /**
   * @param settling whether permissions or definitions changed a moment ago, so that a no because
   *     of them may pass by itself
   */
  static Outcome refused(ObjectKey key, Refusal refusal, Position where, boolean settling) {
    Result result =
        switch (refusal.cause()) {
          case EXISTS, CONFLICT -> Result.CONFLICT;
          case FORBIDDEN, NO_SUCH_KIND -> settling ? Result.FAILED : Result.DENIED;
          case INVALID, IMMUTABLE -> Result.DENIED;
          case CHANGED,
              GONE,
              NAMESPACE_MISSING,
              NAMESPACE_TERMINATING,
              WAITING_FOR_CLUSTER,
              TRANSIENT,
              UNAUTHORIZED ->
              Result.FAILED;
        };
    return new Outcome(
        key, result, refusal.message(), where, Optional.of(refusal.cause()), Optional.empty());
  }

  /**
   * @param settling as above
   */
  static Outcome held(Blocked blocked, boolean settling) {
    Result result =
        switch (blocked.reason()) {
          case OWNED_BY_OTHERS -> Result.CONFLICT;
          case BEING_DELETED, CONTESTED, HANDED_OVER -> Result.WAITING;
          case STALE_DISCOVERY, NAMESPACE_MISSING -> Result.FAILED;
          case FORBIDDEN, UNKNOWN_KIND -> settling ? Result.FAILED : Result.DENIED;
          case INVALID, UNSUPPORTED, IMMUTABLE, NEEDS_CONSENT, DEPENDENCY_BLOCKED, NOT_ALLOWED ->
              Result.DENIED;
        };
    return new Outcome(
        blocked.key(),
        result,
        blocked.message(),
        blocked.where(),
        Optional.empty(),
        Optional.of(blocked.reason()));
  }

  Outcome at(Position position) {
    return new Outcome(key, result, message, position, cause, held);
  }

  /** Why it is not as wanted, in the most telling word there is. */
  public Enum<?> reason() {
    return held.<Enum<?>>map(reason -> reason)
        .or(() -> cause.map(refused -> refused))
        .orElse(result);
  }

  /** Whether this is as it should be. */
  public boolean good() {
    return result == Result.DONE || result == Result.KEPT;
  }

  /** Whether trying again without anybody's doing can help. */
  public boolean retryable() {
    return result == Result.FAILED || result == Result.UNKNOWN;
  }
}
