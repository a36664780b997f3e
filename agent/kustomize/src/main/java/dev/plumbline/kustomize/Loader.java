package dev.plumbline.kustomize;

import dev.plumbline.kustomize.KustomizeOptions.LoadRestrictions;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.Position;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.regex.Pattern;

/** Reads files for one directory of a build, and knows the directories that led to it. */
final class Loader {
  private static final List<String> FILE_NAMES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");
  private static final Pattern REMOTE =
      Pattern.compile(
          "(?i)(git::)?(https?://|ssh://|file://|git@|[a-z0-9-]+@[^/]+:|github\\.com[/:]).*");

  private final Budget budget;
  private final KustomizeOptions options;
  private final Reads reads;
  private final FileTree.Directory root;
  private final Loader from;
  private final int depth;

  private Loader(
      Budget budget,
      KustomizeOptions options,
      Reads reads,
      FileTree.Directory root,
      Loader from,
      int depth) {
    this.budget = budget;
    this.options = options;
    this.reads = reads;
    this.root = root;
    this.from = from;
    this.depth = depth;
  }

  /** A file that was read. */
  static final class Loaded {
    private final String path;
    private final String id;
    private final byte[] bytes;

    private Loaded(String path, String id, byte[] bytes) {
      this.path = path;
      this.id = id;
      this.bytes = bytes;
    }

    String path() {
      return path;
    }

