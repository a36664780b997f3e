package dev.plumbline.apply;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Many requests side by side, one virtual thread each. The connection bounds what is in flight. */
final class Parallel {
  private Parallel() {}

  /**
   * The results in the order of the items, when all have ended. An interrupt reaches every task
   * that still runs. What a task throws is thrown here.
   */
  static <T, R> List<R> map(List<T> items, Function<? super T, ? extends R> work) {
    if (items.size() == 1) {
      return List.of(work.apply(items.getFirst()));
    }
    List<Future<R>> futures;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      futures =
          items.stream()
              .map(
                  item -> {
                    Callable<R> task = () -> work.apply(item);
                    return executor.submit(task);
                  })
              .toList();
    }
    return futures.stream().map(Parallel::result).toList();
  }

  private static <R> R result(Future<R> ended) {
    return switch (ended.state()) {
      case SUCCESS -> ended.resultNow();
      case FAILED -> throw unchecked(ended.exceptionNow());
      case CANCELLED, RUNNING -> throw new IllegalStateException("a task did not end");
    };
  }

  private static RuntimeException unchecked(Throwable failure) {
    return failure instanceof RuntimeException already
        ? already
        : new IllegalStateException(failure);
  }
}
