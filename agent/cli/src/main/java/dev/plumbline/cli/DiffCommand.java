package dev.plumbline.cli;

import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Marks;
import dev.plumbline.kustomize.KustomizeOptions;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.render.RenderFailed;
import dev.plumbline.render.RenderSettings;
import dev.plumbline.render.Rendered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Option(
      names = "--repository",
      paramLabel = "NAME",
      description = "The Repository of the directory's Sync, where several deliver its path.")
  private String repository;

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
      return compare(session, rendered.get());
    }
  }

  private int ofDirectory() throws IOException, InterruptedException {
    var tree = LocalTree.at(Path.of(what));
    try (var session = Session.open(hub.cluster)) {
      Places places = hub.in(session);
      Optional<MapNode> sync = new SyncOf(places, repository).directory(tree, target, what);
      String beside = sync.map(Asked::fullNameOf).map(Name::namespace).orElse(places.namespace());
      Referred found = places.referred(ShownKind.TARGETS, target, beside);
      if (sync.isEmpty()) {
        note(
            "no Sync delivers %s to %s: what would be pruned is not known".formatted(what, target));
      }
      return new OnTarget(session, places, found).compare(tree, sync);
    }
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
      Places places = hub.in(session);
      MapNode sync = new Edits(session, places.namespace()).get(ShownKind.SYNCS, named);
      Path directory = workTree.resolve(SyncOf.normal(sync.text("spec", "path").orElse(".")));
      if (!Files.isDirectory(directory)) {
        throw Failure.refused(
            "Sync %s delivers %s, which is not in %s"
                .formatted(named, sync.text("spec", "path").orElse("."), workTree));
      }
      String name = sync.text("spec", "targetRef", "name").orElse("");
      Referred found = places.referred(ShownKind.TARGETS, name, places.namespace());
      return new OnTarget(session, places, found)
          .compare(LocalTree.at(directory), Optional.of(sync));
    }
  }

  /** A Target as a Sync's, or a directory's, place. */
  private final class OnTarget {
    private final Session session;
    private final Places places;
    private final Referred target;

    OnTarget(Session session, Places places, Referred target) {
      this.session = session;
      this.places = places;
      this.target = target;
    }

    int compare(LocalTree tree, Optional<MapNode> sync) throws IOException, InterruptedException {
      RenderSettings settings = sync.map(SyncSettings::of).orElse(RenderSettings.NONE);
      Optional<Rendered> rendered = rendered(tree, settings);
      if (rendered.isEmpty()) {
        return ExitCode.REFUSED;
      }
      try (var access = TargetAccess.open(session, hub.cluster, targetContext, target)) {
        access.doubt().ifPresent(DiffCommand.this::note);
        if (sync.isEmpty()) {
          return DiffCommand.this.compare(access.session(), rendered.get());
        }
        Foresight foresight =
            new Foreseeing(session, places, DiffCommand.this::note)
                .of(sync.get(), target, access.session());
        return told(
            rendered.get(), () -> foresight.of(rendered.get(), tree.root(), access.session()));
      }
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

  // Whose the objects are is no question where no Sync is known.
  private int compare(Session on, Rendered rendered) throws IOException, InterruptedException {
    return told(
        rendered,
        () ->
            new Foresight.Seen(
                new Comparison(on, true).of(desired(on, rendered)), Optional.empty()));
  }

  // The marks of a delivery are not compared; so any will do.
  private static Desired desired(Session on, Rendered rendered) {
    try {
      return new Desires(on.cluster().discovery(), new Marks("preview", NO_SYNC))
          .of(sourcesOf(rendered));
    } catch (IOException e) {
      throw on.told(e);
    }
  }

  static List<Desires.Source> sourcesOf(Rendered rendered) {
    return rendered.delivered().stream()
        .map(object -> new Desires.Source(object.body(), object.where(), object.ignored()))
        .toList();
  }

  private interface Looking {
    Foresight.Seen look() throws IOException, InterruptedException;
  }

  private int told(Rendered rendered, Looking looking) throws IOException, InterruptedException {
    Foresight.Seen seen;
    try (var progress = new Progress(spec.commandLine().getErr(), Terminal.isInteractive())) {
      if (Terminal.isInteractive()) {
        progress.say("comparing %d objects".formatted(rendered.delivered().size()));
      }
      seen = looking.look();
    }
    var out = spec.commandLine().getOut();
    var summary = new DiffSummary(new DiffPrinter(out, Terminal.isColoured()));
    seen.findings().forEach(summary::tell);
    summary.sentence().ifPresent(out::println);
    seen.held().ifPresent(out::println);
    return summary.sentence().isPresent() ? ExitCode.REFUSED : ExitCode.GOOD;
  }

  private void note(String sentence) {
    spec.commandLine().getErr().println(sentence);
  }
}
