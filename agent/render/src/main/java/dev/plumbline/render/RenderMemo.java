package dev.plumbline.render;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.FileTree.Absent;
import dev.plumbline.model.FileTree.Directory;
import dev.plumbline.model.ReadSet;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last render of each directory. It is used again for another tree only where everything it
 * looked at is the same there; the ones not used for longest go when the bound is reached.
 */
final class RenderMemo {
  private static final long MAX_BYTES = 64L << 20;
  private static final int OVERHEAD = 4096;

  private final Lock lock = new ReentrantLock();
  private final LinkedHashMap<RenderRequest, Known> renders = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  private record Known(Rendered.Content content, Map<String, String> found, long weight) {}

  Optional<Rendered.Content> find(RenderRequest request, FileTree tree) throws IOException {
    Known known = get(request);
    if (known == null) {
      return Optional.empty();
    }
    for (var found : known.found().entrySet()) {
      if (!identity(tree.lookup(found.getKey())).equals(found.getValue())) {
        return Optional.empty();
      }
    }
    return Optional.of(known.content());
  }

  void put(RenderRequest request, FileTree tree, Rendered.Content content) throws IOException {
    Map<String, String> found = new HashMap<>();
    ReadSet reads = content.readSet();
    for (String path : reads.paths()) {
      found.put(path, identity(tree.lookup(path)));
    }
    for (String path : reads.listed()) {
      found.put(path, identity(tree.lookup(path)));
    }
    long weight = 4L * content.built().bytes().length + OVERHEAD;
    lock.lock();
    try {
      Known old = renders.put(request, new Known(content, found, weight));
      bytes += weight - (old == null ? 0 : old.weight());
      var eldest = renders.entrySet().iterator();
      while (bytes > MAX_BYTES && renders.size() > 1) {
        bytes -= eldest.next().getValue().weight();
        eldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  private Known get(RenderRequest request) {
    lock.lock();
    try {
      return renders.get(request);
    } finally {
      lock.unlock();
    }
  }

  private static String identity(FileTree.Entry entry) {
    return switch (entry) {
      case FileTree.File file -> "file " + file.id() + " " + file.links();
      case Directory directory -> "directory " + directory.id() + " " + directory.links();
      case Absent absent -> "absent " + absent.links();
    };
  }
}
