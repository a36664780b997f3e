package dev.plumbline.cli;

import dev.plumbline.cli.Awaited.Deadline;
import dev.plumbline.cli.SyncVerdict.Ended;
import dev.plumbline.cli.SyncVerdict.UnderWay;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumb sync}. */
@Command(
    name = "sync",
    description = {
      "Has Syncs look at once: at their repository, and at every object.",
      "With --wait it ends with 0 when they are Ready, with 1 when they will not be by themselves,",
      "and with 3 when the time is over."
    },
    mixinStandardHelpOptions = true)
final class SyncCommand implements Callable<Integer> {
  static final String MANAGER = "plumb-sync";
  private static final String REQUESTED_AT = "plumbline.dev/requested-at";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYNC", arity = "1..*", description = "Syncs; or tenant/NAME.")
  private List<String> words = List.of();

  @Mixin private HubFlags hub;

  @Option(names = "--wait", description = "Wait for what comes of it.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeConverter.class,
      description = "How long to wait; else ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var session = Session.open(hub.cluster);
        var progress = new Progress(spec.commandLine().getErr(), Terminal.isInteractive())) {
      var stops = Stops.of(words, hub.in(session).namespace(), session);
      if (stops.kind() != ShownKind.SYNCS) {
        throw Failure.misused("only Syncs can be asked, or tenant/NAME for all of a Tenant");
      }
      List<MapNode> found = stops.objects().stream().map(name -> read(session, name)).toList();
      List<MapNode> going = found.stream().filter(sync -> !isSuspended(sync)).toList();
      found.stream().filter(SyncCommand::isSuspended).forEach(sync -> tell(sync, progress));
      int code = ask(session, going, progress);
      return going.size() < found.size() ? Math.max(code, ExitCode.REFUSED) : code;
    }
  }

  private int ask(Session session, List<MapNode> going, Progress progress)
      throws InterruptedException {
    Set<Name> repositories = repositories(session, going, progress);
    List<Name> syncs = going.stream().map(Asked::fullNameOf).toList();
    String now = Clock.system().now().toString();
    var deadline = Deadline.in(timeout);
    for (Name repository : repositories) {
      lookAt(session, repository, now, deadline, progress);
    }
    syncs.forEach(sync -> request(session, ShownKind.SYNCS, sync, now));
    if (!wait) {
      syncs.forEach(sync -> say("Sync %s was asked to look now".formatted(sync.name())));
      return ExitCode.GOOD;
    }
    return verdict(session, syncs, now, deadline, progress);
  }

  private static MapNode read(Session session, Name sync) {
    return new Edits(session, sync.namespace()).get(ShownKind.SYNCS, sync.name());
  }

  private static boolean isSuspended(MapNode sync) {
    return sync.map("spec", "suspend").isPresent() && phase(sync).equals("Suspended");
  }

  private void tell(MapNode suspended, Progress progress) {
    String why = Remarks.notReady(suspended).orElse("suspended");
    remark(
        "Sync %s is %s; plumb resume lets it go on".formatted(Asked.nameOf(suspended), why),
        progress);
  }

  private Set<Name> repositories(Session session, List<MapNode> syncs, Progress progress) {
    var places = hub.in(session);
    var repositories = new LinkedHashSet<Name>();
    var hidden = new LinkedHashSet<String>();
    for (MapNode sync : syncs) {
      String beside = Asked.fullNameOf(sync).namespace();
      sync.text("spec", "source", "name")
          .map(source -> places.referred(ShownKind.REPOSITORIES, source, beside))
          .ifPresent(
              source -> {
                switch (source) {
                  case Referred.Seen(var object) -> repositories.add(Asked.fullNameOf(object));
                  case Referred.Hidden(String _, String why) -> hidden.add(why);
                }
              });
    }
    hidden.forEach(why -> notLookedAt(why, progress));
    return repositories;
  }

  private static String phase(MapNode sync) {
    return sync.text("status", "phase").orElse("");
  }

  private static void request(Session session, ShownKind kind, Name name, String when) {
    var fields =
        MapNode.EMPTY.with(List.of("metadata", "annotations", REQUESTED_AT), ScalarNode.of(when));
    new Edits(session, name.namespace()).set(kind, name.name(), MANAGER, fields);
  }

  // Who may not ask the repository still gets what the agent has seen of it.
  private void lookAt(
      Session session, Name repository, String when, Deadline deadline, Progress progress)
      throws InterruptedException {
    try {
      request(session, ShownKind.REPOSITORIES, repository, when);
    } catch (Failure e) {
      notLookedAt(e.getMessage(), progress);
      return;
    }
    if (!wait) {
      return;
    }
    progress.say("%s looks for new commits".formatted(repository.name()));
    try (var watch =
        new Awaited(session, ShownKind.REPOSITORIES, repository.namespace(), deadline)) {
      Optional<MapNode> looked =
          watch.first(
              found ->
                  Asked.nameOf(found).equals(repository.name())
                      && found.text("status", "handled", "requestedAt").orElse("").equals(when));
      if (looked.isEmpty()) {
        throw tooLate("Repository %s did not look%s".formatted(repository.name(), watch.trouble()));
      }
      if (phase(looked.get()).equals("Failed")) {
        throw Failure.refused(
            "Repository %s: %s"
                .formatted(repository.name(), Remarks.notReady(looked.get()).orElse("Failed")));
      }
    }
  }

  private void notLookedAt(String why, Progress progress) {
    remark("the repository is not asked to look: " + why, progress);
  }

  // A line of its own: that of the progress is written over.
  private void remark(String sentence, Progress progress) {
    progress.close();
    spec.commandLine().getErr().println(sentence);
  }

  private int verdict(
      Session session, List<Name> syncs, String when, Deadline deadline, Progress progress)
      throws InterruptedException {
    Map<Name, SyncVerdict> verdicts = new LinkedHashMap<>();
    syncs.forEach(sync -> verdicts.put(sync, new UnderWay(sync.name() + " was asked")));
    for (String namespace : syncs.stream().map(Name::namespace).distinct().toList()) {
      try (var watch = new Awaited(session, ShownKind.SYNCS, namespace, deadline)) {
        while (underWay(verdicts, namespace).isPresent()) {
          Optional<MapNode> sync = watch.next();
          if (sync.isEmpty()) {
            progress.close();
            print(verdicts);
            throw tooLate(underWay(verdicts, namespace).get().sentence() + watch.trouble());
          }
          Name name = new Name(namespace, Asked.nameOf(sync.get()));
          if (verdicts.containsKey(name)) {
            verdicts.put(name, SyncVerdict.of(sync.get(), when));
          }
          underWay(verdicts, namespace).ifPresent(one -> progress.say(one.sentence()));
        }
      }
    }
    progress.close();
    print(verdicts);
    return verdicts.values().stream().allMatch(SyncCommand::isGood)
        ? ExitCode.GOOD
        : ExitCode.REFUSED;
  }

  private static Optional<UnderWay> underWay(Map<Name, SyncVerdict> verdicts, String namespace) {
    return verdicts.entrySet().stream()
        .filter(sync -> sync.getKey().namespace().equals(namespace))
        .map(Map.Entry::getValue)
        .filter(UnderWay.class::isInstance)
        .map(UnderWay.class::cast)
        .findFirst();
  }

  private void print(Map<Name, SyncVerdict> verdicts) {
    for (SyncVerdict verdict : verdicts.values()) {
      if (verdict instanceof Ended(boolean _, String sentence)) {
        say(sentence);
      }
    }
  }

  private static boolean isGood(SyncVerdict verdict) {
    return verdict instanceof Ended(boolean good, String _) && good;
  }

  private Failure tooLate(String sentence) {
    return Failure.unknown(
        "not known within %d s: %s".formatted(timeout.toSeconds(), sentence), null);
  }

  private void say(String sentence) {
    spec.commandLine().getOut().println(sentence);
  }
}
