package dev.plumbline.cli;

import dev.plumbline.model.Name;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumb resume}. */
@Command(
    name = "resume",
    description = {
      "Lets deliveries go on, whoever suspended them.",
      "A Tenant stands for the Syncs it has now."
    },
    mixinStandardHelpOptions = true)
final class ResumeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "[KIND] NAME",
      arity = "1..*",
      description = "Syncs; or target/NAME, tenant/NAME.")
  private List<String> words = List.of();

  @Mixin private HubFlags hub;

  @Override
  public Integer call() throws IOException {
    try (var session = Session.open(hub.cluster)) {
      var stops = Stops.of(words, hub.in(session).namespace(), session);
      for (Name name : stops.objects()) {
        resume(new Edits(session, name.namespace()), stops.kind(), name.name());
      }
      return ExitCode.GOOD;
    }
  }

  private void resume(Edits edits, ShownKind kind, String name) {
    if (kind == ShownKind.TARGETS) {
      edits.replace(kind, name, ScalarNode.FALSE, "spec", "suspend");
    } else {
      edits.remove(kind, name, "spec", "suspend");
    }
    spec.commandLine().getOut().printf("%s %s goes on%n", kind.kind(), name);
  }
}
