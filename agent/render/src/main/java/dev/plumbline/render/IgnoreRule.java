package dev.plumbline.render;

import dev.plumbline.kustomize.Selector;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Fields that are left to others.
 *
 * @param target of which objects; empty for all
 * @param paths JSON pointers
 */
public record IgnoreRule(Optional<Selector> target, List<String> paths) {
  public IgnoreRule {
    paths = List.copyOf(paths);
  }

  /**
   * The objects with what the rules say of each.
   *
   * @throws Failure naming the rule that cannot be understood
   */
  static List<RenderedObject> applied(List<IgnoreRule> rules, List<RenderedObject> objects)
      throws Failure {
    if (rules.isEmpty()) {
      return objects;
    }
    var matchers = new ArrayList<Predicate<MapNode>>();
    for (int i = 0; i < rules.size(); i++) {
      matchers.add(rules.get(i).matcher(i));
    }
    return objects.stream().map(object -> object.ignoring(paths(rules, matchers, object))).toList();
  }

  private Predicate<MapNode> matcher(int number) throws Failure {
    try {
      return target.map(Selector::matcher).orElse(object -> true);
    } catch (IllegalArgumentException e) {
      throw new Failure(
          Position.UNKNOWN, "spec.ignore[%d].target: %s".formatted(number, e.getMessage()));
    }
  }

  private static List<String> paths(
      List<IgnoreRule> rules, List<Predicate<MapNode>> matchers, RenderedObject object) {
    var paths = new ArrayList<String>();
    for (int i = 0; i < rules.size(); i++) {
      if (matchers.get(i).test(object.body())) {
        paths.addAll(rules.get(i).paths());
      }
    }
    return paths.stream().distinct().sorted().toList();
  }
}
