package dev.plumbline.model;

/**
 * Stands before every write: {@link #check()} right before the request. It is open only as long as
 * this replica provably owns the work.
 */
@FunctionalInterface
public interface Fence {
  /** Returns if a write may start now. */
  void check() throws Closed;

  /** A fence without an owner: one replica, one cell, always open. */
  static Fence open() {
    return () -> {};
  }

  /** The work belongs to somebody else by now: the run ends without another write. */
  final class Closed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Closed(String why) {
      super(why);
    }
  }
}
