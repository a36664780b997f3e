package dev.plumbline.kustomize;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builds every kustomization below a directory with this engine and with the real kustomize, and
 * says where they differ. {@code -Dkustomize.oracle} is the program.
 */
final class Compare {
  private static final String ORACLE = System.getProperty("kustomize.oracle", "kustomize");
  private static final List<String> FILES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private final Map<String, List<String>> outcomes = new TreeMap<>();
  private final boolean verbose;

  private Compare(boolean verbose) {
    this.verbose = verbose;
  }

  /** Arguments: directories, each a tree of its own, and {@code -v} to see every difference. */
  public static void main(String[] args) throws Exception {
    var compare = new Compare(Arrays.asList(args).contains("-v"));
    for (String arg : args) {
      if (!arg.equals("-v")) {
        compare.compareTree(Path.of(arg));
      }
    }
    compare.outcomes.forEach(
        (outcome, places) -> {
          System.out.printf("%6d %s%n", places.size(), outcome);
          if (!outcome.startsWith("both")) {
            places.forEach(place -> System.out.println("          " + place));
          }
        });
  }

  private void compareTree(Path root) throws Exception {
    var tree = new DirectoryTree(root);
    var kustomize = new Kustomize();
    try (var files = Files.walk(root)) {
      var directories =
          files
              .filter(file -> FILES.contains(file.getFileName().toString()))
              .filter(Files::isRegularFile)
              .map(Path::getParent)
              .distinct()
              .sorted()
              .toList();
      for (var directory : directories) {
        compare(kustomize, tree, root, directory);
      }
    }
  }

  private void compare(Kustomize kustomize, DirectoryTree tree, Path root, Path directory)
      throws Exception {
    byte[] theirs = oracle(directory);
    String outcome;
    try {
      outcome =
          judge(kustomize.build(tree, root.relativize(directory).toString()), theirs, directory);
    } catch (RuntimeException e) {
      e.printStackTrace();
      outcome = "CRASHED";
    }
    outcomes.computeIfAbsent(outcome, _ -> new ArrayList<>()).add(directory.toString());
  }

  private String judge(BuildResult result, byte[] theirs, Path directory) throws IOException {
    return switch (result) {
      case Built built when theirs == null -> "built, kustomize refuses";
      case Built built -> {
        if (Arrays.equals(built.bytes(), theirs)) {
          yield "both built the same";
        }
        show(directory, built.bytes(), theirs);
        yield "DIFFERENT";
      }
      case Failed failed -> {
        if (theirs != null && verbose) {
          System.out.printf("=== %s%n%s%n", directory, failed.message());
        }
        yield theirs == null
            ? "both refused"
            : failed.message().contains("helm charts are not rendered") ? "helm" : "REFUSED";
      }
    };
  }

  private void show(Path directory, byte[] ours, byte[] theirs) {
    if (verbose) {
      System.out.printf(
          "=== %s%n--- expected%n%s--- built%n%s%n",
          directory,
          new String(theirs, StandardCharsets.UTF_8),
          new String(ours, StandardCharsets.UTF_8));
    }
  }

  /** What the real one prints; null when it fails. */
  private static byte[] oracle(Path directory) throws Exception {
    var process =
        new ProcessBuilder("timeout", "20", ORACLE, "build", directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    byte[] bytes = process.getInputStream().readAllBytes();
    return process.waitFor() == 0 ? bytes : null;
  }
}
