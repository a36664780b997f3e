package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Image;
import dev.plumbline.api.v1alpha1.ObjectSelector;
import dev.plumbline.api.v1alpha1.Patch;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.kustomize.Overlay;
import dev.plumbline.kustomize.Selector;
import dev.plumbline.render.CommonMetadata;
import dev.plumbline.render.IgnoreRule;
import dev.plumbline.render.RenderRequest;
import dev.plumbline.render.RenderSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a Sync asks of the render: its path, and its own settings over that. */
final class Requests {
  private Requests() {}

  static RenderRequest of(SyncSpec spec) {
    return new RenderRequest(
        spec.directory(), new RenderSettings(overlay(spec), metadata(spec), ignore(spec)));
  }

  private static List<IgnoreRule> ignore(SyncSpec spec) {
    return spec.ignore().stream()
        .map(
            rule ->
                new IgnoreRule(
                    Optional.ofNullable(rule.target()).map(Requests::selector), rule.paths()))
        .toList();
  }

  private static Overlay overlay(SyncSpec spec) {
    return new Overlay(
        "spec",
        orEmpty(spec.targetNamespace()),
        orEmpty(spec.namePrefix()),
        orEmpty(spec.nameSuffix()),
        spec.images().stream().map(Requests::image).toList(),
        spec.patches().stream().map(Requests::patch).toList(),
        spec.components());
  }

  private static CommonMetadata metadata(SyncSpec spec) {
    return spec.commonMetadata() == null
        ? new CommonMetadata(Map.of(), Map.of())
        : new CommonMetadata(spec.commonMetadata().labels(), spec.commonMetadata().annotations());
  }

  private static Overlay.Image image(Image image) {
    return new Overlay.Image(
        image.name(), orEmpty(image.newName()), orEmpty(image.newTag()), orEmpty(image.digest()));
  }

  private static Overlay.Patch patch(Patch patch) {
    return new Overlay.Patch(
        patch.patch(), patch.target() == null ? null : selector(patch.target()));
  }

  private static Selector selector(ObjectSelector target) {
    return new Selector(
        orEmpty(target.group()),
        orEmpty(target.version()),
        orEmpty(target.kind()),
        orEmpty(target.name()),
        orEmpty(target.namespace()),
        orEmpty(target.labelSelector()),
        orEmpty(target.annotationSelector()));
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
