package dev.plumbline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The clone that the tests run in, and what it builds. */
final class Checkout {
  static final Path ROOT = root();
  static final Path BUILD = ROOT.resolve(".build");
  static final Path BIN = BUILD.resolve("testbed/bin");

  private Checkout() {}

  /** Builds the testbed's programs where they are not up to date; instant when they are. */
  static void build(String... programs) {
    var command = new ArrayList<>(List.of(ROOT.resolve("testbed/build.sh").toString()));
    command.addAll(List.of(programs));
    Subprocess.run(ROOT, command);
  }

  static Path directory(Path path) {
    try {
      return Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    var here = Path.of("").toAbsolutePath();
    for (var path = here; path != null; path = path.getParent()) {
      if (Files.exists(path.resolve("testbed/build.sh"))) {
        return path;
      }
    }
    throw new IllegalStateException(here + " is not inside a clone of Plumbline");
  }
}
