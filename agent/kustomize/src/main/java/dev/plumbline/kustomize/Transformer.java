package dev.plumbline.kustomize;

/** One step of a build. */
@FunctionalInterface
interface Transformer {
  void transform(ResMap map);
}
