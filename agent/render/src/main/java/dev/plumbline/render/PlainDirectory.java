package dev.plumbline.render;

import dev.plumbline.kustomize.BuildResult;
import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.RecordingTree;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Manifests;
import dev.plumbline.yaml.YamlException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A directory without a kustomization file: every manifest in it and below, in the order of the
 * paths, nothing hidden. A directory below that has a kustomization file is built by it.
 */
final class PlainDirectory {
  private static final List<String> MANIFESTS = List.of(".yaml", ".yml", ".json");

  private final FileTree source;
  private final RecordingTree tree;
  private final Kustomize kustomize;
  private final RenderLimits limits;
  private final BooleanSupplier cancelled;
  private final Set<String> visited = new HashSet<>();
  private final List<MapNode> documents = new ArrayList<>();
  private final List<Finding> errors = new ArrayList<>();
  private final List<Finding> notes = new ArrayList<>();
  private ReadSet builds = ReadSet.EMPTY;
  private boolean found;
  private int files;
  private long bytes;

  /**
   * @param tree records what is read of {@code source}
   */
  PlainDirectory(
      FileTree source,
      RecordingTree tree,
      Kustomize kustomize,
      RenderLimits limits,
      BooleanSupplier cancelled) {
    this.source = source;
    this.tree = tree;
    this.kustomize = kustomize;
    this.limits = limits;
    this.cancelled = cancelled;
  }

  /** All documents; what is wrong with some of the files is told at once. */
  List<MapNode> documents(FileTree.Directory directory) throws IOException, Failure {
    visit(directory);
    if (!found && errors.isEmpty()) {
      // An empty directory is a mistake far more often than the wish to delete everything.
      throw new Failure(
          new Position(directory.path(), 0),
          "no manifests here: neither a kustomization nor any .yaml, .yml or .json file");
    }
    if (!errors.isEmpty()) {
      throw new Failure(errors);
    }
    return documents;
  }

  List<Finding> notes() {
    return notes;
  }

  /** What the builds of directories below have read, besides what the tree has recorded. */
  ReadSet builds() {
    return builds;
  }

  private void visit(FileTree.Directory directory) throws IOException, Failure {
    if (!visited.add(directory.path())) {
      error(new Position(directory.path(), 0), "symlinks lead to this directory more than once");
      return;
    }
    for (String name : tree.list(directory).names()) {
      if (name.startsWith(".")) {
        continue;
      }
      Cancelled.check(cancelled);
      String path = Paths.join(directory.path(), name);
      switch (tree.lookup(path)) {
        case FileTree.File file -> {
          if (manifest(name)) {
            read(file);
          }
        }
        case FileTree.Directory below -> enter(below);
        case FileTree.Absent absent -> {
          if (manifest(name)) {
            error(new Position(path, 0), absent.why());
          } else {
            notes.add(new Finding(new Position(path, 0), "left out: " + absent.why()));
          }
        }
      }
    }
  }

  private void enter(FileTree.Directory directory) throws IOException, Failure {
    if (!KustomizationFiles.in(tree, directory.path())) {
      visit(directory);
      return;
    }
    BuildResult result = kustomize.build(source, directory.path(), cancelled);
    builds = builds.and(result.readSet());
    found = true;
    switch (result) {
      case BuildResult.Built built -> add(built.objects(), directory.path());
      case BuildResult.Failed failed -> {
        Finding finding = Findings.of(failed);
        error(finding.where(), finding.sentence());
      }
    }
  }

  private void read(FileTree.File file) throws IOException, Failure {
    var where = new Position(file.path(), 0);
    found = true;
    files++;
    bytes += file.size();
    if (files > limits.files() || bytes > limits.bytes()) {
      throw new Failure(
          where,
          "the directory holds more than %d files or %d bytes"
              .formatted(limits.files(), limits.bytes()));
    }
    try {
      var maps = new ArrayList<MapNode>();
      for (Node document : Manifests.read(tree.read(file), file.path())) {
        switch (document) {
          case MapNode map -> maps.add(map);
          case ScalarNode scalar when scalar.isNull() -> {
            // An empty document.
          }
          default -> error(document.position(), "a document that is no object");
        }
      }
      add(maps, file.path());
    } catch (YamlException e) {
      error(e.where(), e.why());
    } catch (FileTree.Unreadable e) {
      error(where, e.why());
    }
  }

  private void add(List<MapNode> maps, String path) throws Failure {
    documents.addAll(maps);
    if (documents.size() > limits.objects()) {
      throw new Failure(
          new Position(path, 0),
          "the directory holds more than %d objects".formatted(limits.objects()));
    }
  }

  private void error(Position where, String sentence) throws Failure {
    errors.add(new Finding(where, sentence));
    if (errors.size() >= limits.findings()) {
      throw new Failure(errors);
    }
  }

  private static boolean manifest(String name) {
    return MANIFESTS.stream().anyMatch(name::endsWith);
  }
}
