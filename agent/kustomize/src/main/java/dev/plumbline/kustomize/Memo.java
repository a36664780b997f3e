package dev.plumbline.kustomize;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ReadSet;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Parsed files and built bases, shared by many builds of many trees. An entry is used only where
 * the content is the same; the ones not used for longest go when the bound is reached.
 */
public final class Memo {
  private static final int OVERHEAD = 256;

  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final LinkedHashMap<Object, Entry> entries = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  /**
   * @param maxBytes of source text the entries may come from
   */
  public Memo(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  private record Entry(Object value, long weight) {}

  private record FileKey(String id, String path) {}

  /**
   * Names a base and all that a build of it depends on but the files it reads.
   *
   * @param id of the directory
   */
  record BaseKey(String directory, String id, KustomizeOptions options) {}

  /**
   * @param found what was looked at, and what was there
   * @param roots directories that were built on the way
   */
  record BuiltBase(
      Accumulator.Base base,
      Map<String, String> found,
      ReadSet readSet,
      Set<String> roots,
      List<String> warnings,
      int files,
      long bytes,
      WeakReference<FileTree> tree) {
    boolean fits(FileTree other) throws IOException {
      // A tree never changes, so the one it was built from needs no second look.
      return tree.get() == other || Reads.same(other, found);
    }
  }

  @SuppressWarnings("unchecked")
  List<MapNode> resources(Loader.Loaded file) {
    return (List<MapNode>) get(new FileKey(file.id(), file.path()));
  }

  void put(Loader.Loaded file, List<MapNode> resources) {
    put(new FileKey(file.id(), file.path()), List.copyOf(resources), file.bytes().length);
  }

  BuiltBase base(BaseKey key) {
    return (BuiltBase) get(key);
  }

  void put(BaseKey key, BuiltBase base) {
    put(key, base, base.bytes());
  }

  private Object get(Object key) {
    lock.lock();
    try {
      var entry = entries.get(key);
      return entry == null ? null : entry.value();
    } finally {
      lock.unlock();
    }
  }

  private void put(Object key, Object value, long size) {
    long weight = size + OVERHEAD;
    if (weight > maxBytes) {
      return;
    }
    lock.lock();
    try {
      var old = entries.put(key, new Entry(value, weight));
      bytes += weight - (old == null ? 0 : old.weight());
      var oldest = entries.entrySet().iterator();
      while (bytes > maxBytes && oldest.hasNext()) {
        bytes -= oldest.next().getValue().weight();
        oldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }
}
