package dev.plumbline.cli;

import dev.plumbline.apply.Entry;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumb tree}. */
@Command(
    name = "tree",
    description = {
      "Shows the objects of a Sync as they are on its Target now, read as yourself,",
      "with what their controllers made of them."
    },
    mixinStandardHelpOptions = true)
final class TreeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYNC", description = "The Sync.")
  private String name;

  @Mixin private HubFlags hub;

  @Option(
      names = "--target-context",
      paramLabel = "NAME",
      description = "The context that reaches the Target; else the one with its name.")
  private String targetContext;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var session = Session.open(hub.cluster)) {
      var places = hub.in(session);
      MapNode sync = new Edits(session, places.namespace()).get(ShownKind.SYNCS, Asked.sync(name));
      Referred target =
          places.referred(
              ShownKind.TARGETS,
              sync.text("spec", "targetRef", "name").orElse(""),
              places.namespace());
      List<Entry> owned = List.copyOf(Owned.by(sync, session).entries());
      try (var access = TargetAccess.open(session, hub.cluster, targetContext, target)) {
        access.doubt().ifPresent(spec.commandLine().getErr()::println);
        print(sync, owned, new LiveTree(access.session()));
      }
      return ExitCode.GOOD;
    }
  }

  private void print(MapNode sync, List<Entry> owned, LiveTree tree)
      throws IOException, InterruptedException {
    List<LiveTree.Branch> branches = tree.of(owned.stream().map(Entry::key).toList());
    var out = spec.commandLine().getOut();
    out.println(title(sync));
    new TreePrinter(out, Terminal.isColoured()).print(branches);
    Remarks.of(sync).forEach(remark -> out.println("└ " + remark));
    tree.unseen().forEach(spec.commandLine().getErr()::println);
  }

  private static String title(MapNode sync) {
    return "%s → %s   %s   %s   %s"
        .formatted(
            Asked.nameOf(sync),
            sync.text("spec", "targetRef", "name").orElse(""),
            sync.text("status", "revision", "brief").orElse("nothing is live"),
            sync.text("status", "phase").orElse("Pending"),
            sync.text("status", "objects", "summary").orElse("0/0"));
  }
}
