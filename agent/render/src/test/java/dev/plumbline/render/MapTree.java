package dev.plumbline.render;

import dev.plumbline.model.Digest;
import dev.plumbline.model.FileTree;
import dev.plumbline.source.PathWalk;
import dev.plumbline.source.Slot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A tree in memory, as a commit would be: written once, then read. Counts what is read. */
final class MapTree implements FileTree {
  private final Dir root = new Dir();
  private final Map<String, byte[]> contents = new TreeMap<>();
  private final AtomicInteger reads = new AtomicInteger();

  MapTree file(String path, String content) {
    return file(path, content.getBytes(StandardCharsets.UTF_8));
  }

  MapTree file(String path, byte[] content) {
    String id = Digest.of(content).hex();
    contents.put(id, content);
    return put(path, new Slot.File(id, content.length));
  }

  MapTree link(String path, String target) {
    return put(path, new Slot.Link(target));
  }

  MapTree missing(String path, String why) {
    return put(path, new Slot.Missing(why));
  }

  private MapTree put(String path, Slot slot) {
    Dir at = root;
    String[] names = path.split("/", -1);
    for (int i = 0; i < names.length - 1; i++) {
      at = (Dir) at.slots.computeIfAbsent(names[i], name -> new Dir());
    }
    at.slots.put(names[names.length - 1], slot);
    return this;
  }

  int reads() {
    return reads.get();
  }

  @Override
  public Entry lookup(String path) throws IOException {
    return PathWalk.lookup(root, path, 64);
  }

  @Override
  public byte[] read(File file) throws IOException {
    reads.incrementAndGet();
    byte[] bytes = contents.get(file.id());
    if (new String(bytes, StandardCharsets.UTF_8).startsWith("version https://git-lfs")) {
      throw new Unreadable(file.path(), "a Git LFS pointer");
    }
    return bytes;
  }

  private static final class Dir implements Slot.Directory {
    private final Map<String, Slot> slots = new TreeMap<>();

    @Override
    public String id() {
      var text = new StringBuilder();
      slots.forEach(
          (name, slot) ->
              text.append(name)
                  .append('=')
                  .append(slot instanceof Dir dir ? dir.id() : slot.toString())
                  .append('\n'));
      return Digest.of(text.toString()).hex();
    }

    @Override
    public List<String> names() {
      return List.copyOf(slots.keySet());
    }

    @Override
    public Slot child(String name) {
      return slots.getOrDefault(name, new Slot.Missing("no such file or directory"));
    }
  }
}
