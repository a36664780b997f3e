package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.Clock;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a delivery would do, for somebody who only asks: what an agent knows from its watches is
 * read now, and the same {@link Planner} judges it. It keeps nothing, and sends no write.
 */
public final class Forecast {
  private final Cluster cluster;
  private final Watches watches;
  private final Marks marks;
  private final Peers peers;
  private final Clock clock;

  /**
   * @param cluster as the person who asks sees it
   * @param watches of the same connection; none is opened
   */
  public Forecast(Cluster cluster, Watches watches, Marks marks, Peers peers, Clock clock) {
    this.cluster = cluster;
    this.watches = watches;
    this.marks = marks;
    this.peers = peers;
    this.clock = clock;
  }

  public Draft of(Desired desired, Inventory inventory, Settings settings, Grant grant)
      throws IOException {
    try (var live = new Live(watches, marks.hubId(), _ -> {})) {
      Map<ObjectKey, Meta> there = notYetOwned(desired, inventory);
      there.values().forEach(live::readBack);
      var survey = new Survey(cluster, marks, live, new Fights(clock), peers);
      Facts facts = survey.facts(desired, inventory);
      Draft draft = new Planner(marks, settings, facts, grant).draft(desired, inventory);
      List<Change> changes =
          draft.changes().stream()
              .map(change -> judged(change, there, settings.claims().adoption()))
              .toList();
      return draft.with(changes);
    }
  }

  // A delivery learns of them by the server's no to a create.
  private Map<ObjectKey, Meta> notYetOwned(Desired desired, Inventory inventory)
      throws IOException {
    List<ObjectKey> keys =
        desired.objects().stream()
            .filter(wanted -> inventory.get(wanted.key()).isEmpty() && !wanted.merges())
            .map(Wanted::key)
            .toList();
    try {
      Map<ObjectKey, Meta> there = new HashMap<>();
      Parallel.map(keys, this::read).forEach(found -> found.ifPresent(m -> there.put(m.key(), m)));
      return there;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Optional<Meta> read(ObjectKey key) {
    try {
      return cluster.meta(key);
    } catch (KubeException e) {
      if (e.refusal().cause() == Refusal.Cause.NAMESPACE_MISSING) {
        return Optional.empty();
      }
      throw new UncheckedIOException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Change judged(Change change, Map<ObjectKey, Meta> there, Adoption adoption) {
    if (change instanceof Create create && there.containsKey(create.key())) {
      Meta meta = there.get(create.key());
      boolean left =
          create.wanted().isLeftAlone(true) || !State.of(meta, marks.hubId()).leftBy().isEmpty();
      Optional<String> refusal = left ? Optional.empty() : adoption.refusal(meta, marks);
      if (refusal.isPresent()) {
        return new Blocked(
            create.key(), Reason.OWNED_BY_OTHERS, refusal.get(), create.wanted().where());
      }
    }
    return change;
  }
}
