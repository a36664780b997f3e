package dev.plumbline.source.git;

import dev.plumbline.model.FileTree;
import dev.plumbline.source.Ignored;
import dev.plumbline.source.LfsPointer;
import dev.plumbline.source.PathWalk;
import dev.plumbline.source.Slot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.lib.ObjectId;

/** The files of one commit, read from its objects. A symbolic link is a blob like any other. */
final class GitTree implements FileTree {
  private static final int MAX_LINK = 4096;

  private final GitObjects objects;
  private final ObjectId root;
  private final Map<String, Ignored> ignored = new ConcurrentHashMap<>();

  GitTree(GitObjects objects, ObjectId root) {
    this.objects = objects;
    this.root = root;
  }

  ObjectId root() {
    return root;
  }

  @Override
  public Entry lookup(String path) throws IOException {
    ParsedTree tree = objects.tree(root);
    return tree.readable()
        ? PathWalk.lookup(level(tree, Ignored.NOTHING), path, objects.limits().treeDepth())
        : new Absent("", tooManyNames(), List.of());
  }

  @Override
  public byte[] read(File file) throws IOException {
    long limit = objects.limits().fileBytes();
    if (file.size() > limit) {
      throw new TooLarge(file.path(), file.size(), limit);
    }
    try {
      return LfsPointer.refused(
          file.path(), objects.blob(ObjectId.fromString(file.id()), (int) limit));
    } catch (LargeObjectException e) {
      throw new TooLarge(file.path(), file.size(), limit);
    }
  }

  private Slot.Directory level(ParsedTree tree, Ignored above) throws IOException {
    ParsedTree.Entry rules = tree.entries().get(Ignored.FILE);
    return new Level(
        tree,
        rules == null || rules.kind() != ParsedTree.Kind.FILE ? above : with(rules.id(), above));
  }

  // The same few files decide about every path: they are read once.
  private Ignored with(ObjectId rules, Ignored above) throws IOException {
    String key = above.where(Ignored.FILE);
    Ignored known = ignored.get(key);
    if (known == null) {
      known =
          objects.size(rules) > Ignored.MAX_BYTES
              ? above.andTooLarge()
              : above.and(objects.blob(rules, Ignored.MAX_BYTES));
      ignored.put(key, known);
    }
    return known;
  }

  private String tooManyNames() {
    return "a directory with more than %d names".formatted(objects.limits().treeEntries());
  }

  private final class Level implements Slot.Directory {
    private final ParsedTree tree;
    private final Ignored ignored;

    Level(ParsedTree tree, Ignored ignored) {
      this.tree = tree;
      this.ignored = ignored;
    }

    @Override
    public String id() {
      return tree.id().name() + ignored.id();
    }

    @Override
    public List<String> names() {
      return ignored.id().isEmpty()
          ? tree.names()
          : tree.names().stream().filter(name -> why(name).isEmpty()).toList();
    }

    private Optional<String> why(String name) {
      ParsedTree.Entry entry = tree.entries().get(name);
      return ignored.why(name, entry.kind() == ParsedTree.Kind.DIRECTORY);
    }

    @Override
    public Slot child(String name) throws IOException {
      ParsedTree.Entry entry = tree.entries().get(name);
      if (entry == null) {
        return new Slot.Missing("no such file or directory");
      }
      Optional<String> why = why(name);
      if (why.isPresent()) {
        return new Slot.Missing(why.get());
      }
      return switch (entry.kind()) {
        case FILE -> new Slot.File(entry.id().name(), objects.size(entry.id()));
        case LINK -> link(entry.id());
        case SUBMODULE -> new Slot.Missing("a submodule, and submodules are not read");
        case UNNAMEABLE -> new Slot.Missing("its name is not UTF-8");
        case DIRECTORY -> {
          ParsedTree child = objects.tree(entry.id());
          yield child.readable()
              ? level(child, ignored.in(name))
              : new Slot.Missing(tooManyNames());
        }
      };
    }

    private Slot link(ObjectId id) throws IOException {
      try {
        return new Slot.Link(new String(objects.blob(id, MAX_LINK), StandardCharsets.UTF_8));
      } catch (LargeObjectException e) {
        return new Slot.Missing(
            "a symlink with a target of more than %d bytes".formatted(MAX_LINK));
      }
    }
  }
}
