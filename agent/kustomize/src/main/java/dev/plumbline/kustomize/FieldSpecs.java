package dev.plumbline.kustomize;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A list of field specs in the order they are applied; a spec that says nothing new is left out.
 */
record FieldSpecs(List<FieldSpec> list) {
  static final FieldSpecs NONE = new FieldSpecs(List.of());

  private static final Comparator<FieldSpec> BY_KIND =
      Comparator.comparing(FieldSpec::gvk, KindOrder.LEGACY);

  FieldSpecs {
    list = List.copyOf(list);
  }

  FieldSpecs and(FieldSpec added) {
    for (var spec : list) {
      if (spec.covers(added)) {
        if (spec.create() != added.create()) {
          throw new BuildException(
              "conflicting fieldspecs: %s of %s is created in one and not in the other"
                  .formatted(added.path(), added.gvk()));
        }
        return this;
      }
    }
    var longer = new ArrayList<>(list);
    longer.add(added);
    return new FieldSpecs(longer);
  }

  FieldSpecs and(FieldSpecs more) {
    if (more.list.isEmpty()) {
      return this;
    }
    var all = this;
    for (var spec : more.list) {
      all = all.and(spec);
    }
    return all;
  }

  FieldSpecs sorted() {
    var sorted = new ArrayList<>(list);
    sorted.sort(BY_KIND);
    return new FieldSpecs(sorted);
  }
}
