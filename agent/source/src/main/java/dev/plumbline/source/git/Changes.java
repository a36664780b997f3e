package dev.plumbline.source.git;

import dev.plumbline.model.ReadSet;
import java.util.HashSet;
import java.util.Set;

/** What lies between two commits. */
public sealed interface Changes {
  /** Whether a render that read {@code reads} may come out differently. */
  boolean touch(ReadSet reads);

  /**
   * Exactly these files and links were added, changed or removed.
   *
   * @param above the directories they are in, up to the root
   */
  record Paths(Set<String> paths, Set<String> above) implements Changes {
    public Paths {
      paths = Set.copyOf(paths);
      above = Set.copyOf(above);
    }

    Paths(Set<String> paths) {
      this(paths, directoriesOf(paths));
    }

    // A push may change thousands of files, and is compared with what thousands of Syncs read: from
    // the side that is the smaller one.
    @Override
    public boolean touch(ReadSet reads) {
      if (paths.size() < reads.paths().size() + reads.listed().size()) {
        return reads.touchedByAny(paths);
      }
      return reads.paths().stream().anyMatch(path -> paths.contains(path) || above.contains(path))
          || reads.listed().stream().anyMatch(above::contains);
    }

    private static Set<String> directoriesOf(Set<String> paths) {
      var above = new HashSet<String>();
      for (String path : paths) {
        above.add("");
        int slash = path.lastIndexOf('/');
        while (slash > 0 && above.add(path.substring(0, slash))) {
          slash = path.lastIndexOf('/', slash - 1);
        }
      }
      return above;
    }
  }

  /** It cannot be told, or is too much to be told. */
  record Everything(String why) implements Changes {
    @Override
    public boolean touch(ReadSet reads) {
      return true;
    }
  }
}
