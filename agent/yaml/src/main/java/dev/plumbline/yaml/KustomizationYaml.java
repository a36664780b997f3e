package dev.plumbline.yaml;

import dev.plumbline.model.Node;

/** A kustomization file as kustomize reads it: YAML 1.1 words, the last of two equal keys wins. */
public final class KustomizationYaml {
  private KustomizationYaml() {}

  /**
   * The first document; a null when there is none.
   *
   * @throws YamlException when the text is not YAML or exceeds the limits
   */
  public static Node read(byte[] utf8, String file) {
    return read(Utf8.decode(utf8, file), file);
  }

  public static Node read(String text, String file) {
    return Composer.first(Dialect.KUSTOMIZATION, YamlLimits.DEFAULT, text, file, 0);
  }
}
