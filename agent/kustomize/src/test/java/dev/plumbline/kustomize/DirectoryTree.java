package dev.plumbline.kustomize;

import dev.plumbline.model.Digest;
import dev.plumbline.model.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A directory on disk as a tree, for tests. Links are followed inside it only. */
final class DirectoryTree implements FileTree {
  private final Path root;

  DirectoryTree(Path root) throws IOException {
    this.root = root.toRealPath();
  }

  @Override
  public Entry lookup(String path) throws IOException {
    Path here = root;
    var links = new ArrayList<String>();
    for (String segment : path.isEmpty() ? new String[0] : path.split("/", -1)) {
      here = here.resolve(segment);
      if (!Files.exists(here)) {
        return new Absent(path, "no such file or directory", links);
      }
      if (Files.isSymbolicLink(here)) {
        links.add(root.relativize(here).toString());
        here = here.toRealPath();
        if (!here.startsWith(root)) {
          return new Absent(path, "symlink leaves the tree", links);
        }
      }
    }
    String real = root.relativize(here).toString();
    if (Files.isDirectory(here)) {
      try (var names = Files.list(here)) {
        var sorted = names.map(name -> name.getFileName().toString()).sorted().toList();
        return new Directory(real, "directory", sorted, links);
      }
    }
    byte[] bytes = Files.readAllBytes(here);
    return new File(real, Digest.of(bytes).hex(), bytes.length, links);
  }

  @Override
  public byte[] read(File file) throws IOException {
    return Files.readAllBytes(root.resolve(file.path()));
  }

  static List<Path> subdirectories(Path directory) throws IOException {
    try (var paths = Files.list(directory)) {
      return paths.filter(Files::isDirectory).sorted().toList();
    }
  }
}
