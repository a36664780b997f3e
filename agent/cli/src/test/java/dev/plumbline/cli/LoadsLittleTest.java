package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people type most answers at once: a JVM that loads what it does not need takes seconds. */
final class LoadsLittleTest {
  private static final List<String> OF_THE_AGENT =
      List.of(
          "io.fabric8.",
          "org.eclipse.jgit.",
          "org.apache.sshd.",
          "org.bouncycastle.",
          "io.micrometer.",
          "ch.qos.logback.",
          "dev.plumbline.hub.",
          "dev.plumbline.reconcile.",
          "dev.plumbline.server.");

  @TempDir private static Path folder;
  private static TestHub hub;

  @BeforeAll
  static void hub() {
    hub = TestHub.in("little");
    hub.create(TestHub.sync("web", "eu-1"));
  }

  @Test
  void get() throws Exception {
    var loaded =
        loadedBy("get", "--kubeconfig", PLANE.kubeconfigFile().toString(), "-n", hub.namespace());

    assertThat(loaded).contains(GetCommand.class.getName());
    assertThat(ofTheAgent(loaded, "org.snakeyaml.engine.v2.comments.")).isEmpty();
  }

  @Test
  void build() throws Exception {
    Files.writeString(
        folder.resolve("kustomization.yaml"), "configMapGenerator: [{name: a, literals: [a=b]}]");

    var loaded = loadedBy("build", folder.toString());

    assertThat(loaded).contains(BuildCommand.class.getName());
    assertThat(ofTheAgent(loaded, "java.net.http.")).isEmpty();
  }

  private static List<String> ofTheAgent(Set<String> loaded, String more) {
    return loaded.stream()
        .filter(type -> type.startsWith(more) || OF_THE_AGENT.stream().anyMatch(type::startsWith))
        .sorted()
        .toList();
  }

  private static Set<String> loadedBy(String... words) throws IOException, InterruptedException {
    Path log = folder.resolve("loaded");
    var command =
        Stream.concat(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:disable",
                "-Xlog:class+load:file=%s:none:filecount=0".formatted(log),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Plumb.class.getName()),
            Stream.of(words));
    var process = new ProcessBuilder(command.toList()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    try (var lines = Files.lines(log)) {
      return lines.map(line -> line.replaceFirst(" .*", "")).collect(Collectors.toSet());
    }
  }
}
