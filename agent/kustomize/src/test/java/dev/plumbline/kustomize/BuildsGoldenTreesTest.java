package dev.plumbline.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every directory with a kustomization below {@code src/test/resources/<behaviour>/in} is built and
 * compared with {@code out}. The expected bytes are those of the real kustomize 5.8.1; {@code
 * -Dkustomize.oracle=<its path>} writes them again.
 */
final class BuildsGoldenTreesTest {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final String ORACLE = System.getProperty("kustomize.oracle");

  /** One directory to build. */
  record Case(Path behaviour, String path) {
    Path in() {
      return behaviour.resolve("in");
    }

    Path expected(String name) {
      return behaviour.resolve("out").resolve(path).resolve(name);
    }

    @Override
    public String toString() {
      return behaviour.getFileName() + "/" + path;
    }
  }

  static Stream<Case> cases() throws IOException {
    var cases = new ArrayList<Case>();
    for (var behaviour : DirectoryTree.subdirectories(RESOURCES)) {
      var in = behaviour.resolve("in");
      if (!Files.isDirectory(in)) {
        continue;
      }
      try (var files = Files.walk(in)) {
        files
            .filter(file -> file.endsWith("kustomization.yaml"))
            .map(file -> in.relativize(file.getParent()).toString())
            .sorted()
            .forEach(path -> cases.add(new Case(behaviour, path)));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void builds_what_kustomize_builds(Case golden) throws Exception {
    var result = new Kustomize().build(new DirectoryTree(golden.in()), golden.path());

    if (ORACLE != null) {
      rewrite(golden, result);
    }
    switch (result) {
      case Built built -> {
        assertThat(new String(built.bytes(), StandardCharsets.UTF_8))
            .isEqualTo(Files.readString(golden.expected("built.yaml")));
        assertThat(List.<Object>copyOf(built.objects()))
            .isEqualTo(Manifests.read(built.bytes(), "built"));
      }
      case Failed failed ->
          assertThat(failed.message() + "\n")
              .isEqualTo(Files.readString(golden.expected("failed.txt")));
    }
  }

  private static void rewrite(Case golden, BuildResult result) throws Exception {
    var process =
        new ProcessBuilder(ORACLE, "build", golden.in().resolve(golden.path()).toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    byte[] bytes = process.getInputStream().readAllBytes();
    boolean succeeded = process.waitFor() == 0;
    Files.createDirectories(golden.expected("x").getParent());
    Files.deleteIfExists(golden.expected("built.yaml"));
    Files.deleteIfExists(golden.expected("failed.txt"));
    if (succeeded) {
      Files.write(golden.expected("built.yaml"), bytes);
    } else {
      assertThat(result).as("kustomize fails as well").isInstanceOf(Failed.class);
      Files.writeString(golden.expected("failed.txt"), ((Failed) result).message() + "\n");
    }
  }
}
