package dev.plumbline.model;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A tree that remembers what was looked at, absences and links included. */
public final class RecordingTree implements FileTree {
  private final FileTree tree;
  private final Set<String> paths = ConcurrentHashMap.newKeySet();
  private final Set<String> listed = ConcurrentHashMap.newKeySet();

  public RecordingTree(FileTree tree) {
    this.tree = tree;
  }

  @Override
  public Entry lookup(String path) throws IOException {
    Entry entry = tree.lookup(path);
    paths.addAll(entry.links());
    switch (entry) {
      case File file -> paths.add(file.path());
      case Absent absent -> {
        paths.add(path);
        paths.add(absent.path());
      }
      case Directory directory -> {
        // Only its being a directory was learned; who reads the names says so by list().
      }
    }
    return entry;
  }

  /** The directory's names, and the fact that they were used. */
  public Directory list(Directory directory) {
    listed.add(directory.path());
    return directory;
  }

  @Override
  public byte[] read(File file) throws IOException {
    paths.add(file.path());
    return tree.read(file);
  }

  public ReadSet readSet() {
    return new ReadSet(paths, listed);
  }
}
