package dev.plumbline.cli;

import dev.plumbline.cli.Column.Look;
import dev.plumbline.cli.Printout.Format;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumb get}. */
@Command(
    name = "get",
    description = {
      "Shows the objects of a hub: what is running where, and what is wrong with it.",
      "Kinds are syncs, tenants, targets, environments and repositories."
    },
    mixinStandardHelpOptions = true)
final class GetCommand implements Callable<Integer> {
  private static final int MOST = 50_000;
  private static final Comparator<MapNode> BY_NAME =
      Comparator.comparing((MapNode object) -> object.text("metadata", "namespace").orElse(""))
          .thenComparing(object -> object.text("metadata", "name").orElse(""));

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "[KIND] NAME",
      completionCandidates = KindWords.class,
      description = "A kind, else syncs; then only the objects with these names.")
  private List<String> words = List.of();

  @Mixin private HubFlags hub;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "The objects of all namespaces.")
  private boolean allNamespaces;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "LABELS",
      defaultValue = "",
      description = "Only the objects with these labels: env=prod,region!=eu.")
  private String selector;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}; else ${DEFAULT-VALUE}.")
  private Format format;

  @Option(
      names = {"-w", "--watch"},
      description = "Then show every object that changes, until you stop it.")
  private boolean watch;

  @Override
  public Integer call() throws IOException {
    var asked = Asked.of(words);
    try (var session = Session.open(hub.cluster)) {
      Found found = found(session, asked);
      List<MapNode> objects = chosen(asked, found);
      var out = spec.commandLine().getOut();
      var printout = new Printout(asked.kind(), format, allNamespaces, look(), out);
      if (objects.isEmpty() && printout.tells() && !watch) {
        spec.commandLine()
            .getErr()
            .printf("no %s %s%n", asked.kind().kinds(), where(found.namespace()));
        return ExitCode.GOOD;
      }
      printout.all(objects, asked.names().size() == 1 && !allNamespaces);
      if (watch) {
        new Following(printout, asked, objects, GetCommand::look, spec.commandLine().getErr())
            .untilStopped(session, found.namespace(), selector);
      }
      return ExitCode.GOOD;
    }
  }

  /**
   * @param namespace where they were looked for; empty for everywhere
   */
  private record Found(String namespace, List<MapNode> objects) {}

  // Nobody is asked where the agent is as long as something is in the usual place.
  private Found found(Session session, Asked asked) {
    Places places = hub.in(session);
    String likely = allNamespaces ? "" : places.likely();
    var found = new Found(likely, read(session, asked, likely));
    if (!found.objects().isEmpty() || allNamespaces || places.isSaid()) {
      return found;
    }
    String namespace = places.namespace();
    return namespace.equals(likely) ? found : new Found(namespace, read(session, asked, namespace));
  }

  private List<MapNode> read(Session session, Asked asked, String namespace) {
    try {
      return session.cluster().listBodies(asked.kind().served(), namespace, selector, MOST).stream()
          .map(GetCommand::withoutManagedFields)
          .sorted(BY_NAME)
          .toList();
    } catch (IOException e) {
      throw session.told(e);
    }
  }

  private List<MapNode> chosen(Asked asked, Found found) {
    List<MapNode> objects = found.objects();
    for (String name : asked.names()) {
      if (objects.stream().noneMatch(object -> Asked.nameOf(object).equals(name))) {
        throw Failure.refused(
            "no %s %s %s".formatted(asked.kind().kind(), name, where(found.namespace())));
      }
    }
    return objects.stream().filter(asked::covers).toList();
  }

  static MapNode withoutManagedFields(MapNode object) {
    return object
        .map("metadata")
        .map(metadata -> object.with("metadata", metadata.without("managedFields")))
        .orElse(object);
  }

  private String where(String namespace) {
    return (selector.isEmpty() ? "" : "with the labels %s ".formatted(selector))
        + (allNamespaces ? "in any namespace" : "in namespace " + namespace);
  }

  private static Look look() {
    return new Look(Terminal.isColoured(), Clock.system().now());
  }
}
