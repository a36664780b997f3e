package dev.plumbline.kustomize;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which fields the transformers touch. A base's configuration also acts in its overlays. */
record FieldConfig(
    FieldSpecs namePrefix,
    FieldSpecs nameSuffix,
    FieldSpecs namespace,
    FieldSpecs commonLabels,
    FieldSpecs labels,
    FieldSpecs templateLabels,
    FieldSpecs commonAnnotations,
    List<NameReference> nameReferences,
    FieldSpecs varReference,
    FieldSpecs images,
    FieldSpecs replicas) {
  static final FieldConfig EMPTY =
      new FieldConfig(
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          List.of(),
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          FieldSpecs.NONE);
  static final FieldConfig DEFAULT = DefaultFields.config().sorted();

  FieldConfig {
    nameReferences = List.copyOf(nameReferences);
  }

  /** Where names of one kind of resource are written in others. */
  record NameReference(Gvk target, FieldSpecs referrers) {}

  /** Both, sorted by kind; equal targets are joined. */
  FieldConfig and(FieldConfig more) {
    // Adding what is there already changes nothing but costs a look at every pair.
    if (more.equals(this)
        || more.equals(EMPTY)
        || (Trees.same(more, DEFAULT) && includesDefaults())) {
      return this;
    }
    if (equals(EMPTY)) {
      return more.sorted();
    }
    return new FieldConfig(
            namePrefix.and(more.namePrefix),
            nameSuffix.and(more.nameSuffix),
            namespace.and(more.namespace),
            commonLabels.and(more.commonLabels),
            labels.and(more.labels),
            templateLabels.and(more.templateLabels),
            commonAnnotations.and(more.commonAnnotations),
            joined(more.nameReferences),
            varReference.and(more.varReference),
            images.and(more.images),
            replicas.and(more.replicas))
        .sorted();
  }

  private boolean includesDefaults() {
    return nameReferences.size() >= DEFAULT.nameReferences.size()
        && varReference.list().containsAll(DEFAULT.varReference.list());
  }

  private List<NameReference> joined(List<NameReference> more) {
    var all = new ArrayList<>(nameReferences);
    for (var added : more) {
      boolean found = false;
      for (int i = 0; i < all.size(); i++) {
        var old = all.get(i);
        if (old.target().equals(added.target())) {
          all.set(i, new NameReference(old.target(), old.referrers().and(added.referrers())));
          found = true;
        }
      }
      if (!found) {
        all.add(added);
      }
    }
    return all;
  }

  private FieldConfig sorted() {
    var references = new ArrayList<>(nameReferences);
    references.sort(Comparator.comparing(NameReference::target, KindOrder.LEGACY));
    return new FieldConfig(
        namePrefix.sorted(),
        nameSuffix.sorted(),
        namespace.sorted(),
        commonLabels.sorted(),
        labels.sorted(),
        templateLabels.sorted(),
        commonAnnotations.sorted(),
        references,
        varReference.sorted(),
        images.sorted(),
        replicas.sorted());
  }
}
