package dev.plumbline.cli;

import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code plumb suspend}. */
@Command(
    name = "suspend",
    description = {
      "Stops deliveries: nothing is written any more, and drift stays.",
      "A Tenant stands for the Syncs it has now."
    },
    mixinStandardHelpOptions = true)
final class SuspendCommand implements Callable<Integer> {
  static final String MANAGER = "plumb-suspend";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "[KIND] NAME",
      arity = "1..*",
      description = "Syncs; or target/NAME, tenant/NAME.")
  private List<String> words = List.of();

  @Mixin private HubFlags hub;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why, for those who find it stopped.")
  private String reason;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "When it goes on by itself: 2h, or 2026-12-01T08:00:00Z.")
  private String until;

  @Override
  public Integer call() throws IOException {
    Instant end = until == null ? null : end(until, Clock.system().now());
    try (var session = Session.open(hub.cluster)) {
      var stops = Stops.of(words, hub.in(session).namespace(), session);
      if (stops.kind() == ShownKind.TARGETS) {
        refuseForTargets();
        stops.objects().forEach(target -> stop(session, target));
      } else {
        MapNode suspend = suspend(session, end);
        stops.objects().forEach(sync -> stop(session, sync, suspend));
      }
      return ExitCode.GOOD;
    }
  }

  static Instant end(String text, Instant now) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      try {
        return now.plus(new TimeConverter().convert(text));
      } catch (TypeConversionException notThatEither) {
        throw Failure.misused(
            "--until: '%s' is neither a time such as 2026-12-01T08:00:00Z nor a while such as 2h"
                .formatted(text));
      }
    }
  }

  private void refuseForTargets() {
    if (reason != null || until != null) {
      throw Failure.misused(
          "--reason and --until are for Syncs; a Target is suspended until resumed");
    }
  }

  private MapNode suspend(Session session, Instant end) {
    MapNode suspend = MapNode.EMPTY;
    try {
      suspend = suspend.with("by", ScalarNode.of(session.connection().questions().whoAmI()));
    } catch (IOException e) {
      throw session.told(e);
    }
    if (reason != null) {
      suspend = suspend.with("reason", ScalarNode.of(reason));
    }
    return end == null ? suspend : suspend.with("until", ScalarNode.of(end.toString()));
  }

  private void stop(Session session, Name sync, MapNode suspend) {
    var fields = MapNode.EMPTY.with(List.of("spec", "suspend"), suspend);
    new Edits(session, sync.namespace()).set(ShownKind.SYNCS, sync.name(), MANAGER, fields);
    say("Sync %s is suspended%s".formatted(sync.name(), until == null ? "" : " until " + until));
  }

  private void stop(Session session, Name target) {
    var fields = MapNode.EMPTY.with(List.of("spec", "suspend"), ScalarNode.TRUE);
    new Edits(session, target.namespace()).set(ShownKind.TARGETS, target.name(), MANAGER, fields);
    say("Target %s is suspended: nothing is delivered there".formatted(target.name()));
  }

  private void say(String sentence) {
    spec.commandLine().getOut().println(sentence);
  }
}
