package dev.plumbline.cli;

import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.render.RenderFailed;
import dev.plumbline.render.RenderRequest;
import dev.plumbline.render.Rendered;
import dev.plumbline.render.Renderer;
import dev.plumbline.source.local.DirectoryTree;
import dev.plumbline.verify.Unverified;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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

  @Override
  public Integer call() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw Failure.misused("%s is not a directory".formatted(directory));
    }
    Path here = directory.toRealPath();
    Path root = repository(here);
    var local = new Unverified(new DirectoryTree(root));
    PrintWriter err = spec.commandLine().getErr();
    return switch (new Renderer(new Kustomize())
        .render(local, new RenderRequest(path(root, here)))) {
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

  /**
   * What the agent would see as the root: the Git work tree around the directory. Outside of one,
   * everything on this machine, since bases may be anywhere.
   */
  private static Path repository(Path directory) {
    for (Path here = directory; here != null; here = here.getParent()) {
      if (Files.exists(here.resolve(".git"))) {
        return here;
      }
    }
    return directory.getRoot();
  }

  private static String path(Path root, Path directory) {
    return StreamSupport.stream(root.relativize(directory).spliterator(), false)
        .map(Path::toString)
        .collect(Collectors.joining("/"));
  }
}
