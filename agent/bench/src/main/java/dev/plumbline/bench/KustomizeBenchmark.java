package dev.plumbline.bench;

import dev.plumbline.kustomize.BuildResult;
import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.source.local.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One build, warm, with an engine that has seen nothing before: what an overlay really costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class KustomizeBenchmark {
  @Param({"10", "100", "1000", "5000"})
  public int resources;

  private DirectoryTree tree;
  private String base;
  private String overlay;

  @Setup
  public void write() throws IOException {
    Path root = Files.createTempDirectory("plumbline-bench");
    Path plain = Trees.plain(root, resources);
    base = root.relativize(plain).toString();
    overlay = root.relativize(Trees.overlay(root, plain, 1)).toString();
    tree = new DirectoryTree(root);
  }

  @Benchmark
  public BuildResult plain() throws IOException {
    return built(base);
  }

  @Benchmark
  public BuildResult overlay() throws IOException {
    return built(overlay);
  }

  private BuildResult built(String path) throws IOException {
    BuildResult result = new Kustomize().build(tree, path);
    if (!(result instanceof Built)) {
      throw new IllegalStateException(result.toString());
    }
    return result;
  }
}
