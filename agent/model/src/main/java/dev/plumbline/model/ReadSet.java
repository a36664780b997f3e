package dev.plumbline.model;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which paths a render looked at, in one tree. A change to none of them cannot change its outcome.
 *
 * @param paths files read, links followed and paths found absent
 * @param listed directories whose names were listed, without a trailing slash; {@code ""} is the
 *     root
 */
public record ReadSet(Set<String> paths, Set<String> listed) {
  public static final ReadSet EMPTY = new ReadSet(Set.of(), Set.of());

  public ReadSet {
    paths = Set.copyOf(paths);
    listed = Set.copyOf(listed);
  }

  /**
   * Whether a change at {@code path} (a file or link added, changed or removed) can matter: it was
   * read, it lies anywhere below a directory that was listed, or below a path that was found absent
   * or to be a file.
   */
  public boolean touchedBy(String path) {
    if (paths.contains(path)) {
      return true;
    }
    for (int slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
      String above = path.substring(0, slash);
      if (listed.contains(above) || paths.contains(above)) {
        return true;
      }
    }
    return listed.contains("");
  }

  public boolean touchedByAny(Collection<String> changed) {
    return changed.stream().anyMatch(this::touchedBy);
  }

  public ReadSet and(ReadSet other) {
    return new ReadSet(union(paths, other.paths), union(listed, other.listed));
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    var union = new TreeSet<>(a);
    union.addAll(b);
    return union;
  }
}
