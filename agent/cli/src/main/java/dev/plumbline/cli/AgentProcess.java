package dev.plumbline.cli;

import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.Agent;
import dev.plumbline.server.AgentServer;
import dev.plumbline.server.HealthPages;
import dev.plumbline.server.HookKey;
import dev.plumbline.server.HookType;
import dev.plumbline.server.PrometheusMetrics;
import dev.plumbline.server.Webhooks;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent and its two doors as one process, from start to SIGTERM. */
final class AgentProcess {
  private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);
  // Kubernetes is told five seconds; the rest is for the JVM to go.
  private static final Duration PATIENCE = Duration.ofMillis(4_500);
  private static final Duration MEASURED_EVERY = Duration.ofSeconds(5);

  private final Agent.Options options;
  private final InetSocketAddress healthAt;
  private final InetSocketAddress hooksAt;
  private final Clock clock = Clock.system();
  private volatile Agent agent;

  AgentProcess(Agent.Options options, InetSocketAddress healthAt, InetSocketAddress hooksAt) {
    this.options = options;
    this.healthAt = healthAt;
    this.hooksAt = hooksAt;
  }

  /** How the hub is reached. */
  interface Hub {
    Connection open(Connections connections) throws IOException;
  }

  /** Returns only by an exception: a signal ends the process. */
  void run(Hub hub) throws IOException, InterruptedException {
    var leaving = new Thread(this::leave, "leave");
    Runtime.getRuntime().addShutdownHook(leaving);
    try (var metrics = new PrometheusMetrics();
        var health = AgentServer.start(healthAt, new HealthPages(this::missing, metrics));
        var connections = new Connections(VersionCommand.version(), clock, metrics);
        var connection = hub.open(connections)) {
      LOG.info("plumb {} starts, health at {}", VersionCommand.version(), health.address());
      agent = Agent.start(connection, connections, options, clock, metrics);
      try (var hooks =
          AgentServer.start(hooksAt, new Webhooks(this::key, agent::pushed, metrics))) {
        LOG.info("taking webhooks at {}", hooks.address());
        measureForEver(metrics);
      }
    } catch (IOException | RuntimeException e) {
      Runtime.getRuntime().removeShutdownHook(leaving);
      throw e;
    }
  }

  private void measureForEver(Metrics metrics) throws InterruptedException {
    var never = new CountDownLatch(1);
    do {
      agent
          .depths()
          .forEach((queue, depth) -> metrics.gauge("plumbline_queue_names", depth, "queue", queue));
    } while (!never.await(MEASURED_EVERY.toSeconds(), TimeUnit.SECONDS));
  }

  private Optional<String> missing() {
    return agent == null ? Optional.of("the hub has not been read yet") : Optional.empty();
  }

  private Optional<HookKey> key(Name repository) {
    try {
      return agent
          .webhookKey(repository)
          .map(key -> new HookKey(HookType.valueOf(key.type()), key.token()));
    } catch (IOException e) {
      LOG.warn("no webhook of {} can be checked now: {}", repository, e.getMessage());
      return Optional.empty();
    }
  }

  private void leave() {
    LOG.info("told to stop");
    try {
      var stopping = Thread.ofPlatform().name("stop").daemon().start(this::stop);
      if (!stopping.join(PATIENCE)) {
        LOG.warn("not everything could be ended in time; it is read back at the next start");
      }
    } catch (InterruptedException e) {
      LOG.warn("interrupted while stopping");
    }
    LOG.info("stopped");
    // After a signal the JVM ends with 143, whatever its hooks do; halt alone ends it with 0.
    Runtime.getRuntime().halt(ExitCode.GOOD);
  }

  private void stop() {
    try {
      if (agent != null) {
        agent.stop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
