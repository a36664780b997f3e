package dev.plumbline.apply;

import dev.plumbline.health.Health;
import dev.plumbline.health.HealthRules;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the Pods of a workload say when it is not well: the workload itself only counts them. Pods
 * are not watched; they are listed once, with the rights of whoever delivers.
 */
public final class PodTrouble {
  private static final Logger LOG = LoggerFactory.getLogger(PodTrouble.class);
  private static final int MOST = 100;
  private static final ServedKind PODS =
      new ServedKind("", "v1", "Pod", "pods", true, Set.of("list"));
  private static final Set<GroupKind> WORKLOADS =
      Set.of(
          new GroupKind("apps", "Deployment"),
          new GroupKind("apps", "StatefulSet"),
          new GroupKind("apps", "DaemonSet"),
          new GroupKind("apps", "ReplicaSet"),
          new GroupKind("batch", "Job"));

  private final Cluster cluster;

  public PodTrouble(Cluster cluster) {
    this.cluster = cluster;
  }

  /** A Pod and how it is doing. */
  private record Sick(String name, Health health) {
    String sentence() {
      return "Pod %s: %s (%s)".formatted(name, health.sentence(), health.reason());
    }
  }

  /**
   * The worst of its Pods, in a sentence; empty where none says anything, where it has none, and
   * where they may not be read.
   */
  public Optional<String> of(ObjectKey workload) {
    if (!WORKLOADS.contains(workload.groupKind())) {
      return Optional.empty();
    }
    try {
      Optional<String> selector = cluster.get(workload).flatMap(PodTrouble::selector);
      return selector.isEmpty() ? Optional.empty() : worst(workload.namespace(), selector.get());
    } catch (IOException e) {
      LOG.debug("could not ask the Pods of {}: {}", workload, e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<String> worst(String namespace, String selector) throws IOException {
    List<MapNode> pods = cluster.listBodies(PODS, namespace, selector, MOST);
    return pods.stream()
        .map(PodTrouble::read)
        .filter(pod -> !pod.health().isCurrent())
        .min(Comparator.comparing((Sick pod) -> rank(pod.health())).thenComparing(Sick::name))
        .map(Sick::sentence);
  }

  private static Sick read(MapNode pod) {
    MapNode whole = pod.with("apiVersion", ScalarNode.of("v1")).with("kind", ScalarNode.of("Pod"));
    return new Sick(pod.text("metadata", "name").orElse("?"), HealthRules.assess(whole));
  }

  private static int rank(Health health) {
    return switch (health.status()) {
      case FAILED -> 0;
      case IN_PROGRESS -> 1;
      case CURRENT, TERMINATING, NOT_FOUND, UNKNOWN -> 2;
    };
  }

  private static Optional<String> selector(MapNode workload) {
    return workload
        .map("spec", "selector", "matchLabels")
        .filter(labels -> !labels.isEmpty())
        .map(
            labels ->
                labels.entries().keySet().stream()
                    .map(key -> key + "=" + labels.text(key).orElse(""))
                    .collect(Collectors.joining(",")));
  }
}
