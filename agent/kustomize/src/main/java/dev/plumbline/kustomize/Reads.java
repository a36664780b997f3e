package dev.plumbline.kustomize;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.RecordingTree;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one kustomization and everything below it looked at, and what it found there, so that it can
 * be told later whether another tree would give the same.
 */
final class Reads {
  private final FileTree tree;
  private final RecordingTree recorded;
  private final Map<String, String> found = new LinkedHashMap<>();
  private ReadSet below = ReadSet.EMPTY;

  Reads(FileTree tree) {
    this.tree = tree;
    this.recorded = new RecordingTree(tree);
  }

  FileTree.Entry lookup(String path) throws IOException {
    var entry = recorded.lookup(path);
    found.put(path, fingerprint(entry));
    return entry;
  }

  byte[] read(FileTree.File file) throws IOException {
    return recorded.read(file);
  }

  private static String fingerprint(FileTree.Entry entry) {
    return switch (entry) {
      case FileTree.File file -> "file " + file.id() + " " + file.path();
      case FileTree.Directory directory -> "directory " + directory.path();
      case FileTree.Absent absent -> "absent " + absent.why();
    };
  }

  void include(Reads other) {
    include(other.found, other.readSet());
  }

  void include(Map<String, String> otherFound, ReadSet otherSet) {
    found.putAll(otherFound);
    below = below.and(otherSet);
  }

  Map<String, String> found() {
    return Map.copyOf(found);
  }

  ReadSet readSet() {
    return recorded.readSet().and(below);
  }

  /** Whether the tree holds at every one of these paths what was found there. */
  static boolean same(FileTree tree, Map<String, String> found) throws IOException {
    for (var entry : found.entrySet()) {
      if (!fingerprint(tree.lookup(entry.getKey())).equals(entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  FileTree tree() {
    return tree;
  }
}
