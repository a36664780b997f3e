package dev.plumbline.kustomize;

import dev.plumbline.model.Digest;
import dev.plumbline.model.FileTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** A tree of a few files, written down in a test; counts what is read. */
final class MemoryTree implements FileTree {
  final List<String> readPaths = new ArrayList<>();
  private final TreeMap<String, String> files = new TreeMap<>();

  MemoryTree with(String path, String text) {
    files.put(path, text);
    return this;
  }

  MemoryTree without(String path) {
    files.remove(path);
    return this;
  }

  MemoryTree copy() {
    var copy = new MemoryTree();
    copy.files.putAll(files);
    return copy;
  }

  @Override
  public Entry lookup(String path) {
    String text = files.get(path);
    if (text != null) {
      return new File(path, Digest.of(text).hex(), text.length(), List.of());
    }
    String prefix = path.isEmpty() ? "" : path + "/";
    var names = new TreeSet<String>();
    var content = new StringBuilder();
    files.forEach(
        (file, value) -> {
          if (file.startsWith(prefix)) {
            names.add(file.substring(prefix.length()).split("/", -1)[0]);
            content.append(file).append(value);
          }
        });
    return names.isEmpty()
        ? new Absent(path, "no such file or directory", List.of())
        : new Directory(path, Digest.of(content.toString()).hex(), List.copyOf(names), List.of());
  }

  @Override
  public byte[] read(File file) {
    readPaths.add(file.path());
    return files.get(file.path()).getBytes(StandardCharsets.UTF_8);
  }
}
