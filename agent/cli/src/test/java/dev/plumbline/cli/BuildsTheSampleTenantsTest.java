package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.RealKustomize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** {@code plumb build} of everything in {@code tenants/} prints the bytes of the real kustomize. */
final class BuildsTheSampleTenantsTest {
  private static final Path TENANTS = Path.of("../../tenants").toAbsolutePath().normalize();

  @TestFactory
  Stream<DynamicTest> as_kustomize_does() throws IOException {
    return kustomizations().stream()
        .map(
            directory ->
                DynamicTest.dynamicTest(
                    TENANTS.relativize(directory).toString(), () -> isBuiltAlike(directory)));
  }

  private static void isBuiltAlike(Path directory) {
    var ran = Ran.plumb("build", directory);

    assertThat(ran).isEqualTo(new Ran(0, RealKustomize.build(directory), ran.err()));
  }

  private static List<Path> kustomizations() throws IOException {
    try (var files = Files.walk(TENANTS)) {
      var found =
          files.filter(file -> file.endsWith("kustomization.yaml")).map(Path::getParent).toList();
      assertThat(found).hasSizeGreaterThan(8);
      return found;
    }
  }
}
