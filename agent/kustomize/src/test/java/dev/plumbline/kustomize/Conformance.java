package dev.plumbline.kustomize;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import dev.plumbline.kustomize.KustomizeOptions.DefaultOrder;
import dev.plumbline.kustomize.KustomizeOptions.LoadRestrictions;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Runs a folder of cases and says which differ.
 *
 * <p>A case is a directory with {@code meta.json} (path, options, tags), {@code input/} and either
 * {@code expected.yaml} or {@code expected_error.json}.
 */
final class Conformance {
  private final Map<String, List<String>> outcomes = new TreeMap<>();
  private final boolean verbose;

  private Conformance(boolean verbose) {
    this.verbose = verbose;
  }

  /** Arguments: the folder, and {@code -v} to see every difference. */
  public static void main(String[] args) throws IOException {
    var conformance = new Conformance(args.length > 1 && args[1].equals("-v"));
    try (var files = Files.walk(Path.of(args[0]))) {
      for (var meta : files.filter(p -> p.endsWith("meta.json")).sorted().toList()) {
        conformance.run(meta.getParent());
      }
    }
    conformance.report();
  }

  private void run(Path folder) throws IOException {
    var meta = (MapNode) Json.read(Files.readString(folder.resolve("meta.json")));
    if (!meta.list("tags").isEmpty() && skips(meta)) {
      note("skipped", folder);
      return;
    }
    String path = meta.text("path").orElse("");
    path = path.startsWith("/") ? path.substring(1) : path;
    String outcome;
    try {
      var tree = new DirectoryTree(folder.resolve("input"));
      var result = new Kustomize(options(meta)).build(tree, path);
      outcome = judge(folder, result);
    } catch (RuntimeException e) {
      e.printStackTrace();
      outcome = "CRASHED";
    }
    note(outcome, folder);
  }

  private static boolean skips(MapNode meta) {
    return meta.list("tags").stream()
        .map(tag -> ((ScalarNode) tag).text())
        .anyMatch(
            tag -> List.of("helm", "fnplugin", "remote", "goplugin", "memfs-root").contains(tag));
  }

  private static KustomizeOptions options(MapNode meta) {
    boolean none = meta.text("options", "LoadRestrictions").orElse("").equals("none");
    boolean legacy = meta.text("options", "Reorder").orElse("legacy").matches("legacy|unspecified");
    return KustomizeOptions.DEFAULT
        .with(none ? LoadRestrictions.NONE : LoadRestrictions.ROOT_ONLY)
        .with(legacy ? DefaultOrder.LEGACY : DefaultOrder.FIFO);
  }

  private String judge(Path folder, BuildResult result) throws IOException {
    var expected = folder.resolve("expected.yaml");
    return switch (result) {
      case Built built when Files.exists(expected) -> {
        String want = Files.readString(expected);
        String have = new String(built.bytes(), StandardCharsets.UTF_8);
        if (want.equals(have)) {
          yield "passed";
        }
        show(folder, "--- expected\n" + want + "--- built\n" + have);
        yield "DIFFERENT";
      }
      case Built _ -> "BUILT WHAT SHOULD FAIL";
      case Failed failed when Files.exists(expected) -> {
        show(folder, failed.message());
        yield "REFUSED";
      }
      case Failed failed -> judgeMessage(folder, failed.message());
    };
  }

  private String judgeMessage(Path folder, String message) throws IOException {
    var want = (MapNode) Json.read(Files.readString(folder.resolve("expected_error.json")));
    var missing = new ArrayList<String>();
    String have = comparable(message);
    for (Node text : ((ListNode) want.get("contains").orElseThrow()).items()) {
      if (!have.contains(comparable(((ScalarNode) text).text()))) {
        missing.add(((ScalarNode) text).text());
      }
    }
    for (Node text : ((ListNode) want.get("regex").orElseThrow()).items()) {
      if (!Pattern.compile(((ScalarNode) text).text()).matcher(message).find()) {
        missing.add(((ScalarNode) text).text());
      }
    }
    if (missing.isEmpty()) {
      return "failed as it should";
    }
    show(folder, "wanted: " + missing + "\nhave:   " + message);
    return "FAILED WITH OTHER WORDS";
  }

  // Paths are absolute there and relative here.
  private static String comparable(String text) {
    return text.replace("'/", "'").replace("\"", "").replace("\\", "");
  }

  private void show(Path folder, String text) {
    if (verbose) {
      System.out.printf("=== %s%n%s%n", folder, text);
    }
  }

  private void note(String outcome, Path folder) {
    outcomes.computeIfAbsent(outcome, _ -> new ArrayList<>()).add(folder.toString());
  }

  private void report() {
    outcomes.forEach(
        (outcome, folders) -> {
          System.out.printf("%5d %s%n", folders.size(), outcome);
          if (!List.of("passed", "failed as it should", "skipped").contains(outcome)) {
            folders.forEach(folder -> System.out.println("        " + folder));
          }
        });
  }
}
