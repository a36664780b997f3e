package dev.plumbline.reconcile;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Work that computes, on threads of the operating system. A virtual thread leaves its carrier only
 * where it waits, and there are no more carriers than cores: on one core, a single render without
 * an end would stop every watch, every lease and the answer to the kubelet's probe.
 *
 * <p>How much is computed at once is bounded by how many Syncs run at once.
 */
final class Crunching {
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("crunch-", 0).daemon().factory());

  /**
   * What comes of it, thrown as it is where it fails.
   *
   * @throws InterruptedIOException when the waiting thread was interrupted; the work is, too
   */
  <T> T run(Callable<T> work) throws IOException {
    Future<T> result = threads.submit(work);
    try {
      return result.get();
    } catch (InterruptedException e) {
      result.cancel(true);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while it computes");
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    }
  }

  private static IOException rethrown(Throwable cause) {
    return switch (cause) {
      case IOException io -> io;
      case RuntimeException thrown -> throw thrown;
      case Error error -> throw error;
      default -> new IOException(cause);
    };
  }
}
