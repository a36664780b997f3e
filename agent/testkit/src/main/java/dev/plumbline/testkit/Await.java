package dev.plumbline.testkit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for something that becomes true by itself, and says what it waited for. */
public final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration BETWEEN = Duration.ofMillis(20);

  private Await() {}

  public static void until(String what, Callable<Boolean> condition) {
    until(PATIENCE, what, condition);
  }

  public static void until(Duration patience, String what, Callable<Boolean> condition) {
    value(patience, what, () -> condition.call() ? Optional.of(true) : Optional.empty());
  }

  public static <T> T value(String what, Callable<Optional<T>> question) {
    return value(PATIENCE, what, question);
  }

  /** The first answer that is there; an assertion error, with the last exception, if none comes. */
  public static <T> T value(Duration patience, String what, Callable<Optional<T>> question) {
    long deadline = System.nanoTime() + patience.toNanos();
    Exception last = null;
    do {
      try {
        var answer = question.call();
        if (answer.isPresent()) {
          return answer.get();
        }
        last = null;
      } catch (Exception e) {
        last = e;
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    } while (System.nanoTime() < deadline);
    throw new AssertionError("waited %s in vain until %s".formatted(patience, what), last);
  }
}
