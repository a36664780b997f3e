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

  /** What an accumulator has that met nothing but the defaults. */
  private static final FieldConfig MERGED_DEFAULT = EMPTY.merged(DEFAULT);

  FieldConfig {
    nameReferences = List.copyOf(nameReferences);
  }

  /** Where names of one kind of resource are written in others. */
  record NameReference(Gvk target, FieldSpecs referrers) {}

  /**
   * Both, sorted by kind; equal targets are joined, and a spec that an earlier one covers is left
   * out. The order of additions matters, so they have to be made as kustomize makes them.
   */
  FieldConfig and(FieldConfig more) {
    if (isDefault(more) && (Trees.same(this, MERGED_DEFAULT) || equals(EMPTY))) {
      return MERGED_DEFAULT;
    }
    return merged(more);
  }

  private static boolean isDefault(FieldConfig config) {
    return Trees.same(config, DEFAULT) || Trees.same(config, MERGED_DEFAULT);
  }

  private FieldConfig merged(FieldConfig more) {
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

  FieldConfig sorted() {
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
