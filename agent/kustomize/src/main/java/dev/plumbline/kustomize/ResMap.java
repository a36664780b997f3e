package dev.plumbline.kustomize;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The resources of a build in order, no two with one current id. Belongs to one build. Lookups by
 * id go through an index that is made when first asked for and kept while ids stay as they are.
 */
final class ResMap {
  private final List<Resource> resources = new ArrayList<>();
  private Map<ResId, List<Integer>> byAnyId;
  private Map<ResId, Integer> currentIds;

  List<Resource> resources() {
    return List.copyOf(resources);
  }

  int size() {
    return resources.size();
  }

  Resource get(int index) {
    return resources.get(index);
  }

  void append(Resource resource) {
    var id = resource.currentId();
    if (currentIds().putIfAbsent(id, 1) != null) {
      throw new BuildException(
          resource.position(), "may not add resource with an already registered id: " + id);
    }
    resources.add(resource);
    if (byAnyId != null) {
      index(resource, resources.size() - 1);
    }
  }

  void appendAll(Iterable<Resource> more) {
    more.forEach(this::append);
  }

  void replaceAll(UnaryOperator<Resource> change) {
    for (int i = 0; i < resources.size(); i++) {
      set(i, change.apply(resources.get(i)));
    }
  }

  void set(int index, Resource resource) {
    var old = resources.set(index, resource);
    boolean sameIds =
        Trees.same(old, resource)
            || (Trees.same(old.history(), resource.history())
                && !resource.isEmpty()
                && old.currentId().equals(resource.currentId()));
    if (!sameIds) {
      forget();
    }
  }

  void dropEmpty() {
    if (resources.removeIf(Resource::isEmpty)) {
      forget();
    }
  }

  /** Puts the resources in a new order, or fewer of them. */
  void reset(List<Resource> ordered) {
    resources.clear();
    resources.addAll(ordered);
    forget();
  }

  private void forget() {
    byAnyId = null;
    currentIds = null;
  }

  /** How many resources have each id now. */
  Map<ResId, Integer> currentIds() {
    if (currentIds == null) {
      currentIds = new HashMap<>();
      resources.forEach(resource -> currentIds.merge(resource.currentId(), 1, Integer::sum));
    }
    return currentIds;
  }

  int countOfCurrent(ResId id) {
    return currentIds().getOrDefault(id, 0);
  }

  /** Refuses two resources with one current id. */
  void demandUniqueIds() {
    for (var resource : resources) {
      if (countOfCurrent(resource.currentId()) > 1) {
        throw new BuildException(
            resource.position(),
            "may not add resource with an already registered id: " + resource.currentId());
      }
    }
  }

  /** Where resources stand that have, or ever had, this id. */
  List<Integer> withAnyId(ResId id) {
    if (byAnyId == null) {
      byAnyId = new HashMap<>();
      for (int i = 0; i < resources.size(); i++) {
        index(resources.get(i), i);
      }
    }
    return byAnyId.getOrDefault(id, List.of());
  }

  private void index(Resource resource, int at) {
    if (resource.isEmpty()) {
      return;
    }
    resource.previousIds().forEach(id -> note(id, at));
    note(resource.currentId(), at);
  }

  private void note(ResId id, int at) {
    var places = byAnyId.computeIfAbsent(id, _ -> new ArrayList<>(1));
    if (places.isEmpty() || places.getLast() != at) {
      places.add(at);
    }
  }
}
