package dev.plumbline.source.git;

import dev.plumbline.model.ReadSet;
import java.util.Set;

/** What lies between two commits. */
public sealed interface Changes {
  /** Whether a render that read {@code reads} may come out differently. */
  boolean touch(ReadSet reads);

  /** Exactly these files and links were added, changed or removed. */
  record Paths(Set<String> paths) implements Changes {
    public Paths {
      paths = Set.copyOf(paths);
    }

    @Override
    public boolean touch(ReadSet reads) {
      return reads.touchedByAny(paths);
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
