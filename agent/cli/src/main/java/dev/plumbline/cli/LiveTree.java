package dev.plumbline.cli;

import dev.plumbline.health.Health;
import dev.plumbline.health.HealthRules;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Objects as they are, and below each what a controller made for it. */
final class LiveTree {
  private static final int MOST_CHILDREN = 5_000;
  // Owners may be written in a circle.
  private static final int DEEPEST = 5;
  private static final ServedKind REPLICA_SET = kind("apps", "ReplicaSet", "replicasets");
  private static final ServedKind JOB = kind("batch", "Job", "jobs");
  private static final ServedKind POD = kind("", "Pod", "pods");
  private static final Map<String, List<ServedKind>> CHILDREN =
      Map.of(
          "Deployment", List.of(REPLICA_SET, POD),
          "ReplicaSet", List.of(POD),
          "StatefulSet", List.of(POD),
          "DaemonSet", List.of(POD),
          "CronJob", List.of(JOB, POD),
          "Job", List.of(POD));

  private final Session session;
  private final Set<String> unseen = new LinkedHashSet<>();

  LiveTree(Session session) {
    this.session = session;
  }

  /**
   * One object.
   *
   * @param name for the root its full name, for what is below only kind and name
   */
  record Branch(String name, Health health, List<Branch> children) {
    Branch {
      children = List.copyOf(children);
    }
  }

  private record Found(ObjectKey key, Optional<MapNode> object, Health health) {}

  private record Place(ServedKind kind, String namespace) {}

  private record Listed(List<MapNode> objects, Optional<String> unseen) {}

  List<Branch> of(List<ObjectKey> keys) throws IOException, InterruptedException {
    List<Found> found = Together.ask(keys, this::find);
    Map<String, List<MapNode>> byOwner = byOwner(found);
    return found.stream()
        .map(
            object ->
                new Branch(
                    (object.key.group().isEmpty() ? "v1/" : "") + object.key,
                    object.health,
                    below(object.object, byOwner, DEEPEST)))
        .toList();
  }

  /** What could not be looked at, one sentence each. */
  Set<String> unseen() {
    return unseen;
  }

  private Found find(ObjectKey key) {
    try {
      Optional<MapNode> object = session.cluster().get(key);
      return new Found(key, object, object.map(HealthRules::assess).orElseGet(Health::notFound));
    } catch (KubeException e) {
      return switch (e.refusal().cause()) {
        case FORBIDDEN -> unknown(key, "you may not read it");
        case NO_SUCH_KIND -> unknown(key, "the cluster does not serve its kind");
        case NAMESPACE_MISSING -> new Found(key, Optional.empty(), Health.notFound());
        default -> throw session.told(e);
      };
    } catch (IOException e) {
      throw session.told(e);
    }
  }

  private static Found unknown(ObjectKey key, String why) {
    return new Found(key, Optional.empty(), new Health(Health.Status.UNKNOWN, "Unknown", why));
  }

  private Map<String, List<MapNode>> byOwner(List<Found> found)
      throws IOException, InterruptedException {
    Set<Place> places = new LinkedHashSet<>();
    for (Found object : found) {
      if (object.object.isPresent()) {
        CHILDREN
            .getOrDefault(object.key.kind(), List.of())
            .forEach(kind -> places.add(new Place(kind, object.key.namespace())));
      }
    }
    Map<String, List<MapNode>> byOwner = new HashMap<>();
    for (Listed listed : Together.ask(List.copyOf(places), this::list)) {
      listed.unseen.ifPresent(unseen::add);
      for (MapNode child : listed.objects) {
        for (Node owner : child.list("metadata", "ownerReferences")) {
          if (owner instanceof MapNode reference) {
            byOwner
                .computeIfAbsent(reference.text("uid").orElse(""), _ -> new ArrayList<>())
                .add(child);
          }
        }
      }
    }
    return byOwner;
  }

  private Listed list(Place place) {
    try {
      List<MapNode> objects =
          session.cluster().listBodies(place.kind, place.namespace, "", MOST_CHILDREN).stream()
              .map(object -> typed(object, place.kind))
              .toList();
      return new Listed(objects, Optional.empty());
    } catch (KubeException e) {
      if (e.refusal().cause() == Cause.FORBIDDEN) {
        return new Listed(
            List.of(),
            Optional.of(
                "%s of namespace %s are not shown: you may not list them"
                    .formatted(place.kind.plural(), place.namespace)));
      }
      throw session.told(e);
    } catch (IOException e) {
      throw session.told(e);
    }
  }

  // Items of a list of built-in kinds do not say what they are.
  private static MapNode typed(MapNode object, ServedKind kind) {
    return object
        .with("apiVersion", ScalarNode.of(kind.apiVersion()))
        .with("kind", ScalarNode.of(kind.kind()));
  }

  private static List<Branch> below(
      Optional<MapNode> owner, Map<String, List<MapNode>> byOwner, int levels) {
    if (levels == 0) {
      return List.of();
    }
    return owner.flatMap(object -> object.text("metadata", "uid")).stream()
        .flatMap(uid -> byOwner.getOrDefault(uid, List.of()).stream())
        .filter(child -> !isPast(child))
        .sorted(Comparator.comparing(Asked::nameOf))
        .map(
            child ->
                new Branch(
                    child.text("kind").orElse("") + " " + Asked.nameOf(child),
                    HealthRules.assess(child),
                    below(Optional.of(child), byOwner, levels - 1)))
        .toList();
  }

  /** A ReplicaSet of an earlier revision, kept for a way back. */
  private static boolean isPast(MapNode child) {
    return child.text("kind").orElse("").equals("ReplicaSet")
        && child.text("spec", "replicas").orElse("").equals("0");
  }

  private static ServedKind kind(String group, String kind, String plural) {
    return new ServedKind(group, "v1", kind, plural, true, Set.of("list"));
  }
}
