package dev.plumbline.apply;

import java.io.IOException;

/** Where the record of what a Sync owns is kept, by compare and swap. */
@FunctionalInterface
public interface InventoryRecord {
  /**
   * Returns when the superset is stored.
   *
   * @throws Superseded when somebody else wrote since: this run must stop before it acts
   */
  void record(Inventory superset) throws IOException;

  /** The record moved on under us: another holder, or another writer of the Sync's status. */
  final class Superseded extends IOException {
    private static final long serialVersionUID = 1;

    public Superseded(String why) {
      super(why);
    }
  }
}
