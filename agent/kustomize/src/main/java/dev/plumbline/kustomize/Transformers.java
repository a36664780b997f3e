package dev.plumbline.kustomize;

import dev.plumbline.kustomize.Kustomization.Labels;
import java.util.ArrayList;
import java.util.List;

/** The transformers that the fields of one kustomization ask for, in the order they run. */
final class Transformers {
  private final Build build;
  private final Loader loader;
  private final Kustomization k;
  private final FieldConfig config;

  Transformers(Build build, Loader loader, Kustomization kustomization, FieldConfig config) {
    this.build = build;
    this.loader = loader;
    this.k = kustomization;
    this.config = config;
  }

  List<Step> inOrder() {
    var all = new ArrayList<Step>();
    var patches = new Patches(build, loader, k.file);
    if (!k.patchesStrategicMerge.isEmpty()) {
      var where = k.patchesStrategicMerge.getFirst().where();
      all.add(
          Step.of(
              "PatchStrategicMergeTransformer",
              patches.merges(k.patchesStrategicMerge, "", where)));
    }
    k.patches.forEach(patch -> all.add(Step.of("PatchTransformer", patches.either(patch))));
    addNames(all);
    addEntries(all);
    k.patchesJson6902.forEach(
        patch -> all.add(Step.of("PatchJson6902Transformer", patches.json(patch))));
    k.replicas.forEach(
        r ->
            all.add(
                Step.of(
                    "ReplicaCountTransformer",
                    new ReplicaTransformer(r.name(), r.count(), config.replicas()))));
    k.images.forEach(
        image ->
            all.add(Step.of("ImageTagTransformer", new ImageTransformer(image, config.images()))));
    if (!k.replacements.isEmpty()) {
      all.add(Step.of("ReplacementTransformer", replacements(k.replacements)));
    }
    return all;
  }

  private void addNames(List<Step> all) {
    if (!k.namespace.isEmpty()) {
      all.add(
          Step.of(
              "NamespaceTransformer",
              new NamespaceTransformer(
                  k.namespace,
                  config.namespace(),
                  NamespaceTransformer.Subjects.NAMED_DEFAULT,
                  false)));
    }
    if (!k.namePrefix.isEmpty()) {
      all.add(
          Step.of(
              "PrefixTransformer",
              new NameAffixTransformer(k.namePrefix, true, config.namePrefix())));
    }
    if (!k.nameSuffix.isEmpty()) {
      all.add(
          Step.of(
              "SuffixTransformer",
              new NameAffixTransformer(k.nameSuffix, false, config.nameSuffix())));
    }
  }

  private void addEntries(List<Step> all) {
    for (var labels : k.labels) {
      all.add(
          Step.of("LabelTransformer", new EntriesTransformer(labels.pairs(), labelFields(labels))));
    }
    if (!k.labels.isEmpty() || !k.commonLabels.isEmpty()) {
      all.add(
          Step.of(
              "LabelTransformer", new EntriesTransformer(k.commonLabels, config.commonLabels())));
    }
    if (!k.commonAnnotations.isEmpty()) {
      all.add(
          Step.of(
              "AnnotationsTransformer",
              new EntriesTransformer(k.commonAnnotations, config.commonAnnotations())));
    }
  }

  private FieldSpecs labelFields(Labels labels) {
    var fields = labels.fields().and(config.labels());
    if (labels.includeSelectors()) {
      return fields.and(config.commonLabels());
    }
    if (labels.includeTemplates()) {
      fields = fields.and(config.templateLabels());
    }
    return fields.and(DefaultFields.create(Gvk.ANY, "metadata/labels"));
  }

  /** Inline replacements and those in files. */
  private Transformer replacements(List<Kustomization.ReplacementField> fields) {
    return replacements(build, loader, fields);
  }

  static Transformer replacements(
      Build build, Loader loader, List<Kustomization.ReplacementField> fields) {
    var all = new ArrayList<Replacement>();
    for (var field : fields) {
      if (field.path().isEmpty()) {
        all.add(field.inline());
        continue;
      }
      if (field.inline().source() != null || !field.inline().targets().isEmpty()) {
        throw new BuildException(
            field.inline().where(), "cannot specify both path and inline replacement");
      }
      try {
        var file = loader.load(field.path());
        all.addAll(Replacement.readFile(ConfigFiles.read(file), field.path()));
      } catch (BuildException e) {
        throw e.at(field.inline().where());
      }
    }
    return new ReplacementTransformer(all, build.patcher.scope());
  }
}
