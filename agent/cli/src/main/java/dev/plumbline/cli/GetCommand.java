package dev.plumbline.cli;

import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.Clock;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumb get}. */
@Command(
    name = "get",
    description = "Shows the Syncs of a hub: what is running where, and what is wrong with it.",
    mixinStandardHelpOptions = true)
final class GetCommand implements Callable<Integer> {
  private static final ServedKind SYNC =
      new ServedKind("plumbline.dev", "v1alpha1", "Sync", "syncs", true, Set.of("list"));
  private static final int MOST_SYNCS = 50_000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYNC", description = "Only the Syncs with these names.")
  private List<String> names = List.of();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "How to reach the hub; else $KUBECONFIG, else ~/.kube/config.")
  private Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig; else its current one.")
  private String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      defaultValue = "plumbline-system",
      description = "Where the Syncs are; else ${DEFAULT-VALUE}.")
  private String namespace;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "The Syncs of all namespaces.")
  private boolean allNamespaces;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}; else ${DEFAULT-VALUE}.")
  private Format format;

  /** How the Syncs are printed. */
  enum Format {
    TABLE,
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() throws IOException {
    Kubeconfig hub =
        UserKubeconfig.choose(
            Optional.ofNullable(kubeconfig), Optional.ofNullable(context), System.getenv());
    List<MapNode> syncs = chosen(read(hub));
    PrintWriter out = spec.commandLine().getOut();
    switch (format) {
      case JSON -> out.println(Json.write(ListNode.of(syncs)));
      case TABLE -> {
        if (syncs.isEmpty()) {
          spec.commandLine().getErr().println("no Syncs " + where());
        } else {
          new SyncTable(allNamespaces, Terminal.isColoured(), Clock.system().now())
              .of(syncs)
              .print(out);
        }
      }
    }
    return ExitCode.GOOD;
  }

  private List<MapNode> read(Kubeconfig hub) throws IOException {
    try (var connections =
            new Connections(VersionCommand.version(), Clock.system(), Metrics.none());
        Connection connection = connections.open(hub)) {
      return connection
          .as(new Identity.Agent())
          .listBodies(SYNC, allNamespaces ? "" : namespace, "", MOST_SYNCS);
    } catch (KubeException e) {
      throw told(hub, e);
    }
  }

  private static Failure told(Kubeconfig hub, KubeException e) {
    return switch (e.refusal().cause()) {
      case NO_SUCH_KIND ->
          Failure.refused("%s knows no Syncs: is Plumbline installed there?".formatted(hub));
      case TRANSIENT -> Failure.unknown("%s: %s".formatted(hub, e.getMessage()), e);
      default -> Failure.refused("%s: %s".formatted(hub, e.getMessage()));
    };
  }

  private List<MapNode> chosen(List<MapNode> syncs) {
    if (names.isEmpty()) {
      return syncs;
    }
    for (String name : names) {
      if (syncs.stream().noneMatch(sync -> name(sync).equals(name))) {
        throw Failure.refused("no Sync %s %s".formatted(name, where()));
      }
    }
    return syncs.stream().filter(sync -> names.contains(name(sync))).toList();
  }

  private static String name(MapNode sync) {
    return sync.text("metadata", "name").orElse("");
  }

  private String where() {
    return allNamespaces ? "in any namespace" : "in namespace " + namespace;
  }
}
