package dev.plumbline.kube;

import java.time.Duration;
import java.util.Optional;

/**
 * A classified no of the API server.
 *
 * @param code the HTTP status; 0 when the request was never sent
 * @param reason the server's {@code reason}, or a word of ours; may be empty
 * @param message for people, free of secret values
 * @param retryAfter what the server asked for
 */
public record Refusal(
    Cause cause, int code, String reason, String message, Optional<Duration> retryAfter) {

  /** What the no means for us; the one table of {@code docs/apply.md}. */
  public enum Cause {
    /** A create-only apply found something there. */
    EXISTS,
    /** Another uid or resourceVersion than planned for: plan again at once. */
    CHANGED,
    /** The object is not there (delete, get). */
    GONE,
    NAMESPACE_MISSING,
    NAMESPACE_TERMINATING,
    /** Quota, a service account that is not there yet: passes by itself, slowly. */
    WAITING_FOR_CLUSTER,
    /** RBAC. */
    FORBIDDEN,
    /** The kind is not served. */
    NO_SUCH_KIND,
    /** The manifest is wrong, and stays wrong until somebody changes it. */
    INVALID,
    /** The field cannot be changed on an object that exists. */
    IMMUTABLE,
    /** Another manager owns a field and we did not force. */
    CONFLICT,
    /** Overload, a webhook that failed, a restart, no connection: try again, with backoff. */
    TRANSIENT,
    /** The credentials are not accepted. */
    UNAUTHORIZED
  }

  public boolean permanent() {
    return switch (cause) {
      case FORBIDDEN, NO_SUCH_KIND, INVALID, IMMUTABLE, CONFLICT -> true;
      case EXISTS,
          CHANGED,
          GONE,
          NAMESPACE_MISSING,
          NAMESPACE_TERMINATING,
          WAITING_FOR_CLUSTER,
          TRANSIENT,
          UNAUTHORIZED ->
          false;
    };
  }
}