    String id() {
      return id;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  static Loader top(Budget budget, KustomizeOptions options, Reads reads, String path) {
    var entry = lookup(reads, normal("", path, path));
    if (!(entry instanceof FileTree.Directory directory)) {
      throw new BuildException(
          new Position(path, 0),
          entry instanceof FileTree.Absent absent
              ? "'%s' doesn't exist: %s".formatted(path, absent.why())
              : "a file, expected a directory with a kustomization file");
    }
    return new Loader(budget, options, reads, directory, null, 1);
  }

  /** The same directory once more, as the base of what is in no directory itself. */
  Loader asBase() {
    return new Loader(budget, options, new Reads(reads.tree()), root, null, depth);
  }

  String root() {
    return root.path();
  }

  String rootId() {
    return root.id();
  }

  Reads reads() {
    return reads;
  }

  static boolean isRemote(String path) {
    return REMOTE.matcher(path).matches();
  }

  /**
   * The directory a kustomization names, to be built on its own.
   *
   * @param ownReads whether what is read there is recorded apart
   */
  Loader into(String path, boolean ownReads) {
    if (path.isEmpty()) {
      throw new BuildException("new root cannot be empty");
    }
    if (isRemote(path)) {
      return remote(path);
    }
    if (path.startsWith("/")) {
      throw new BuildException("new root '%s' cannot be absolute".formatted(path));
    }
    String full = normal(root(), path, path);
    var entry = lookup(reads, full);
    return switch (entry) {
      case FileTree.File file ->
          throw new BuildException(
              "must build at directory: '%s': file is not directory".formatted(file.path()));
      case FileTree.Absent absent ->
          throw new BuildException(
              "must build at directory: not a valid directory: evalsymlink failure on '%s' : %s"
                  .formatted(full, absent.why()));
      case FileTree.Directory directory -> {
        refuseCycle(directory.path());
        budget.demandDepth(depth + 1);
        var below = ownReads ? new Reads(reads.tree()) : reads;
        yield new Loader(budget, options, below, directory, this, depth + 1);
      }
    };
  }

  /** Whether a text names a directory of another repository, and such ones may be fetched. */
  boolean fetches(String text) {
    return options.remotes().isPresent() && isRemote(text) && RemoteUrl.parse(text).isPresent();
  }

  private Loader remote(String text) {
    Remotes remotes = options.remotes().orElseThrow(() -> notFetched(text));
    RemoteUrl url = RemoteUrl.parse(text).orElseThrow(() -> noRepository(text));
    Reads there;
    try {
      there = new Reads(remotes.fetch(url));
    } catch (IOException e) {
      throw new BuildException("'%s' cannot be fetched: %s".formatted(text, e.getMessage()));
    }
    budget.demandDepth(depth + 1);
    if (!(lookup(there, normal("", url.path(), text)) instanceof FileTree.Directory directory)) {
      throw new BuildException(
          "'%s' cannot be used: %s is no directory of %s"
              .formatted(text, url.path(), url.repository()));
    }
    // A repository that was fetched is never trusted with more than itself.
    var inside = options.with(LoadRestrictions.ROOT_ONLY);
    return new Loader(budget, inside, there, directory, this, depth + 1);
  }

  private static BuildException notFetched(String path) {
    return new BuildException(
        ("'%s' is remote, and nothing is fetched while building: copy it into the repository and"
                + " name its path")
            .formatted(path));
  }

  private static BuildException noRepository(String path) {
    return new BuildException(
        ("'%s' is not in a Git repository, and only these are fetched: copy it into the repository"
                + " and name its path")
            .formatted(path));
  }

  /** Whether this is in the very tree of another one. */
  boolean sharesTreeWith(Loader other) {
    return Trees.same(reads.tree(), other.reads.tree());
  }

  /** Whether a build of this directory would come back to one that led here. */
  void refuseCycle(String candidate) {
    for (var loader = this; loader != null; loader = loader.from) {
      if (loader.sharesTreeWith(this) && isWithin(loader.root(), candidate)) {
        throw new BuildException(
            "cycle detected: candidate root '%s' contains visited root '%s'"
                .formatted(candidate, loader.root()));
      }
    }
  }

  private static boolean isWithin(String path, String directory) {
    return directory.isEmpty() || path.equals(directory) || path.startsWith(directory + "/");
  }

  /** The kustomization file of this directory: exactly one of three names. */
  Loaded kustomization() {
    FileTree.File found = null;
    for (String name : FILE_NAMES) {
      if (lookup(reads, join(root(), name)) instanceof FileTree.File file
          && isAllowed(file.path())) {
        if (found != null) {
          throw new BuildException(
              new Position(root(), 0), "Found multiple kustomization files under: " + root());
        }
        found = file;
      }
    }
    if (found == null) {
      throw new BuildException(
          new Position(root(), 0),
          ("unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in"
                  + " directory '%s'")
              .formatted(root()));
    }
    return read(found);
  }

  /** A file, if it may be read from here. */
  Loaded load(String path) {
    if (isRemote(path)) {
      throw options.remotes().isPresent() ? noRepository(path) : notFetched(path);
    }
    if (path.startsWith("/")) {
      throw new BuildException(
          "security; file '%s' is not in or below '%s'".formatted(path, root()));
    }
    String full = normal(root(), path, path);
    var entry = lookup(reads, full);
    return switch (entry) {
      case FileTree.Directory directory ->
          throw new BuildException("'%s' must resolve to a file".formatted(directory.path()));
      case FileTree.Absent absent ->
          throw new BuildException(
              "evalsymlink failure on '%s' : %s".formatted(full, absent.why()));
      case FileTree.File file -> {
        if (!isAllowed(file.path())) {
          throw new BuildException(
              "security; file '%s' is not in or below '%s'".formatted(file.path(), root()));
        }
        yield read(file);
      }
    };
  }

  private boolean isAllowed(String path) {
    return options.restrictions() == LoadRestrictions.NONE || isWithin(path, root());
  }

  private Loaded read(FileTree.File file) {
    budget.spend(1, file.size());
    try {
      return new Loaded(file.path(), file.id(), reads.read(file));
    } catch (FileTree.Unreadable e) {
      throw new BuildException(e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileTree.Entry lookup(Reads reads, String path) {
    try {
      return reads.lookup(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String join(String directory, String name) {
    return directory.isEmpty() ? name : directory + "/" + name;
  }

  /** A path as it was written from a directory that was itself named so; cleaned, never checked. */
  static String shown(String directory, String path) {
    var segments = new ArrayDeque<String>();
    for (String segment : join(directory, path).split("/", -1)) {
      if (segment.equals("..") && !segments.isEmpty() && !segments.peekLast().equals("..")) {
        segments.removeLast();
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        segments.add(segment);
      }
    }
    return String.join("/", segments);
  }

  /** The path from the root of the tree, without {@code .} and {@code ..}. */
  private static String normal(String directory, String path, String written) {
    var segments = new ArrayDeque<String>();
    for (String segment : join(directory, path).split("/", -1)) {
      if (segment.equals("..")) {
        if (segments.pollLast() == null) {
          throw new BuildException(
              "security; '%s' is outside of the repository".formatted(written));
        }
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        segments.add(segment);
      }
    }
    return String.join("/", segments);
  }
}
