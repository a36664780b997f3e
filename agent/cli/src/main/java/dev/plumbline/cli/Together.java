package dev.plumbline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks many things at once; the connection bounds how many are under way. */
final class Together {
  private Together() {}

  /** The answer to each item, in order; the first failure ends it. */
  static <A, B> List<B> ask(List<A> items, Question<A, B> question)
      throws IOException, InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var asked = new ArrayList<Future<B>>();
      for (A item : items) {
        asked.add(threads.submit((Callable<B>) () -> question.ask(item)));
      }
      var answers = new ArrayList<B>();
      for (Future<B> answer : asked) {
        answers.add(answer.get());
      }
      return answers;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException unchecked -> throw unchecked;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** What is asked about an item. */
  interface Question<A, B> {
    B ask(A item) throws IOException;
  }
}
