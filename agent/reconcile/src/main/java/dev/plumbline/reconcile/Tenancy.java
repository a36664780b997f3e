package dev.plumbline.reconcile;

import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Peers;
import dev.plumbline.hub.Hub;
import dev.plumbline.model.Name;
import java.util.function.Consumer;

/** What the runs of one tenant's Syncs have to do with each other. */
final class Tenancy {
  private final Hub hub;
  private final Quotas quotas;
  private final Renderings renderings;
  private final Consumer<Name> wake;

  Tenancy(Hub hub, Renderings renderings, Consumer<Name> wake) {
    this.hub = hub;
    this.quotas = new Quotas(hub);
    this.renderings = renderings;
    this.wake = wake;
  }

  Quotas quotas() {
    return quotas;
  }

  Peers siblings(Run run, Desires desires) {
    return new Siblings(hub, renderings, wake, run.sync(), desires);
  }

  /** The Sync is gone. */
  void forget(Name sync) {
    quotas.forget(sync);
    renderings.forget(sync);
  }
}
