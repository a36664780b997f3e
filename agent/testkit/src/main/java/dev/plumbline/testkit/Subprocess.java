package dev.plumbline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs a program to its end. */
final class Subprocess {
  private Subprocess() {}

  /**
   * @return what it printed; its errors go where ours go
   * @throws IllegalStateException when it fails
   */
  static String run(Path directory, List<String> command) {
    return run(new ProcessBuilder(command).directory(directory.toFile()), "");
  }

  static String run(ProcessBuilder builder, String input) {
    try {
      var process = builder.redirectError(Redirect.INHERIT).start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        throw new IllegalStateException(
            "%s ended with %d: %s".formatted(String.join(" ", builder.command()), code, output));
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "interrupted while " + builder.command().getFirst() + " ran", e);
    }
  }
}
