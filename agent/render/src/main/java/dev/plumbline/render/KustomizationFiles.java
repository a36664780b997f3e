package dev.plumbline.render;

import dev.plumbline.model.FileTree;
import java.io.IOException;
import java.util.List;

/** The names kustomize looks for. */
final class KustomizationFiles {
  private static final List<String> NAMES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private KustomizationFiles() {}

  /** Whether the directory is one that kustomize builds. */
  static boolean in(FileTree tree, String directory) throws IOException {
    boolean found = false;
    for (String name : NAMES) {
      // All are asked for, so that the absence of each is in the read set.
      found |= tree.lookup(Paths.join(directory, name)) instanceof FileTree.File;
    }
    return found;
  }
}
