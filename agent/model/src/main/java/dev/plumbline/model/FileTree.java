package dev.plumbline.model;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * A read-only tree of files: the content of one commit, or of a local directory.
 *
 * <p>Paths are relative, separated by {@code /}, without empty, {@code .} or {@code ..} segments;
 * {@code ""} is the root. Symbolic links are followed inside the tree only; a link that leaves it,
 * or runs in circles, is {@link Absent} with the reason. Every implementation is bounded in bytes
 * and depth and safe for use by many threads.
 */
public interface FileTree {
  /** What stands at {@code path}. Never follows anything outside the tree. */
  Entry lookup(String path) throws IOException;

  /**
   * The bytes of a file.
   *
   * @throws Unreadable when the file may not be used, however often one asks; {@link TooLarge} when
   *     it exceeds the tree's limit
   */
  byte[] read(File file) throws IOException;

  /** A file, a directory, or nothing; {@code path} is where it really stands, links resolved. */
  sealed interface Entry {
    /** The paths of the symbolic links that were followed to get here, in order. */
    List<String> links();
  }

  /**
   * @param id changes exactly when the content changes: the Git object id, or a digest
   */
  record File(String path, String id, long size, List<String> links) implements Entry {
    public File {
      links = List.copyOf(links);
    }
  }

  /**
   * @param names the names in it, sorted by code point
   */
  record Directory(String path, String id, List<String> names, List<String> links)
      implements Entry {
    public Directory {
      names = List.copyOf(names);
      links = List.copyOf(links);
    }
  }

  /**
   * @param why for people: {@code no such file}, {@code symlink leaves the repository}
   */
  record Absent(String path, String why, List<String> links) implements Entry {
    public Absent {
      links = List.copyOf(links);
    }
  }

  /**
   * A file that is there and cannot be used. Its message is a sentence for people that starts with
   * the path. Other exceptions mean that nobody could find out, and trying again may help.
   */
  class Unreadable extends IOException {
    private static final long serialVersionUID = 1;

    private final String why;

    public Unreadable(String path, String why) {
      super(path + ": " + why);
      this.why = why;
    }

    /** The sentence without the path. */
    public String why() {
      return why;
    }
  }

  /** A file exceeds what may be read. */
  final class TooLarge extends Unreadable {
    private static final long serialVersionUID = 1;

    public TooLarge(String path, long size, long limit) {
      super(path, String.format(Locale.ROOT, "%,d bytes, the limit is %,d", size, limit));
    }
  }
}
