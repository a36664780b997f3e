package dev.plumbline.cli;

import ch.qos.logback.classic.Level;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.reconcile.Agent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plumb agent}. */
@Command(
    name = "agent",
    description = {
      "Runs the agent: keeps the targets of a hub true to its repositories until it is stopped.",
      "SIGTERM ends it with exit code 0 within five seconds."
    },
    mixinStandardHelpOptions = true)
final class AgentCommand implements Callable<Integer> {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "How to reach the hub; else the cluster this runs in.")
  private Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig; else its current one.")
  private String context;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      defaultValue = "plumbline-system",
      description = "Where the agent's own objects are; else ${DEFAULT-VALUE}.")
  private String namespace;

  @Option(
      names = "--hub-id",
      paramLabel = "ID",
      description =
          "The id of this installation, which marks what it delivers; else that of the ConfigMap"
              + " plumbline-hub, made once.")
  private String hubId;

  @Option(
      names = "--data-dir",
      paramLabel = "DIRECTORY",
      defaultValue = "/var/lib/plumbline",
      description = "Where clones of repositories are kept; else ${DEFAULT-VALUE}.")
  private Path data;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1:8080",
      converter = AddressConverter.class,
      description = "Where webhooks are taken; else ${DEFAULT-VALUE}.")
  private InetSocketAddress listen;

  @Option(
      names = "--health",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1:8081",
      converter = AddressConverter.class,
      description = "Where /healthz, /readyz and /metrics are served; else ${DEFAULT-VALUE}.")
  private InetSocketAddress health;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "INFO",
      description = "${COMPLETION-CANDIDATES}; else ${DEFAULT-VALUE}.")
  private Verbosity verbosity;

  @ArgGroup private Trust trust = new Trust();

  /** What becomes of repositories that say nothing about trust. */
  static final class Trust {
    @Option(
        names = "--require-trust",
        description = "Refuse repositories without trust. This is the default.")
    private boolean required;

    @Option(
        names = "--allow-untrusted",
        description = "Deliver from repositories without trust, too. For trying things out.")
    private boolean untrusted;

    boolean isRequired() {
      return required || !untrusted;
    }
  }

  @ArgGroup private Tenancy tenancy = new Tenancy();

  /** What becomes of Syncs that name no Tenant. */
  static final class Tenancy {
    @Option(
        names = "--require-tenant",
        description = "Refuse Syncs without a Tenant. This is the default.")
    private boolean required;

    @Option(
        names = "--allow-untenanted",
        description =
            "Deliver Syncs without a Tenant, too, with all the rights the agent has on the target."
                + " Whoever may write Syncs has them then.")
    private boolean untenanted;

    boolean isRequired() {
      return required || !untenanted;
    }
  }

  /** How much is logged. */
  enum Verbosity {
    DEBUG,
    INFO,
    WARN,
    ERROR
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logs.atLevel(Level.valueOf(verbosity.name()));
    Files.createDirectories(data);
    var options =
        new Agent.Options(
            namespace,
            Optional.ofNullable(hubId),
            trust.isRequired(),
            tenancy.isRequired(),
            data,
            instance());
    new AgentProcess(options, health, listen).run(this::hub);
    return ExitCode.GOOD;
  }

  private Connection hub(Connections connections) throws IOException {
    return kubeconfig == null
        ? connections.openInCluster()
        : connections.open(UserKubeconfig.ofAgent(kubeconfig, Optional.ofNullable(context)));
  }

  // Kubernetes names a Pod's host after the Pod.
  private static String instance() {
    return Optional.ofNullable(System.getenv("HOSTNAME"))
        .filter(name -> !name.isEmpty())
        .orElse("plumb");
  }
}
