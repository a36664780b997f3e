package dev.plumbline.reconcile;

import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Entry;
import dev.plumbline.apply.Inventory;
import dev.plumbline.apply.LastApplied;
import dev.plumbline.apply.Wanted;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Revision;
import java.io.IOException;
import java.util.Optional;

/**
 * Recalls what was applied before, by rendering the revision that is live again: Git has it all.
 * The digest in the inventory tells whether it is the same.
 */
final class Recall implements LastApplied {
  private final Pipeline pipeline;
  private final Desires desires;
  private final Inventory inventory;
  private final Run run;
  private final Optional<Revision> live;

  Recall(
      Pipeline pipeline, Desires desires, Inventory inventory, Run run, Optional<Revision> live) {
    this.pipeline = pipeline;
    this.desires = desires;
    this.inventory = inventory;
    this.run = run;
    this.live = live;
  }

  @Override
  public Optional<MapNode> body(ObjectKey key) throws IOException {
    Optional<Entry> entry = inventory.get(key);
    if (live.isEmpty() || entry.isEmpty()) {
      return Optional.empty();
    }
    if (!(pipeline.run(live.get(), Requests.of(run.sync().spec()))
        instanceof Pipeline.Result.Ready ready)) {
      return Optional.empty();
    }
    return desires.of(Deliveries.sourcesOf(ready.rendered())).objects().stream()
        .filter(wanted -> wanted.key().equals(key))
        .filter(wanted -> wanted.digest().equals(entry.get().wanted()))
        .map(Wanted::body)
        .findFirst();
  }
}
