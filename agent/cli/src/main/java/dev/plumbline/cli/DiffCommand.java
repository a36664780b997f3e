package dev.plumbline.cli;

import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Inventory;
import dev.plumbline.apply.Marks;
import dev.plumbline.cli.Comparison.Finding;
import dev.plumbline.kustomize.KustomizeOptions;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.render.RenderFailed;
import dev.plumbline.render.RenderSettings;
import dev.plumbline.render.Rendered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumb diff}. */
@Command(
    name = "diff",
    description = {
      "Shows what a delivery of your files would change, by a dry run as yourself.",
      "DIRECTORY: on the cluster of your kubeconfig, or with --target on a Target of the hub.",
      "SYNC: the Sync's directory of the work tree you are in, on the Sync's Target.",
      "Ends with 0 when nothing would change, 1 when something would or is refused, 3 when that",
      "could not be found out."
    },
    mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {
  private static final int MOST = 50_000;
  private static final Name NO_SYNC = new Name("preview", "preview");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIRECTORY|SYNC", description = "What to compare.")
  private String what;

  @Mixin private HubFlags hub;

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "A Target of the hub; the directory's Sync there tells what would be pruned.")
  private String target;

  @Option(
      names = "--target-context",
      paramLabel = "NAME",
      description = "The context that reaches the Target; else the one with its name.")
  private String targetContext;

  @Option(
      names = "--files",
      paramLabel = "DIRECTORY",
      description = "The work tree with the files of a SYNC; else the one you are in.")
  private Path files;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (Files.isDirectory(Path.of(what))) {
      return target == null ? onThisCluster() : ofDirectory();
    }
    if (target != null) {
      throw Failure.misused(
          "%s is not a directory; a Sync names its Target itself".formatted(what));
    }
    return ofSync();
  }

  private int onThisCluster() throws IOException, InterruptedException {
    Optional<Rendered> rendered = rendered(LocalTree.at(Path.of(what)), RenderSettings.NONE);
    if (rendered.isEmpty()) {
      return ExitCode.REFUSED;
    }
    try (var session = Session.open(hub.cluster)) {
      return compare(session, rendered.get(), Optional.empty(), Inventory.EMPTY);
    }
  }

  private int ofDirectory() throws IOException, InterruptedException {
    var tree = LocalTree.at(Path.of(what));
    try (var session = Session.open(hub.cluster)) {
      var edits = new Edits(session, hub.namespace(session));
      Referred found = edits.referred(ShownKind.TARGETS, target);
      Optional<MapNode> sync = syncOf(session, tree.path());
      if (sync.isEmpty()) {
        note(
            "no Sync delivers %s to %s: what would be pruned is not known".formatted(what, target));
      }
      return onTarget(session, found, tree, sync);
    }
  }

  private Optional<MapNode> syncOf(Session session, String path) {
    List<MapNode> syncs;
    try {
      syncs =
          session
              .cluster()
              .listBodies(ShownKind.SYNCS.served(), hub.namespace(session), "", MOST)
              .stream()
              .filter(sync -> sync.text("spec", "targetRef", "name").orElse("").equals(target))
              .filter(sync -> normal(sync.text("spec", "path").orElse(".")).equals(path))
              .toList();
    } catch (IOException e) {
      throw session.told(e);
    }
    if (syncs.size() > 1) {
      throw Failure.refused(
          "Syncs %s all deliver %s to %s; name one"
              .formatted(
                  String.join(", ", syncs.stream().map(Asked::nameOf).toList()), what, target));
    }
    return syncs.stream().findFirst();
  }

  private static String normal(String path) {
    String plain = Path.of(path).normalize().toString();
    return plain.equals(".") ? "" : plain;
  }

  private int ofSync() throws IOException, InterruptedException {
    Path root = Optional.ofNullable(files).orElse(Path.of(""));
    Path workTree =
        LocalTree.workTree(root)
            .orElseThrow(
                () ->
                    Failure.misused(
                        ("no directory %s, and no Git work tree is here to compare a Sync with; go"
                                + " into a clone of its repository, or give --files")
                            .formatted(what)));
    String named = Asked.sync(what);
    try (var session = Session.open(hub.cluster)) {
      var edits = new Edits(session, hub.namespace(session));
      MapNode sync = edits.get(ShownKind.SYNCS, named);
      Path directory = workTree.resolve(normal(sync.text("spec", "path").orElse(".")));
      if (!Files.isDirectory(directory)) {
        throw Failure.refused(
            "Sync %s delivers %s, which is not in %s"
                .formatted(named, sync.text("spec", "path").orElse("."), workTree));
      }
      String name = sync.text("spec", "targetRef", "name").orElse("");
      return onTarget(
          session,
          edits.referred(ShownKind.TARGETS, name),
          LocalTree.at(directory),
          Optional.of(sync));
    }
  }

  private int onTarget(Session session, Referred found, LocalTree tree, Optional<MapNode> sync)
      throws IOException, InterruptedException {
    RenderSettings settings = sync.map(SyncSettings::of).orElse(RenderSettings.NONE);
    Optional<Rendered> rendered = rendered(tree, settings);
    if (rendered.isEmpty()) {
      return ExitCode.REFUSED;
    }
    Inventory owned = sync.isPresent() ? Owned.by(sync.get(), session) : Inventory.EMPTY;
    try (var access = TargetAccess.open(session, hub.cluster, targetContext, found)) {
      access.doubt().ifPresent(this::note);
      return compare(access.session(), rendered.get(), sync, owned);
    }
  }

  private Optional<Rendered> rendered(LocalTree tree, RenderSettings settings) throws IOException {
    return switch (tree.render(KustomizeOptions.DEFAULT, settings)) {
      case Rendered rendered -> {
        rendered.findings().forEach(finding -> note(finding.toString()));
        yield Optional.of(rendered);
      }
      case RenderFailed failed -> {
        failed.findings().forEach(finding -> note(finding.toString()));
        yield Optional.empty();
      }
    };
  }

  private int compare(Session on, Rendered rendered, Optional<MapNode> sync, Inventory owned)
      throws IOException, InterruptedException {
    Name name = sync.map(Asked::fullNameOf).orElse(NO_SYNC);
    var comparison = new Comparison(on, name);
    var findings = new ArrayList<Finding>();
    try (var progress = new Progress(spec.commandLine().getErr(), Terminal.isInteractive())) {
      if (Terminal.isInteractive()) {
        progress.say("comparing %d objects".formatted(rendered.delivered().size()));
      }
      Desired desired = desired(on, rendered, name);
      findings.addAll(comparison.of(desired));
      if (sync.isPresent()) {
        findings.addAll(comparison.prunes(owned, desired, Pruning.of(sync.get())));
      }
    }
    var summary = new Summary();
    var printer = new DiffPrinter(spec.commandLine().getOut(), Terminal.isColoured());
    findings.forEach(finding -> summary.tell(finding, printer));
    summary.sentence().ifPresent(spec.commandLine().getOut()::println);
    return summary.sentence().isPresent() ? ExitCode.REFUSED : ExitCode.GOOD;
  }

  // The marks of a delivery are not compared; so any will do.
  private static Desired desired(Session on, Rendered rendered, Name sync) {
    var marks = new Marks("preview", sync);
    try {
      return new Desires(on.cluster().discovery(), marks)
          .of(
              rendered.delivered().stream()
                  .map(
                      object -> new Desires.Source(object.body(), object.where(), object.ignored()))
                  .toList());
    } catch (IOException e) {
      throw on.told(e);
    }
  }

  private void note(String sentence) {
    spec.commandLine().getErr().println(sentence);
  }

  /** Counts what would be done, while it is printed. */
  private static final class Summary {
    private int changed;
    private int created;
    private int pruned;
    private int refused;

    void tell(Finding finding, DiffPrinter printer) {
      switch (finding) {
        case Finding.Same() -> {
          // Quiet when all is well.
        }
        case Finding.Changed(var key, var changes) -> {
          changed++;
          printer.changed(key, changes);
        }
        case Finding.Created(var key, String remark) -> {
          created++;
          printer.created(key, remark);
        }
        case Finding.Pruned(var key) -> {
          pruned++;
          printer.pruned(key, "prune");
        }
        case Finding.Kept(var key, String why) -> printer.kept(key, why);
        case Finding.LeftAlone(var key, String because) -> printer.leftAlone(key, because);
        case Finding.Refused(var key, String why) -> {
          refused++;
          printer.refused(key, why);
        }
      }
    }

    Optional<String> sentence() {
      var parts = new ArrayList<String>();
      add(parts, changed, "to change");
      add(parts, created, "to create");
      add(parts, pruned, "to prune");
      add(parts, refused, "refused");
      return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
    }

    private static void add(List<String> parts, int count, String what) {
      if (count > 0) {
        parts.add(count + " " + what);
      }
    }
  }
}
