package dev.plumbline.reconcile;

import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An agent as a process of its own, to be killed. Its end is that of whoever started it. */
final class AgentMain {
  private AgentMain() {}

  public static void main(String[] arguments) throws Exception {
    var kubeconfig =
        (Kubeconfig.Reading.Usable) Kubeconfig.read(Files.readAllBytes(Path.of(arguments[0])));
    var connections = new Connections("test", Clock.system(), Metrics.none());
    var options =
        new Agent.Options(
            arguments[1],
            Optional.of(arguments[1]),
            false,
            false,
            Path.of(arguments[2]),
            "process");
    Agent.start(
        connections.open(kubeconfig.kubeconfig()),
        connections,
        options,
        Clock.system(),
        Metrics.none());
    ProcessHandle.current().parent().orElseThrow().onExit().join();
    Runtime.getRuntime().halt(1);
  }
}
