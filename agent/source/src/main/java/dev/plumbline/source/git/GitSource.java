package dev.plumbline.source.git;

import dev.plumbline.model.Name;
import java.util.Optional;
import java.util.Set;

/**
 * One Repository, as far as fetching is concerned.
 *
 * @param allowInsecure lets {@code http} and loopback addresses through; for tests on one machine
 * @param branches short names, {@code main}; always looked up below {@code refs/heads/}
 */
public record GitSource(
    Name repository,
    GitUrl url,
    Optional<GitCredentials> credentials,
    boolean allowInsecure,
    Set<String> branches) {
  public GitSource {
    branches = Set.copyOf(branches);
  }
}
