package dev.plumbline.source.git;

import dev.plumbline.model.Name;
import java.util.Set;

/**
 * One Repository, as far as fetching is concerned.
 *
 * @param refs what is wanted of it
 */
public record GitSource(Name repository, GitUrl url, GitAccess access, Set<GitRef> refs) {
  public GitSource {
    refs = Set.copyOf(refs);
  }
}
