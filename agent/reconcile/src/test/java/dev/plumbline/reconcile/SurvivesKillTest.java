package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The agent is a process of its own here, and is killed by SIGKILL while it applies. */
final class SurvivesKillTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int ROUNDS = 4;
  private static final int OBJECTS = 60;

  private final Objects app = new Objects(PLANE, "app");
  private Fleet fleet;

  @Test
  void whenever_it_is_killed_nothing_is_lost_leaked_or_touched_that_is_not_ours() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    var data = Files.createTempDirectory("plumbline-killed");
    try {
      PLANE.kubectlWith(app.configMap("foreign", "mine"), "create", "-f", "-");
      String foreign = versionOf("foreign");
      fleet.repository().write("README.md", "fleet").push("Nothing");
      fleet.declare().sync("web", "web", "prune: {budget: \"1000\"}");

      for (int round = 0; round < ROUNDS; round++) {
        push(round);
        Process agent = process(data);
        awaitMidApply(round);
        agent.destroyForcibly().waitFor();
      }
      Process last = process(data);

      Await.until(
          PATIENCE,
          "the last push is live",
          () ->
              fleet
                  .of("web", ".status.revision.applied")
                  .equals("main@sha1:" + fleet.repository().head()));
      Await.until(PATIENCE, "only it is live", () -> live().equals(wanted(ROUNDS - 1)));
      // Beyond that it may name what a dead agent sent and what can still arrive, for 75 s.
      assertThat(recorded()).containsAll(wanted(ROUNDS - 1));
      assertThat(app.value("c1")).isEqualTo("" + (ROUNDS - 1));
      assertThat(versionOf("foreign")).isEqualTo(foreign);

      last.destroyForcibly().waitFor();
    } finally {
      fleet.close();
    }
  }

  // Every round changes all, drops some that the round before had, and brings some anew.
  private void push(int round) {
    if (round > 0) {
      fleet.repository().delete("web");
    }
    for (String name : wanted(round)) {
      fleet.repository().write("web/%s.yaml".formatted(name), app.configMap(name, "" + round));
    }
    fleet.repository().push("Round " + round);
  }

  private static Set<String> wanted(int round) {
    var names = new TreeSet<String>();
    for (int i = 0; i < OBJECTS; i++) {
      names.add(i % 3 == 0 ? "r%d-%d".formatted(round, i) : "c" + i);
    }
    return names;
  }

  // As soon as something of the round is there, or a moment later.
  private void awaitMidApply(int round) {
    Await.until(
        PATIENCE,
        "something of round %d is there".formatted(round),
        () -> live().stream().anyMatch(name -> name.startsWith("r" + round)));
    LockSupport.parkNanos(
        Duration.ofMillis(ThreadLocalRandom.current().nextLong(400)).toNanos() * (round % 2));
  }

  private Set<String> live() {
    var reply =
        PLANE
            .api()
            .get(
                "/api/v1/namespaces/%s/configmaps?labelSelector=plumbline.dev/hub=%s"
                    .formatted(app.namespace(), fleet.namespace()));
    return reply.json().list("items").stream()
        .map(item -> ((MapNode) item).text("metadata", "name").orElseThrow())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  // In the status, or in the Inventory objects it names: what lingers may make more than 100.
  private Set<String> recorded() {
    MapNode inventory = fleet.status("web").map("inventory").orElse(MapNode.EMPTY);
    return Stream.concat(
            inventory.list("entries").stream(),
            inventory.list("head", "chunks").stream().flatMap(this::entriesOf))
        .map(entry -> entry.toString().split("\\|", -1)[3])
        .collect(Collectors.toSet());
  }

  private Stream<Node> entriesOf(Node chunk) {
    String path =
        "/apis/plumbline.dev/v1alpha1/namespaces/%s/inventories/%s"
            .formatted(fleet.namespace(), ((MapNode) chunk).text("name").orElseThrow());
    return PLANE.api().get(path).json().list("spec", "entries").stream();
  }

  private String versionOf(String name) {
    return PLANE
        .api()
        .get(app.path("configmaps", name))
        .json()
        .text("metadata", "resourceVersion")
        .orElseThrow();
  }

  private Process process(Path data) throws IOException {
    var log = data.resolve("agent.log").toFile();
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            AgentMain.class.getName(),
            PLANE.kubeconfigFile().toString(),
            fleet.namespace(),
            data.resolve("clones").toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
        .start();
  }
}
