package dev.plumbline.kustomize;

import dev.plumbline.model.Position;
import dev.plumbline.yaml.YamlException;

/**
 * Carries out an {@link Overlay} as kustomize carries out a kustomization whose only resource is
 * the base, in the same order. What goes wrong names the field that asked for it.
 */
final class OverlayTarget {
  private final Build build;
  private final Loader loader;
  private final Overlay overlay;

  OverlayTarget(Build build, Loader loader, Overlay overlay) {
    this.build = build;
    this.loader = loader;
    this.overlay = overlay;
  }

  /** Works on what the base has. */
  void accumulate(Accumulator into) {
    into.config = into.config.and(FieldConfig.DEFAULT);
    for (int i = 0; i < overlay.components().size(); i++) {
      String path = overlay.components().get(i);
      carryOut(
          "components[%d]".formatted(i),
          () -> Target.addComponent(build, loader, path, null, into));
    }
    for (int i = 0; i < overlay.patches().size(); i++) {
      Overlay.Patch patch = overlay.patches().get(i);
      transform("patches[%d]".formatted(i), into, () -> transformer(patch));
    }
    FieldConfig config = into.config;
    String namespace = overlay.targetNamespace();
    if (!namespace.isEmpty()) {
      var subjects = NamespaceTransformer.Subjects.NAMED_DEFAULT;
      transform(
          "targetNamespace",
          into,
          () -> new NamespaceTransformer(namespace, config.namespace(), subjects, false));
    }
    affix("namePrefix", overlay.namePrefix(), true, config.namePrefix(), into);
    affix("nameSuffix", overlay.nameSuffix(), false, config.nameSuffix(), into);
    for (int i = 0; i < overlay.images().size(); i++) {
      Overlay.Image image = overlay.images().get(i);
      transform("images[%d]".formatted(i), into, () -> transformer(image, config));
    }
  }

  private Transformer transformer(Overlay.Patch patch) {
    return new Patches(build, loader, "")
        .either(
            new Kustomization.Patch(
                "", patch.patch(), patch.target(), false, false, Position.UNKNOWN, 0));
  }

  private static Transformer transformer(Overlay.Image image, FieldConfig config) {
    return new ImageTransformer(
        new ImageTransformer.Image(
            image.name(), image.newName(), image.newTag(), "", image.digest()),
        config.images());
  }

  private void affix(
      String field, String affix, boolean isPrefix, FieldSpecs fields, Accumulator into) {
    if (!affix.isEmpty()) {
      transform(field, into, () -> new NameAffixTransformer(affix, isPrefix, fields));
    }
  }

  private interface Made {
    Transformer transformer();
  }

  private void transform(String field, Accumulator into, Made made) {
    carryOut(
        field,
        () -> {
          made.transformer().transform(into.resources);
          into.resources.dropEmpty();
        });
  }

  private void carryOut(String field, Runnable work) {
    build.budget.check();
    try {
      work.run();
    } catch (BuildException e) {
      throw e.ofField(overlay.holder() + "." + field);
    } catch (YamlException e) {
      throw new BuildException(e.where(), e.why()).ofField(overlay.holder() + "." + field);
    }
  }
}
