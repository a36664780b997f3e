package dev.plumbline.kustomize;

import dev.plumbline.kustomize.Kustomization.Entry;
import dev.plumbline.kustomize.Kustomization.Labels;
import dev.plumbline.kustomize.Kustomization.Patch;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Position;
import java.util.ArrayList;
import java.util.List;

/** The transformers of one kustomization, in the order they run. */
final class Transformers {
  private final Build build;
  private final Loader loader;
  private final Kustomization kustomization;
  private final FieldConfig config;

  Transformers(Build build, Loader loader, Kustomization kustomization, FieldConfig config) {
    this.build = build;
    this.loader = loader;
    this.kustomization = kustomization;
    this.config = config;
  }

  List<Transformer> inOrder() {
    var k = kustomization;
    var all = new ArrayList<Transformer>();
    addStrategicMerges(all);
    k.patches.forEach(patch -> all.add(patch(patch)));
    if (!k.namespace.isEmpty()) {
      all.add(
          new NamespaceTransformer(
              k.namespace, config.namespace(), NamespaceTransformer.Subjects.NAMED_DEFAULT, false));
    }
    if (!k.namePrefix.isEmpty()) {
      all.add(new NameAffixTransformer(k.namePrefix, true, config.namePrefix()));
    }
    if (!k.nameSuffix.isEmpty()) {
      all.add(new NameAffixTransformer(k.nameSuffix, false, config.nameSuffix()));
    }
    k.labels.forEach(
        labels -> all.add(new EntriesTransformer(labels.pairs(), labelFields(labels))));
    all.add(new EntriesTransformer(k.commonLabels, config.commonLabels()));
    all.add(new EntriesTransformer(k.commonAnnotations, config.commonAnnotations()));
    k.patchesJson6902.forEach(patch -> all.add(jsonPatch(patch)));
    k.replicas.forEach(
        r -> all.add(new ReplicaTransformer(r.name(), r.count(), config.replicas())));
    k.images.forEach(image -> all.add(new ImageTransformer(image, config.images())));
    return all;
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

  /** The text of a patch: where it was written and from which line on. */
  private record Text(
      String text, String file, int lineBefore, String source, Loader.Loaded from) {}

  private Text text(Patch patch) {
    String inline = patch.patch().strip();
    if (inline.isEmpty() && patch.path().isEmpty()) {
      throw new BuildException(patch.where(), "must specify one of patch and path");
    }
    if (!inline.isEmpty() && !patch.path().isEmpty()) {
      throw new BuildException(patch.where(), "patch and path can't be set at the same time");
    }
    if (!inline.isEmpty()) {
      return new Text(
          inline,
          kustomization.file,
          Math.max(patch.where().line() - 1, 0),
          "[patch: %s]".formatted(GoText.quoted(inline)),
          null);
    }
    try {
      var file = loader.load(patch.path());
      return new Text(
          GoText.utf8(file.bytes()),
          file.path(),
          0,
          "[path: %s]".formatted(GoText.quoted(patch.path())),
          file);
    } catch (BuildException e) {
      throw e.at(patch.where())
          .within("failed to get the patch file from path(%s)".formatted(patch.path()));
    }
  }

  private Transformer patch(Patch patch) {
    var text = text(patch);
    var parsed =
        PatchText.parse(text.text(), text.file(), text.lineBefore(), patch.where(), text.source());
    return new PatchTransformer(
        parsed,
        patch.target(),
        patch.allowNameChange(),
        patch.allowKindChange(),
        build.patcher,
        patch.where(),
        text.source());
  }

  private void addStrategicMerges(List<Transformer> all) {
    if (kustomization.patchesStrategicMerge.isEmpty()) {
      return;
    }
    var patches = new ArrayList<MapNode>();
    for (var entry : kustomization.patchesStrategicMerge) {
      patches.addAll(strategicMerge(entry));
    }
    if (patches.isEmpty()) {
      throw new BuildException(
          kustomization.patchesStrategicMerge.getFirst().where(),
          "patch appears to be empty; files=%s, Patch="
              .formatted(kustomization.patchesStrategicMerge.stream().map(Entry::text).toList()));
    }
    all.add(new StrategicMergeTransformer(patches, build.patcher));
  }

  // For old times' sake the text may be the patch itself.
  private List<MapNode> strategicMerge(Entry entry) {
    int lineBefore = Math.max(entry.where().line() - 1, 0);
    try {
      return ResourceReader.read(entry.text(), kustomization.file, lineBefore);
    } catch (BuildException notInline) {
      try {
        return build.resources(loader.load(entry.text()));
      } catch (BuildException e) {
        throw e.at(entry.where());
      }
    }
  }

  private Transformer jsonPatch(Patch patch) {
    var target = patch.target();
    Position where = patch.where();
    if (target == null || target.name().isEmpty()) {
      throw new BuildException(where, "must specify the target name");
    }
    if (patch.path().isEmpty() && patch.patch().isEmpty()) {
      throw new BuildException(where, "empty file path and empty jsonOp");
    }
    if (!patch.path().isEmpty() && !patch.patch().isEmpty()) {
      throw new BuildException(where, "must specify a file path or jsonOp, not both");
    }
    String text = patch.patch();
    if (!patch.path().isEmpty()) {
      try {
        text = GoText.utf8(loader.load(patch.path()).bytes());
      } catch (BuildException e) {
        throw e.at(where);
      }
    }
    var operations = PatchText.json(text, kustomization.file);
    if (operations == null) {
      throw new BuildException(where, "decoding %s: not a JSON patch".formatted(text));
    }
    if (operations.isEmpty()) {
      throw new BuildException(
          where, "patch appears to be empty; file=%s, JsonOp=%s".formatted(patch.path(), text));
    }
    return map -> {
      for (int i : target.select(map)) {
        map.set(i, Patcher.json(map.get(i), operations));
      }
    };
  }
}
