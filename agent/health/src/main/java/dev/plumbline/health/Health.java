package dev.plumbline.health;

/**
 * How one object is doing.
 *
 * @param reason one word, for conditions and counters
 * @param sentence for people, lower-case: {@code 1 of 3 replicas ready}
 */
public record Health(Status status, String reason, String sentence) {

  /** How it is doing, in one word. */
  public enum Status {
    /** It is what was asked for. */
    CURRENT,
    /** It is on its way. */
    IN_PROGRESS,
    /** It will not get there by itself. */
    FAILED,
    /** It is being deleted. */
    TERMINATING,
    /** It is not there. */
    NOT_FOUND,
    /** Nobody can tell from the object. */
    UNKNOWN
  }

  public static Health current(String sentence) {
    return new Health(Status.CURRENT, "Current", sentence);
  }

  public static Health inProgress(String reason, String sentence) {
    return new Health(Status.IN_PROGRESS, reason, sentence);
  }

  public static Health failed(String reason, String sentence) {
    return new Health(Status.FAILED, reason, sentence);
  }

  public static Health notFound() {
    return new Health(Status.NOT_FOUND, "NotFound", "not there");
  }

  public boolean isCurrent() {
    return status == Status.CURRENT;
  }
}
