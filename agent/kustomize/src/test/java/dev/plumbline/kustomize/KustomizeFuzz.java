package dev.plumbline.kustomize;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Builds random trees with this engine and with the real kustomize until the time is up, and fails
 * when they differ, when the engine crashes or when it takes too long.
 */
final class KustomizeFuzz {
  private static final Duration TOO_LONG = Duration.ofSeconds(10);
  private static final int PANIC = 2;

  private enum Outcome {
    SAME,
    BOTH_REFUSED,
    DIFFERENT,
    ONLY_WE_BUILD,
    ONLY_KUSTOMIZE_BUILDS,
    UNSTEADY,
    THEY_CRASH,
    CRASHED,
    SLOW
  }

  private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
  private final String oracle;
  private final Path work;
  private boolean failed;

  private KustomizeFuzz(String oracle) throws IOException {
    this.oracle = oracle;
    this.work = Files.createTempDirectory("kustomize-fuzz");
  }

  /** Arguments: the kustomize binary, seconds, and the first seed; a tree takes one seed each. */
  public static void main(String[] arguments) throws Exception {
    var fuzz = new KustomizeFuzz(arguments[0]);
    long first = Long.parseLong(arguments[2]);
    long end = System.nanoTime() + Duration.ofSeconds(Long.parseLong(arguments[1])).toNanos();
    long seed = first;
    do {
      fuzz.run(seed++);
    } while (System.nanoTime() < end);
    System.out.printf("%d trees, seeds %d to %d: %s%n", seed - first, first, seed - 1, fuzz.counts);
    System.exit(fuzz.failed ? 1 : 0);
  }

  private void run(long seed) throws Exception {
    Path directory = work.resolve(Long.toString(seed));
    RandomTree.write(RandomTree.of(seed), directory);
    var outcome = judge(directory);
    counts.merge(outcome, 1, Integer::sum);
    switch (outcome) {
      case SAME, BOTH_REFUSED, UNSTEADY, THEY_CRASH -> remove(directory);
      default -> {
        failed = true;
        System.out.printf("%s: SEED=%d in %s%n", outcome, seed, directory);
      }
    }
  }

  private Outcome judge(Path directory) throws Exception {
    Printed printed = kustomize(directory);
    byte[] theirs = printed.built().orElse(null);
    long start = System.nanoTime();
    BuildResult ours;
    try {
      ours = new Kustomize().build(new DirectoryTree(directory), RandomTree.TOP);
    } catch (RuntimeException | StackOverflowError e) {
      e.printStackTrace(System.out);
      return Outcome.CRASHED;
    }
    if (System.nanoTime() - start > TOO_LONG.toNanos()) {
      return Outcome.SLOW;
    }
    return switch (ours) {
      case Built _ when printed.crash() -> Outcome.THEY_CRASH;
      case Built _ when theirs == null -> Outcome.ONLY_WE_BUILD;
      case Built built when Arrays.equals(built.bytes(), theirs) -> Outcome.SAME;
      case Built _ -> unsteady(directory, theirs) ? Outcome.UNSTEADY : Outcome.DIFFERENT;
      case Failed _ when theirs == null -> Outcome.BOTH_REFUSED;
      case Failed failure -> {
        System.out.println(failure.message());
        yield Outcome.ONLY_KUSTOMIZE_BUILDS;
      }
    };
  }

  // The order of some maps changes there from run to run.
  private boolean unsteady(Path directory, byte[] before) throws Exception {
    for (int i = 0; i < 5; i++) {
      if (!Arrays.equals(before, kustomize(directory).built().orElse(null))) {
        return true;
      }
    }
    return false;
  }

  /**
   * What came of the real one.
   *
   * @param built what it printed; empty when it failed
   * @param crash whether it ended in a panic of Go
   */
  private record Printed(Optional<byte[]> built, boolean crash) {}

  private Printed kustomize(Path directory) throws Exception {
    var process =
        new ProcessBuilder(oracle, "build", directory.resolve(RandomTree.TOP).toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    byte[] bytes = process.getInputStream().readAllBytes();
    int code = process.waitFor();
    return new Printed(code == 0 ? Optional.of(bytes) : Optional.empty(), code == PANIC);
  }

  private static void remove(Path directory) throws IOException {
    try (var paths = Files.walk(directory)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
