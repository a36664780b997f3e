package dev.plumbline.source.local;

import dev.plumbline.model.Digest;
import dev.plumbline.model.FileTree;
import dev.plumbline.source.Ignored;
import dev.plumbline.source.LfsPointer;
import dev.plumbline.source.PathWalk;
import dev.plumbline.source.Slot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A directory on this machine. Symbolic links are followed by our own rules, inside the directory
 * only, as they are in a Git repository.
 *
 * <p>A file's id is the digest of its content. A directory's id holds for this instance only, since
 * to know it by content one would have to read all of it.
 */
public final class DirectoryTree implements FileTree {
  private static final int MAX_FILE = 10 << 20;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_NAMES = 50_000;
  private static final AtomicLong INSTANCES = new AtomicLong();

  private final Path root;
  private final long instance = INSTANCES.incrementAndGet();

  public DirectoryTree(Path root) throws IOException {
    this.root = root.toRealPath();
  }

  @Override
  public Entry lookup(String path) throws IOException {
    return PathWalk.lookup(level(root, Ignored.NOTHING), path, MAX_DEPTH);
  }

  @Override
  public byte[] read(File file) throws IOException {
    if (file.size() > MAX_FILE) {
      throw new TooLarge(file.path(), file.size(), MAX_FILE);
    }
    byte[] bytes = bytes(root.resolve(file.path()));
    if (!Digest.of(bytes).hex().equals(file.id())) {
      throw new IOException(file.path() + " changed while it was read");
    }
    return LfsPointer.refused(file.path(), bytes);
  }

  private Level level(Path directory, Ignored above) throws IOException {
    Path rules = directory.resolve(Ignored.FILE);
    if (!Files.isRegularFile(rules, LinkOption.NOFOLLOW_LINKS)) {
      return new Level(directory, above);
    }
    return new Level(
        directory,
        Files.size(rules) > Ignored.MAX_BYTES ? above.andTooLarge() : above.and(bytes(rules)));
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(MAX_FILE + 1);
    }
  }

  private final class Level implements Slot.Directory {
    private final Path directory;
    private final Ignored ignored;

    Level(Path directory, Ignored ignored) {
      this.directory = directory;
      this.ignored = ignored;
    }

    @Override
    public String id() {
      return "local-%d:%s%s".formatted(instance, root.relativize(directory), ignored.id());
    }

    @Override
    public List<String> names() throws IOException {
      try (Stream<Path> children = Files.list(directory)) {
        List<String> names =
            children.limit(MAX_NAMES + 1L).map(child -> child.getFileName().toString()).toList();
        if (names.size() > MAX_NAMES) {
          throw new Unreadable(
              root.relativize(directory).toString(),
              "a directory with more than %d names".formatted(MAX_NAMES));
        }
        return names.stream()
            .filter(name -> ignored.why(name, isDirectory(name)).isEmpty())
            .sorted(DirectoryTree::byCodePoint)
            .toList();
      }
    }

    private boolean isDirectory(String name) {
      return Files.isDirectory(directory.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public Slot child(String name) throws IOException {
      Path child = directory.resolve(name);
      BasicFileAttributes attributes;
      try {
        attributes =
            Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      } catch (NoSuchFileException e) {
        return new Slot.Missing("no such file or directory");
      }
      Optional<String> why = ignored.why(name, attributes.isDirectory());
      if (why.isPresent()) {
        return new Slot.Missing(why.get());
      }
      if (attributes.isSymbolicLink()) {
        return new Slot.Link(Files.readSymbolicLink(child).toString());
      }
      if (attributes.isDirectory()) {
        return level(child, ignored.in(name));
      }
      if (!attributes.isRegularFile()) {
        return new Slot.Missing("neither a file nor a directory");
      }
      return new Slot.File(id(child, attributes), attributes.size());
    }

    // A file that is too large to be read is never read, so its id need not be exact.
    private String id(Path file, BasicFileAttributes attributes) throws IOException {
      return attributes.size() > MAX_FILE
          ? "large-%d-%s".formatted(attributes.size(), attributes.lastModifiedTime())
          : Digest.of(bytes(file)).hex();
    }
  }

  private static int byCodePoint(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
