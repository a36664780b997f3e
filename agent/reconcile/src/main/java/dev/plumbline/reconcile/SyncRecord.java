package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.apply.Inventory;
import dev.plumbline.apply.InventoryRecord;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.hub.Write;
import dev.plumbline.model.Fence;
import java.io.IOException;

/**
 * The record of one run of a Sync in the hub: its status, with the inventory in it. Knows the
 * version it works on; whatever was written by somebody else meanwhile ends the run before it acts.
 */
final class SyncRecord implements InventoryRecord {
  private final HubWriter writer;
  private final Fence fence;
  private final Before before;
  private HubObject<SyncSpec, SyncStatus> sync;

  /** The status that goes with a record written before the run acts. */
  interface Before {
    SyncStatus applying(SyncStatus last);
  }

  SyncRecord(HubWriter writer, Run run, Before before) {
    this.writer = writer;
    this.fence = run.fence();
    this.sync = run.sync();
    this.before = before;
  }

  /** The Sync as last read or written. */
  HubObject<SyncSpec, SyncStatus> sync() {
    return sync;
  }

  /**
   * The finalizer first: nothing may be owned that nobody would clean up. A run that may not act
   * any more records no intent either.
   */
  @Override
  public void record(Inventory superset) throws IOException {
    fence.check();
    if (!sync.deleting()) {
      sync = written(writer.addFinalizer(sync));
    }
    sync = written(writer.sync(sync, before.applying(sync.status()), superset.packed()));
  }

  /**
   * Settles the run. Somebody who changed the spec meanwhile does not cost us the outcome: our
   * status is still ours to write, on the newer version. Somebody who wrote the status does.
   */
  void settle(SyncStatus status, Inventory inventory) throws IOException {
    var packed = inventory.packed();
    Write<SyncSpec, SyncStatus> write = writer.sync(sync, status, packed);
    if (write instanceof Write.Superseded<SyncSpec, SyncStatus>(var newest)
        && newest.status().equals(sync.status())) {
      sync = newest;
      write = writer.sync(sync, status, packed);
    }
    sync = written(write);
  }

  /** Writes a status that leaves the inventory as it is. */
  void say(SyncStatus status) throws IOException {
    sync = written(writer.sync(sync, status));
  }

  /** Lets the deleted Sync go. */
  void release() throws IOException {
    sync = written(writer.removeFinalizer(sync));
  }

  private HubObject<SyncSpec, SyncStatus> written(Write<SyncSpec, SyncStatus> write)
      throws IOException {
    return switch (write) {
      case Write.Written<SyncSpec, SyncStatus>(var now) -> now;
      case Write.Superseded<SyncSpec, SyncStatus>(var newest) ->
          throw new Superseded("Sync %s was changed meanwhile".formatted(newest.name()));
      case Write.Gone<SyncSpec, SyncStatus>() ->
          throw new Superseded("Sync %s is gone".formatted(sync.name()));
      case Write.Failed<SyncSpec, SyncStatus>(String why, boolean ignored) ->
          throw new IOException("could not write Sync %s: %s".formatted(sync.name(), why));
    };
  }
}
