package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Which resources a patch or a replacement is for; every part may be empty. */
public record Selector(
    String group,
    String version,
    String kind,
    String name,
    String namespace,
    String labelSelector,
    String annotationSelector) {

  /**
   * Tells of finished objects whether they are selected.
   *
   * @throws IllegalArgumentException when a part is no regular expression or no selector
   */
  public Predicate<MapNode> matcher() {
    try {
      select(new ResMap());
      return object -> {
        var map = new ResMap();
        map.append(new Resource(object, History.NONE, Scope.BUILT_IN));
        return !select(map).isEmpty();
      };
    } catch (BuildException e) {
      throw new IllegalArgumentException(e.why(), e);
    }
  }

  /** Where the selected resources stand; names and namespaces count as they were or as they are. */
  List<Integer> select(ResMap map) {
    var groups = Patterns.whole(group);
    var versions = Patterns.whole(version);
    var kinds = Patterns.whole(kind);
    var names = Patterns.whole(name);
    var namespaces = Patterns.whole(namespace);
    var labels = LabelSelector.parse(labelSelector);
    var annotations = LabelSelector.parse(annotationSelector);
    var selected = new ArrayList<Integer>();
    for (int i = 0; i < map.size(); i++) {
      var resource = map.get(i);
      var current = resource.currentId();
      var original = resource.originalId();
      if ((namespaces.test(original.effectiveNamespace())
              || namespaces.test(current.effectiveNamespace()))
          && (names.test(original.name()) || names.test(current.name()))
          && groups.test(current.gvk().group())
          && versions.test(current.gvk().version())
          && kinds.test(current.gvk().kind())
          && (labelSelector.isEmpty() || labels.test(resource.texts("labels")))
          && (annotationSelector.isEmpty() || annotations.test(resource.texts("annotations")))) {
        selected.add(i);
      }
    }
    return selected;
  }
}
