package dev.plumbline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders of this process under {@code .build/}; those of processes that died go. */
final class Scratch {
  private static final Path HOME = Checkout.BUILD.resolve("testkit/own");

  private Scratch() {}

  static Path folder(String hint) {
    Checkout.directory(HOME);
    try (Stream<Path> folders = Files.list(HOME)) {
      folders.filter(Scratch::orphaned).forEach(Scratch::delete);
      return Files.createTempDirectory(HOME, ProcessHandle.current().pid() + "-" + hint + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // Another process deletes it, too.
    }
  }

  private static boolean orphaned(Path folder) {
    String pid = folder.getFileName().toString().split("-", 2)[0];
    return ProcessHandle.of(Long.parseLong(pid)).isEmpty();
  }
}
