package dev.plumbline.reconcile;

import dev.plumbline.model.Fence;

/** The fence of one run: it closes, for good, when the run is overtaken or the agent stops. */
final class Cancellation implements Fence {
  private volatile String why;

  void cancel(String reason) {
    why = reason;
  }

  boolean cancelled() {
    return why != null;
  }

  @Override
  public void check() {
    String reason = why;
    if (reason != null) {
      throw new Closed(reason);
    }
  }
}
