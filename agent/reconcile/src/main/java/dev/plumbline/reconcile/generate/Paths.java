package dev.plumbline.reconcile.generate;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Directories of a repository: without {@code ./} and empty parts; {@code ""} is the root. */
final class Paths {
  private Paths() {}

  static String join(String... directories) {
    return Arrays.stream(directories)
        .flatMap(directory -> Stream.of(directory.split("/", -1)))
        .filter(part -> !part.isEmpty() && !part.equals("."))
        .collect(Collectors.joining("/"));
  }

  /** As a Sync writes it. */
  static String written(String directory) {
    return directory.isEmpty() ? "." : directory;
  }
}
