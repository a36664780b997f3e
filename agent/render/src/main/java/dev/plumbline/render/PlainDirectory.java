package dev.plumbline.render;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.FileTree.Absent;
import dev.plumbline.model.FileTree.Directory;
import dev.plumbline.model.RecordingTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists the manifests of a directory without a kustomization: every {@code .yaml}, {@code .yml} and
 * {@code .json} file below it, in path order. What is hidden (begins with a dot) is left alone; a
 * directory below that has a kustomization is taken as a whole.
 */
final class PlainDirectory {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_MANIFESTS = 10_000;

  private PlainDirectory() {}

  /** Tells a directory that is a kustomization of its own. */
  interface IsKustomization {
    boolean test(FileTree tree, Directory directory) throws IOException;
  }

  /** Paths relative to the directory. */
  static List<String> manifests(RecordingTree tree, Directory top, IsKustomization whole)
      throws IOException {
    var found = new ArrayList<String>();
    collect(tree, top, "", whole, 0, found);
    return found;
  }

  private static void collect(
      RecordingTree tree,
      Directory directory,
      String prefix,
      IsKustomization whole,
      int depth,
      List<String> found)
      throws IOException {
    if (depth > MAX_DEPTH || found.size() > MAX_MANIFESTS) {
      throw new IOException(
          "%s: more than %,d manifests, or deeper than %d directories"
              .formatted(directory.path(), MAX_MANIFESTS, MAX_DEPTH));
    }
    for (String name : tree.list(directory).names()) {
      if (name.startsWith(".")) {
        continue;
      }
      switch (tree.lookup(join(directory.path(), name))) {
        case FileTree.File ignored when isManifest(name) -> found.add(prefix + name);
        case FileTree.File ignored -> {}
        case Absent ignored -> {}
        case Directory below when whole.test(tree, below) -> found.add(prefix + name);
        case Directory below -> collect(tree, below, prefix + name + "/", whole, depth + 1, found);
      }
    }
  }

  static String join(String directory, String name) {
    return directory.isEmpty() ? name : directory + "/" + name;
  }

  private static boolean isManifest(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }
}
