package dev.plumbline.apply;

import dev.plumbline.model.GroupKind;
import dev.plumbline.model.ObjectKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * In which order the objects of one Sync are there: by wave, inside a wave by kind, and after what
 * they depend on. Pure.
 */
final class Sequence {
  static final Sequence NONE = new Sequence(Map.of(), Map.of(), Map.of());

  private static final int MOST_IN_A_ROW = 500;

  private final Map<ObjectKey, Slot> slots;
  private final Map<ObjectKey, List<ObjectKey>> dependencies;
  private final Map<ObjectKey, Problem> problems;
  private final Set<Integer> waves = new TreeSet<>();

  private Sequence(
      Map<ObjectKey, Slot> slots,
      Map<ObjectKey, List<ObjectKey>> dependencies,
      Map<ObjectKey, Problem> problems) {
    this.slots = slots;
    this.dependencies = dependencies;
    this.problems = problems;
    slots.values().forEach(slot -> waves.add(slot.wave()));
  }

  /**
   * A place in the order.
   *
   * @param stage of the kind
   * @param depth how many stand in a row before it in the same stage
   */
  record Slot(int wave, int stage, int depth) implements Comparable<Slot> {
    static final Slot FIRST = new Slot(Integer.MIN_VALUE, 0, 0);

    private static final Comparator<Slot> ORDER =
        Comparator.comparingInt(Slot::wave)
            .thenComparingInt(Slot::stage)
            .thenComparingInt(Slot::depth);

    @Override
    public int compareTo(Slot other) {
      return ORDER.compare(this, other);
    }

    Slot next() {
      return new Slot(wave, stage, depth + 1);
    }
  }

  /**
   * Why an object has no place.
   *
   * @param missing whether only something is missing that it depends on
   */
  record Problem(boolean missing, String sentence) {}

  static Sequence of(Desired desired) {
    return new Search(desired).sequence();
  }

  /** Where an object stands. What is no longer wanted stands where its kind does. */
  Slot slot(ObjectKey key) {
    Slot known = slots.get(key);
    return known != null ? known : new Slot(0, Order.stage(key), 0);
  }

  /** Whether there is more than one wave, so that one has to wait for another. */
  boolean hasWaves() {
    return waves.size() > 1;
  }

  /** All objects of earlier waves. */
  List<ObjectKey> before(int wave) {
    return slots.entrySet().stream()
        .filter(object -> object.getValue().wave() < wave)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  List<ObjectKey> dependencies(ObjectKey key) {
    return dependencies.getOrDefault(key, List.of());
  }

  Optional<Problem> problem(ObjectKey key) {
    return Optional.ofNullable(problems.get(key));
  }

  /** Finds every place, and what has none. */
  private static final class Search {
    // Nothing can be there without definitions and namespaces, whatever their waves.
    private static final Set<GroupKind> FIRST = Set.of(Order.NAMESPACE, Desires.CRD);

    private final Map<ObjectKey, Wishes> wishes = new LinkedHashMap<>();
    private final int firstWave;
    private final Map<ObjectKey, Slot> slots = new HashMap<>();
    private final Map<ObjectKey, List<ObjectKey>> dependencies = new HashMap<>();
    private final Map<ObjectKey, Problem> problems = new HashMap<>();
    private final ArrayDeque<ObjectKey> path = new ArrayDeque<>();
    private final Set<ObjectKey> onPath = new HashSet<>();

    Search(Desired desired) {
      desired.objects().forEach(object -> wishes.put(object.key(), object.wishes()));
      desired.unserved().forEach(object -> wishes.put(object.key(), object.wishes()));
      desired.ambiguous().forEach(object -> wishes.put(object.key(), Wishes.NONE));
      this.firstWave = wishes.values().stream().mapToInt(Wishes::wave).min().orElse(0);
    }

    Sequence sequence() {
      wishes.keySet().forEach(this::slot);
      return new Sequence(Map.copyOf(slots), Map.copyOf(dependencies), Map.copyOf(problems));
    }

    private Slot slot(ObjectKey key) {
      Slot known = slots.get(key);
      if (known != null) {
        return known;
      }
      path.addLast(key);
      onPath.add(key);
      Slot slot = own(key);
      for (ObjectKey dependency : wishes.get(key).dependsOn()) {
        slot = after(key, dependency, slot);
      }
      path.removeLast();
      onPath.remove(key);
      slots.put(key, slot);
      return slot;
    }

    private Slot own(ObjectKey key) {
      int wave = FIRST.contains(key.groupKind()) ? firstWave : wishes.get(key).wave();
      return new Slot(wave, Order.stage(key), 0);
    }

    private Slot after(ObjectKey key, ObjectKey dependency, Slot slot) {
      if (!wishes.containsKey(dependency)) {
        problem(
            key,
            new Problem(
                true, "it depends on %s, which this Sync does not deliver".formatted(dependency)));
        return slot;
      }
      if (onPath.contains(dependency)) {
        cycle(dependency);
        return slot;
      }
      if (path.size() >= MOST_IN_A_ROW) {
        problem(
            key,
            new Problem(
                false,
                "more than %d objects depend on each other in a row".formatted(MOST_IN_A_ROW)));
        return slot;
      }
      dependencies.merge(key, List.of(dependency), Search::both);
      Slot later = slot(dependency).next();
      return later.compareTo(slot) > 0 ? later : slot;
    }

    private void cycle(ObjectKey from) {
      List<ObjectKey> round = path.stream().dropWhile(key -> !key.equals(from)).toList();
      String names = String.join(" → ", round.stream().map(ObjectKey::toString).toList());
      var problem = new Problem(false, "it depends on itself: %s → %s".formatted(names, from));
      round.forEach(key -> problem(key, problem));
    }

    private void problem(ObjectKey key, Problem problem) {
      problems.putIfAbsent(key, problem);
    }

    private static List<ObjectKey> both(List<ObjectKey> a, List<ObjectKey> b) {
      var all = new ArrayList<>(a);
      all.addAll(b);
      return List.copyOf(all);
    }
  }
}
