package dev.plumbline.render;

import dev.plumbline.kustomize.BuildResult;
import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.FileTree.Absent;
import dev.plumbline.model.FileTree.Directory;
import dev.plumbline.model.FileTree.Entry;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.RecordingTree;
import dev.plumbline.verify.Provenance;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Renders directories. One instance serves all Syncs: what read the same files is rendered once.
 */
public final class Renderer {
  private static final List<String> KUSTOMIZATIONS =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private final Kustomize kustomize;
  private final RenderMemo memo = new RenderMemo();

  public Renderer(Kustomize kustomize) {
    this.kustomize = kustomize;
  }

  /**
   * @throws IOException when the tree cannot be read, which says nothing about its content
   */
  public RenderOutcome render(Provenance provenance, RenderRequest request) throws IOException {
    FileTree tree = provenance.tree();
    var known = memo.find(request, tree);
    if (known.isPresent()) {
      return new Rendered(provenance, known.get());
    }
    var recording = new RecordingTree(tree);
    Entry entry = recording.lookup(request.directory());
    if (!(entry instanceof Directory directory)) {
      return new RenderFailed(notADirectory(request, entry), recording.readSet());
    }
    BuildResult result =
        isKustomization(recording, directory)
            ? kustomize.build(tree, directory.path())
            : plain(recording, directory);
    ReadSet reads = recording.readSet().and(result.readSet());
    return switch (result) {
      case BuildResult.Failed failed -> new RenderFailed(failed.message(), reads);
      case BuildResult.Built built -> delivered(provenance, request, built, reads);
    };
  }

  private RenderOutcome delivered(
      Provenance provenance, RenderRequest request, BuildResult.Built built, ReadSet reads)
      throws IOException {
    try {
      var content = Delivered.of(built, reads);
      memo.put(request, provenance.tree(), content);
      return new Rendered(provenance, content);
    } catch (Delivered.Unusable e) {
      return new RenderFailed(e.getMessage(), reads);
    }
  }

  private BuildResult plain(RecordingTree tree, Directory directory) throws IOException {
    var manifests = PlainDirectory.manifests(tree, directory, Renderer::isKustomization);
    if (manifests.isEmpty()) {
      String where = directory.path().isEmpty() ? "the repository" : directory.path();
      return new BuildResult.Failed(
          where + ": no manifests: neither a kustomization nor any .yaml, .yml or .json file",
          Optional.empty(),
          tree.readSet(),
          List.of());
    }
    return kustomize.build(
        new GeneratedKustomization(tree, directory.path(), manifests), directory.path());
  }

  static boolean isKustomization(FileTree tree, Directory directory) throws IOException {
    for (String name : KUSTOMIZATIONS) {
      if (tree.lookup(PlainDirectory.join(directory.path(), name)) instanceof FileTree.File) {
        return true;
      }
    }
    return false;
  }

  private static String notADirectory(RenderRequest request, Entry entry) {
    return switch (entry) {
      case Absent absent -> "%s: %s".formatted(request.directory(), absent.why());
      case FileTree.File ignored ->
          "%s: is a file, expected a directory".formatted(request.directory());
      case Directory ignored -> throw new IllegalStateException("it is a directory");
    };
  }
}
