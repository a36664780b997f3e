package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Dockerfile, against what a build produces and what the Deployment asks for. */
final class PacksWhatIsBuiltTest {
  private static final Path ROOT = Path.of("../..");
  private static final String BUILT = "agent/cli/target/plumb/";

  @Test
  void what_is_copied_is_what_goes_to_the_builder() throws Exception {
    List<String> sent =
        Files.readAllLines(ROOT.resolve(".dockerignore")).stream()
            .filter(line -> line.startsWith("!"))
            .map(line -> line.substring(1))
            .toList();

    assertThat(Files.readAllLines(ROOT.resolve(".dockerignore"))).contains("*");
    assertThat(copies().map(words -> words[0])).containsExactlyElementsOf(sent);
  }

  @Test
  void everything_the_launcher_needs_is_copied_to_where_it_looks() throws Exception {
    assertThat(copies().map(words -> words[0].replace(BUILT, "") + " " + words[1]))
        .containsExactly(
            "bin /opt/plumb/bin", "lib/*.jar /opt/plumb/lib/", "libexec /opt/plumb/libexec");
    assertThat(instruction("ENTRYPOINT")).isEqualTo("[\"/opt/plumb/bin/plumb\"]");
    assertThat(Files.isExecutable(Path.of("src/main/dist/bin/plumb"))).isTrue();
    assertThat(Files.isExecutable(Path.of("src/main/dist/libexec/jdk-home"))).isTrue();
  }

  @Test
  void it_runs_as_the_deployment_says() throws Exception {
    Path file = ROOT.resolve("manifests/install/deployment.yaml");
    MapNode pod =
        ((MapNode) Manifests.read(Files.readString(file), "deployment.yaml").getFirst())
            .map("spec", "template", "spec")
            .orElseThrow();
    var container = (MapNode) pod.list("containers").getFirst();

    assertThat(instruction("USER"))
        .isEqualTo(
            "%s:%s"
                .formatted(
                    pod.text("securityContext", "runAsUser").orElseThrow(),
                    pod.text("securityContext", "runAsGroup").orElseThrow()));
    assertThat(instruction("CMD"))
        .isEqualTo("[\"%s\"]".formatted(container.list("args").getFirst()));
    assertThat(instruction("FROM")).contains(":25-jre");
  }

  private static Stream<String[]> copies() throws IOException {
    return instructions().filter(line -> line.startsWith("COPY ")).map(line -> words(line));
  }

  private static String[] words(String line) {
    return line.substring(5).split(" +", -1);
  }

  private static String instruction(String name) throws IOException {
    return instructions()
        .filter(line -> line.startsWith(name + " "))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 1);
  }

  private static Stream<String> instructions() throws IOException {
    return Files.readAllLines(ROOT.resolve("Dockerfile")).stream();
  }
}
