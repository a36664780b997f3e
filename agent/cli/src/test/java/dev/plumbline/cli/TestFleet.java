package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;

import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.reconcile.Agent;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.GitServer;
import dev.plumbline.testkit.GitWorkspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A real agent at work on a {@link TestHub}, which is its target, too. */
final class TestFleet implements AutoCloseable {
  private final TestHub hub;
  private final GitServer git = GitServer.start();
  private final GitWorkspace repository = git.create("fleet");
  private final Connections connections = new Connections("test", Clock.system(), Metrics.none());
  private final Connection connection;
  private final Agent agent;

  private TestFleet(TestHub hub) throws Exception {
    this.hub = hub;
    this.connection =
        connections.open(
            ((Kubeconfig.Reading.Usable) Kubeconfig.read(PLANE.kubeconfig())).kubeconfig());
    hub.create(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: plumbline-hub}, data: {id: %s}}"
            .formatted(hub.namespace()));
    var options =
        new Agent.Options(
            hub.namespace(),
            Optional.empty(),
            false,
            false,
            Files.createTempDirectory("plumbline-cli"),
            "test-0");
    this.agent = Agent.start(connection, connections, options, Clock.system(), Metrics.none());
  }

  static TestFleet in(String hint) throws Exception {
    return new TestFleet(TestHub.in(hint));
  }

  /** A Sync {@code web} of a directory {@code web}, and what it needs. */
  TestFleet deliver() {
    hub.create(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Repository
        metadata: {name: fleet}
        spec: {url: "%s", allowInsecure: true, interval: 1h}
        ---
        """
                .formatted(git.url("fleet"))
            + TestHub.target("local")
            + TestHub.sync("web", "local"));
    return this;
  }

  TestFleet awaitPhase(String phase) {
    Await.until(
        "it is " + phase,
        () -> hub.object("syncs", "web").text("status", "phase").orElse("").equals(phase));
    return this;
  }

  TestHub hub() {
    return hub;
  }

  GitWorkspace repository() {
    return repository;
  }

  Ran plumb(String command, Object... arguments) {
    var words = new ArrayList<Object>(List.of(arguments));
    return hub.plumb(command, words.toArray());
  }

  /** The files as a person has them on their machine. */
  Path files(Path folder, String... filesAndContents) throws Exception {
    Files.createDirectories(folder.resolve(".git"));
    for (int i = 0; i < filesAndContents.length; i += 2) {
      Path file = folder.resolve(filesAndContents[i]);
      Files.createDirectories(file.getParent());
      Files.writeString(file, filesAndContents[i + 1]);
    }
    return folder;
  }

  @Override
  public void close() {
    try {
      agent.stop();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    connection.close();
    connections.close();
    git.close();
  }
}
