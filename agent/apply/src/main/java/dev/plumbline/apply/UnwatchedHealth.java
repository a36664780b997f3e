package dev.plumbline.apply;

import dev.plumbline.health.Health;
import dev.plumbline.health.HealthRules;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.KubeException;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out how objects are doing that no watch tells of, since the agent may not list and watch
 * their kind: they are read as whoever delivers them, once at the end of each run.
 */
public final class UnwatchedHealth {
  private final Cluster cluster;
  private final Live live;

  /**
   * @param cluster as whoever delivers
   */
  public UnwatchedHealth(Cluster cluster, Live live) {
    this.cluster = cluster;
    this.live = live;
  }

  /** Reads what has a rule of health and is as wanted. */
  public void read(Desired desired, Applied applied) {
    Set<ObjectKey> good =
        applied.outcomes().stream()
            .filter(Outcome::good)
            .map(Outcome::key)
            .collect(Collectors.toSet());
    List<ObjectKey> unseen =
        desired.objects().stream()
            .filter(wanted -> wanted.wishes().judged())
            .map(Wanted::key)
            .filter(key -> HealthRules.hasRule(key.groupKind()) && good.contains(key))
            .filter(live::isBlind)
            .toList();
    if (!unseen.isEmpty()) {
      List<ObjectKey> ignored = Parallel.map(unseen, this::read);
    }
  }

  private ObjectKey read(ObjectKey key) {
    try {
      Optional<MapNode> body = cluster.get(key);
      live.healthRead(
          key,
          body.map(UnwatchedHealth::generation).orElse(Long.MAX_VALUE),
          body.map(HealthRules::assess).orElseGet(Health::notFound));
    } catch (KubeException e) {
      unknown(
          key,
          "%s, and %s may not read it: %s"
              .formatted(live.missingRight(key), cluster.identity(), e.getMessage()));
    } catch (IOException e) {
      unknown(key, "it could not be read: " + e.getMessage());
    }
    return key;
  }

  private void unknown(ObjectKey key, String why) {
    live.healthRead(key, Long.MAX_VALUE, new Health(Health.Status.UNKNOWN, "NotWatched", why));
  }

  private static long generation(MapNode body) {
    return body.text("metadata", "generation").map(Long::parseLong).orElse(0L);
  }
}
