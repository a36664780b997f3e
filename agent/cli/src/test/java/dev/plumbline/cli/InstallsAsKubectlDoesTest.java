package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people type: {@code kubectl apply --server-side -k manifests/install}. */
final class InstallsAsKubectlDoesTest {

  @ParameterizedTest
  @ValueSource(strings = {"install", "target", "crds"})
  void a_directory_is_applied_and_applied_again(String name) {
    String directory = directory(name);

    String first = PLANE.kubectl("apply", "--server-side", "--force-conflicts", "-k", directory);
    String again = PLANE.kubectl("apply", "--server-side", "-k", directory);

    long objects = PLANE.kubectl("kustomize", directory).lines().filter("---"::equals).count() + 1;
    assertThat(first.lines()).hasSize((int) objects).allMatch(line -> line.endsWith("applied"));
    assertThat(again).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"install", "target", "crds"})
  void our_own_engine_builds_the_same_bytes(String name) {
    assertThat(Ran.plumb("build", directory(name)).out())
        .isEqualTo(PLANE.kubectl("kustomize", directory(name)));
  }

  private static String directory(String name) {
    return Path.of("../../manifests").resolve(name).toAbsolutePath().normalize().toString();
  }
}
