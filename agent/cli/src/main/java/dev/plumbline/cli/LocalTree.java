package dev.plumbline.cli;

import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.kustomize.KustomizeOptions;
import dev.plumbline.render.RenderOutcome;
import dev.plumbline.render.RenderRequest;
import dev.plumbline.render.RenderSettings;
import dev.plumbline.render.Renderer;
import dev.plumbline.source.local.DirectoryTree;
import dev.plumbline.verify.Unverified;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Files of this machine as the agent would see them: what is the root, and where in it we are.
 *
 * @param root the Git work tree; outside of one everything on this machine, since bases may be
 *     anywhere
 * @param path of the directory below the root; empty for the root
 */
record LocalTree(Path root, String path) {

  static LocalTree at(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw Failure.misused("%s is not a directory".formatted(directory));
    }
    Path here = directory.toRealPath();
    Path root = workTree(here).orElse(here.getRoot());
    return new LocalTree(root, path(root, here));
  }

  /** The Git work tree around a directory; empty outside of one. */
  static Optional<Path> workTree(Path directory) {
    for (Path here = directory.toAbsolutePath(); here != null; here = here.getParent()) {
      if (Files.exists(here.resolve(".git"))) {
        return Optional.of(here);
      }
    }
    return Optional.empty();
  }

  RenderOutcome render() throws IOException {
    return render(KustomizeOptions.DEFAULT, RenderSettings.NONE);
  }

  RenderOutcome render(KustomizeOptions options, RenderSettings settings) throws IOException {
    return new Renderer(new Kustomize(options))
        .render(new Unverified(new DirectoryTree(root)), new RenderRequest(path, settings));
  }

  private static String path(Path root, Path directory) {
    return StreamSupport.stream(root.relativize(directory).spliterator(), false)
        .map(Path::toString)
        .collect(Collectors.joining("/"));
  }
}
