package dev.plumbline.reconcile;

import dev.plumbline.hub.HubWriter;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.WorkQueue.Next;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Now and then removes what writers that died left in the hub. */
final class Upkeep implements WorkQueue.Work {
  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
  private static final Duration AGAIN = Duration.ofHours(1);

  private final Supplier<HubWriter> writer;

  Upkeep(Supplier<HubWriter> writer) {
    this.writer = writer;
  }

  @Override
  public Next run(Name name, Cancellation cancellation) throws IOException {
    int swept = writer.get().sweepInventories();
    if (swept > 0) {
      LOG.info("removed {} Inventory objects that no Sync names", swept);
    }
    return new Next.After(AGAIN);
  }
}
