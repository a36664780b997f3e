package dev.plumbline.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Whatever the files say, a build ends soon, in bytes or in a sentence, and never in another
 * exception. The tests replay the inputs of {@code SurvivesAnyBytesTestInputs}; {@code make fuzz}
 * looks for new ones.
 */
public final class SurvivesAnyBytesTest {
  /** Between the files of a tree: the kustomization, a patch, then resources. */
  private static final String SEPARATOR = "\n%%%\n";

  private static final BuildLimits LIMITS = new BuildLimits(50, 1 << 20, 8, 1_000, 4 << 20);
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final String[] FILES = {"kustomization.yaml", "patch.yaml", "a.yaml", "b.yaml"};

  @FuzzTest
  void ends_in_bytes_or_in_a_sentence(byte[] bytes) throws IOException {
    var tree = new MemoryTree();
    String[] texts = new String(bytes, StandardCharsets.UTF_8).split(SEPARATOR, FILES.length);
    for (int i = 0; i < texts.length; i++) {
      tree.with(FILES[i], texts[i]);
    }

    long start = System.nanoTime();
    var result = new Kustomize(KustomizeOptions.DEFAULT.with(LIMITS)).build(tree, "");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
    switch (result) {
      case Built built -> assertThat(built.bytes().length).isLessThanOrEqualTo(4 << 20);
      case Failed failed -> assertThat(failed.message()).isNotBlank();
    }
  }
}
