package dev.plumbline.bench;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.source.local.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Times the engine and the real kustomize in turn, on the same directories, and compares their
 * bytes. Warm: the engine inside this process against the command. Cold: both as commands.
 *
 * <p>Arguments: the kustomize binary, then the {@code plumb} command; without the second the cold
 * rows are left out.
 */
public final class AgainstKustomize {
  private static final int ROUNDS = 5;
  private static final int[] SIZES = {10, 100, 1000, 2000, 5000};
  private static final int OVERLAYS = 200;
  // kustomize's cost is quadratic: beyond this one build takes most of a minute.
  private static final int LARGEST_OF_PEER = 2000;
  private static final int LARGEST_OVERLAY_OF_PEER = 1000;

  private final String kustomize;
  private final Path root;
  private final DirectoryTree tree;

  private AgainstKustomize(String kustomize) throws IOException {
    this.kustomize = kustomize;
    this.root = Files.createTempDirectory("plumbline-bench");
    this.tree = new DirectoryTree(root);
  }

  public static void main(String[] arguments) throws Exception {
    var bench = new AgainstKustomize(arguments[0]);
    System.out.printf(
        "%-34s %12s %12s %9s%n", "build (median of " + ROUNDS + ")", "kustomize", "plumb", "ratio");
    bench.warm();
    bench.manyOverlays();
    if (arguments.length > 1) {
      bench.cold(arguments[1]);
    }
  }

  private void warm() throws Exception {
    warmUp();
    for (int size : SIZES) {
      Path base = Trees.plain(root, size);
      row("warm, %,d resources".formatted(size), base, size <= LARGEST_OF_PEER);
      Path overlay = Trees.overlay(root, base, 1);
      row("warm, overlay over %,d".formatted(size), overlay, size <= LARGEST_OVERLAY_OF_PEER);
    }
  }

  private void warmUp() throws IOException {
    Path overlay = Trees.overlay(root, Trees.plain(root, 200), 0);
    for (int i = 0; i < 150; i++) {
      engine(new Kustomize(), overlay);
    }
  }

  private void row(String name, Path directory, boolean withPeer) throws Exception {
    var ours = new ArrayList<Long>();
    var theirs = new ArrayList<Long>();
    long warm = System.nanoTime() + Duration.ofSeconds(1).toNanos();
    while (System.nanoTime() < warm) {
      engine(new Kustomize(), directory);
    }
    for (int round = 0; round < ROUNDS; round++) {
      long at = System.nanoTime();
      byte[] bytes = engine(new Kustomize(), directory);
      ours.add(System.nanoTime() - at);
      if (withPeer) {
        at = System.nanoTime();
        byte[] peer = command(kustomize, "build", directory.toString());
        theirs.add(System.nanoTime() - at);
        same(bytes, peer, directory);
      }
    }
    print(name, theirs, ours);
  }

  // 200 tenants over one base: the base is loaded and built once.
  private void manyOverlays() throws Exception {
    Path base = Trees.plain(root, 100);
    var overlays = new ArrayList<Path>();
    for (int i = 0; i < OVERLAYS; i++) {
      overlays.add(Trees.overlay(root, base, i));
    }
    var shared = new Kustomize();
    long at = System.nanoTime();
    for (Path overlay : overlays) {
      engine(shared, overlay);
    }
    long ours = System.nanoTime() - at;
    at = System.nanoTime();
    for (Path overlay : overlays) {
      same(engine(shared, overlay), command(kustomize, "build", overlay.toString()), overlay);
    }
    long theirs = System.nanoTime() - at;
    print("warm, 200 overlays over 100", List.of(theirs), List.of(ours));
  }

  private void cold(String plumb) throws Exception {
    for (int size : SIZES) {
      Path base = Trees.plain(root, size);
      Path overlay = Trees.overlay(root, base, 1);
      if (size <= LARGEST_OF_PEER) {
        coldRow("cold, %,d resources".formatted(size), plumb, base);
      }
      if (size <= LARGEST_OVERLAY_OF_PEER) {
        coldRow("cold, overlay over %,d".formatted(size), plumb, overlay);
      }
    }
  }

  private void coldRow(String name, String plumb, Path directory) throws Exception {
    var ours = new ArrayList<Long>();
    var theirs = new ArrayList<Long>();
    for (int round = 0; round < ROUNDS; round++) {
      long at = System.nanoTime();
      byte[] bytes = command(plumb, "build", directory.toString());
      ours.add(System.nanoTime() - at);
      at = System.nanoTime();
      same(bytes, command(kustomize, "build", directory.toString()), directory);
      theirs.add(System.nanoTime() - at);
    }
    print(name, theirs, ours);
  }

  private byte[] engine(Kustomize engine, Path directory) throws IOException {
    var result = engine.build(tree, root.relativize(directory).toString());
    if (!(result instanceof Built built)) {
      throw new IllegalStateException(result.toString());
    }
    return built.bytes();
  }

  private static byte[] command(String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    byte[] out = process.getInputStream().readAllBytes();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + " ended with " + process.exitValue());
    }
    return out;
  }

  private static void same(byte[] ours, byte[] theirs, Path directory) {
    if (!Arrays.equals(ours, theirs)) {
      throw new IllegalStateException("the bytes differ for " + directory);
    }
  }

  private static void print(String name, List<Long> theirs, List<Long> ours) {
    double us = Median.millis(ours);
    if (theirs.isEmpty()) {
      System.out.printf("%-34s %12s %9.1f ms %9s%n", name, "-", us, "-");
      return;
    }
    double them = Median.millis(theirs);
    System.out.printf("%-34s %9.1f ms %9.1f ms %8.1fx%n", name, them, us, them / us);
  }
}
