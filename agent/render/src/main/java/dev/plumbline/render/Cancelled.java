package dev.plumbline.render;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Ends a render nobody waits for any more. */
final class Cancelled {
  private Cancelled() {}

  static void check(BooleanSupplier cancelled) {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("the render was cancelled");
    }
  }
}
