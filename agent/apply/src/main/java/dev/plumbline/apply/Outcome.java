package dev.plumbline.apply;

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
 */
public record Outcome(
    ObjectKey key, Result result, String message, Position where, Optional<Refusal.Cause> cause) {

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
    return new Outcome(key, Result.DONE, "", Position.UNKNOWN, Optional.empty());
  }

  static Outcome kept(ObjectKey key) {
    return new Outcome(key, Result.KEPT, "", Position.UNKNOWN, Optional.empty());
  }

  static Outcome of(ObjectKey key, Result result, String message) {
    return new Outcome(key, result, message, Position.UNKNOWN, Optional.empty());
  }

  Outcome at(Position position) {
    return new Outcome(key, result, message, position, cause);
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
