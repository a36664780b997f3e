package dev.plumbline.render;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.ReadSet;
import dev.plumbline.render.Rendered.Product;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What was rendered before, per request, for as many trees as differ in what was read. A tree that
 * holds the same at every path that was read gives the same objects.
 */
final class RenderMemo {
  /** Of built bytes; the objects themselves take several times that. */
  private static final long MAX_WEIGHT = 16 << 20;

  private static final int MAX_PER_REQUEST = 8;
  private static final long OVERHEAD = 4096;

  private final ReentrantLock lock = new ReentrantLock();
  private final LinkedHashMap<RenderRequest, List<Entry>> entries =
      new LinkedHashMap<>(64, 0.75f, true);
  private long weight;

  sealed interface Result {
    ReadSet readSet();
  }

  record Good(Product product) implements Result {
    @Override
    public ReadSet readSet() {
      return product.readSet();
    }
  }

  record Bad(RenderFailed failed) implements Result {
    @Override
    public ReadSet readSet() {
      return failed.readSet();
    }
  }

  /**
   * @param found what stood at each path that was read
   */
  private record Entry(Map<String, String> found, Result result) {
    long weight() {
      return OVERHEAD + (result instanceof Good good ? good.product().built().size() : 0);
    }
  }

  /** What came of the request in a tree that held the same; null if there is none. */
  Result find(RenderRequest request, FileTree tree) throws IOException {
    for (Entry entry : known(request)) {
      if (same(entry, tree)) {
        return entry.result();
      }
    }
    return null;
  }

  void remember(RenderRequest request, FileTree tree, Result result) throws IOException {
    var entry = new Entry(found(result.readSet(), tree), result);
    lock.lock();
    try {
      List<Entry> old = entries.getOrDefault(request, List.of());
      var fresh = new ArrayList<Entry>();
      fresh.add(entry);
      fresh.addAll(old.subList(0, Math.min(old.size(), MAX_PER_REQUEST - 1)));
      entries.put(request, List.copyOf(fresh));
      weight += sum(fresh) - sum(old);
      Iterator<List<Entry>> oldest = entries.values().iterator();
      while (weight > MAX_WEIGHT && oldest.hasNext()) {
        weight -= sum(oldest.next());
        oldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  private List<Entry> known(RenderRequest request) {
    lock.lock();
    try {
      return entries.getOrDefault(request, List.of());
    } finally {
      lock.unlock();
    }
  }

  private static long sum(List<Entry> entries) {
    return entries.stream().mapToLong(Entry::weight).sum();
  }

  private static boolean same(Entry entry, FileTree tree) throws IOException {
    ReadSet reads = entry.result().readSet();
    for (var then : entry.found().entrySet()) {
      if (!at(then.getKey(), reads, tree).equals(then.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> found(ReadSet reads, FileTree tree) throws IOException {
    var found = new HashMap<String, String>();
    for (String path : reads.paths()) {
      found.put(path, at(path, reads, tree));
    }
    for (String path : reads.listed()) {
      found.put(path, at(path, reads, tree));
    }
    return found;
  }

  private static String at(String path, ReadSet reads, FileTree tree) throws IOException {
    return switch (tree.lookup(path)) {
      case FileTree.File file -> "file %s %s".formatted(file.path(), file.id());
      case FileTree.Directory directory ->
          "directory %s %s"
              .formatted(directory.path(), reads.listed().contains(path) ? directory.id() : "");
      case FileTree.Absent absent -> "absent %s %s".formatted(absent.path(), absent.why());
    };
  }
}
