package dev.plumbline.kustomize;

/**
 * A transformer of one kustomization.
 *
 * @param kind as plugin configs name it
 * @param config the plugin config it comes from; null for a field of the kustomization
 */
record Step(String kind, Resource config, Transformer transformer) {
  static Step of(String kind, Transformer transformer) {
    return new Step(kind, null, transformer);
  }
}
