package dev.plumbline.source.git;

import dev.plumbline.model.FileTree;
import dev.plumbline.source.PathWalk;
import dev.plumbline.source.Slot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.lib.ObjectId;

/** The files of one commit, read from its objects. A symbolic link is a blob like any other. */
final class GitTree implements FileTree {
  private static final byte[] LFS =
      "version https://git-lfs.github.com/spec/".getBytes(StandardCharsets.US_ASCII);

  private static final int MAX_LFS_POINTER = 1024;
  private static final int MAX_LINK = 4096;

  private final GitObjects objects;
  private final ObjectId root;

  GitTree(GitObjects objects, ObjectId root) {
    this.objects = objects;
    this.root = root;
  }

  @Override
  public Entry lookup(String path) throws IOException {
    ParsedTree tree = objects.tree(root);
    return tree.readable()
        ? PathWalk.lookup(new Level(tree), path, objects.limits().treeDepth())
        : new Absent("", tooManyNames(), List.of());
  }

  @Override
  public byte[] read(File file) throws IOException {
    long limit = objects.limits().fileBytes();
    if (file.size() > limit) {
      throw new TooLarge(file.path(), file.size(), limit);
    }
    try {
      byte[] bytes = objects.blob(ObjectId.fromString(file.id()), (int) limit);
      if (pointer(bytes)) {
        throw new Unreadable(
            file.path(), "a Git LFS pointer, not the file itself; LFS is not supported");
      }
      return bytes;
    } catch (LargeObjectException e) {
      throw new TooLarge(file.path(), file.size(), limit);
    }
  }

  private static boolean pointer(byte[] bytes) {
    return bytes.length <= MAX_LFS_POINTER
        && bytes.length >= LFS.length
        && Arrays.equals(bytes, 0, LFS.length, LFS, 0, LFS.length);
  }

  private String tooManyNames() {
    return "a directory with more than %d names".formatted(objects.limits().treeEntries());
  }

  private final class Level implements Slot.Directory {
    private final ParsedTree tree;

    Level(ParsedTree tree) {
      this.tree = tree;
    }

    @Override
    public String id() {
      return tree.id().name();
    }

    @Override
    public List<String> names() {
      return tree.names();
    }

    @Override
    public Slot child(String name) throws IOException {
      ParsedTree.Entry entry = tree.entries().get(name);
      if (entry == null) {
        return new Slot.Missing("no such file or directory");
      }
      return switch (entry.kind()) {
        case FILE -> new Slot.File(entry.id().name(), objects.size(entry.id()));
        case LINK -> link(entry.id());
        case SUBMODULE -> new Slot.Missing("a submodule, and submodules are not read");
        case UNNAMEABLE -> new Slot.Missing("its name is not UTF-8");
        case DIRECTORY -> {
          ParsedTree child = objects.tree(entry.id());
          yield child.readable() ? new Level(child) : new Slot.Missing(tooManyNames());
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
