package dev.plumbline.yaml;

/** How plain scalars, keys and repeated keys are understood. */
enum Dialect {
  /** Manifests as the Kubernetes tools read them: YAML 1.1 words, values in canonical form. */
  KUBERNETES(true, true),

  /** Resource files as kustomize reads them: YAML 1.2 words, every scalar kept as written. */
  RESOURCE(false, true),

  /** Kustomization files: YAML 1.1 words, the last of two equal keys wins. */
  KUSTOMIZATION(true, false);

  final boolean canonical;
  final boolean uniqueKeys;

  Dialect(boolean canonical, boolean uniqueKeys) {
    this.canonical = canonical;
    this.uniqueKeys = uniqueKeys;
  }
}
