package dev.plumbline.cli;

import dev.plumbline.kustomize.KustomizeOptions;
import dev.plumbline.render.RenderFailed;
import dev.plumbline.render.RenderOutcome;
import dev.plumbline.render.RenderSettings;
import dev.plumbline.render.Rendered;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumb build}. */
@Command(
    name = "build",
    description = {
      "Prints the manifests a directory renders to.",
      "For a kustomization these are the exact bytes of kustomize build."
    },
    mixinStandardHelpOptions = true)
final class BuildCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIRECTORY",
      description = "A kustomization, or a directory of plain manifests.")
  private Path directory;

  @Option(
      names = "--allow-remote",
      description = "Fetch bases and components that are in other Git repositories, too.")
  private boolean remote;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    return switch (outcome(LocalTree.at(directory))) {
      case Rendered rendered -> {
        rendered.findings().forEach(err::println);
        // Read from UTF-8 and written as UTF-8: the very bytes.
        spec.commandLine().getOut().print(new String(rendered.built(), StandardCharsets.UTF_8));
        yield ExitCode.GOOD;
      }
      case RenderFailed failed -> {
        failed.findings().forEach(err::println);
        yield ExitCode.REFUSED;
      }
    };
  }

  private RenderOutcome outcome(LocalTree tree) throws IOException {
    if (!remote) {
      return tree.render();
    }
    try (var remotes = new RemoteTrees()) {
      return tree.render(KustomizeOptions.DEFAULT.with(remotes), RenderSettings.NONE);
    }
  }
}
