package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent as a process of its own, from start to SIGTERM. */
final class AgentStopsWhenToldTest {
  private static final String CRDS = Path.of("../../manifests/crds").toAbsolutePath().toString();

  @TempDir private Path data;

  @Test
  void with_exit_code_0_within_five_seconds() throws Exception {
    var hub = ControlPlane.shared();
    hub.kubectl("apply", "--server-side", "-k", CRDS);
    hub.kubectl("wait", "--for=condition=Established", "customresourcedefinitions", "--all");
    var agent =
        start(
            "--kubeconfig", hub.kubeconfigFile().toString(),
            "--namespace", hub.namespace("stopped"),
            "--data-dir", data.toString(),
            "--listen", "127.0.0.1:0",
            "--health", "127.0.0.1:0");
    try (var log = agent.errorReader(StandardCharsets.UTF_8)) {
      assertThat(untilItSays("taking webhooks", log))
          .isNotEmpty()
          .allMatch(AgentStopsWhenToldTest::isJson);

      agent.toHandle().destroy(); // SIGTERM, and its log stays readable

      assertThat(agent.waitFor(5, TimeUnit.SECONDS)).isTrue();
      assertThat(agent.exitValue()).isZero();
      assertThat(log.lines().toList()).last().asString().contains("stopped");
    } finally {
      agent.destroyForcibly();
    }
  }

  @Test
  void a_hub_that_is_away_ends_it_with_a_sentence() throws Exception {
    var kubeconfig = data.resolve("config");
    Files.writeString(
        kubeconfig,
        """
        current-context: here
        contexts: [{name: here, context: {cluster: here, user: me}}]
        clusters: [{name: here, cluster: {server: "https://127.0.0.1:1"}}]
        users: [{name: me, user: {token: t}}]
        """);
    var agent =
        start(
            "--kubeconfig",
            kubeconfig.toString(),
            "--data-dir",
            data.toString(),
            "--listen",
            "127.0.0.1:0",
            "--health",
            "127.0.0.1:0");
    try (var log = agent.errorReader(StandardCharsets.UTF_8)) {
      List<String> lines = log.lines().toList();

      assertThat(agent.waitFor()).isEqualTo(ExitCode.COULD_NOT_FIND_OUT);
      assertThat(lines).last().asString().startsWith("plumb: ").contains("127.0.0.1:1");
    } finally {
      agent.destroyForcibly();
    }
  }

  private static Process start(String... options) throws IOException {
    var command =
        Stream.concat(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Plumb.class.getName(),
                "agent"),
            Stream.of(options));
    return new ProcessBuilder(command.toList()).start();
  }

  private static List<String> untilItSays(String text, BufferedReader log) {
    var lines = new ArrayList<String>();
    for (var line : (Iterable<String>) log.lines()::iterator) {
      lines.add(line);
      if (line.contains(text)) {
        return lines;
      }
    }
    throw new AssertionError("it ended before it said '%s': %s".formatted(text, lines));
  }

  private static boolean isJson(String line) {
    return line.startsWith("{\"timestamp\":") && line.endsWith("}");
  }
}
