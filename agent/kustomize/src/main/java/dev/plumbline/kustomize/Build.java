package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What belongs to one build as a whole. */
final class Build {
  final KustomizeOptions options;
  final Budget budget;
  final Memo memo;
  final Types types;
  final Patcher patcher;
  final Surprises surprises;
  final Set<String> warnings = new LinkedHashSet<>();

  /** Directories built so far, for those that are built inside others. */
  final Set<String> roots = new LinkedHashSet<>();

  Build(KustomizeOptions options, Budget budget, Memo memo) {
    this(options, budget, memo, new Types());
  }

  private Build(KustomizeOptions options, Budget budget, Memo memo, Types types) {
    this.options = options;
    this.budget = budget;
    this.memo = memo;
    this.types = types;
    this.surprises = new Surprises(warnings::add);
    this.patcher = new Patcher(types, surprises);
  }

  /** The same build for a base, whose warnings and directories are noted apart. */
  Build inner() {
    return new Build(options, budget, memo, types);
  }

  /** The resources in a file, parsed once for the same content. */
  List<MapNode> resources(Loader.Loaded file) {
    var known = memo.resources(file);
    if (known != null) {
      return known;
    }
    var resources = ResourceReader.read(file.bytes(), file.path());
    memo.put(file, resources);
    return resources;
  }

  List<Resource> made(List<MapNode> bodies) {
    var made = new ArrayList<Resource>(bodies.size());
    bodies.forEach(body -> made.add(OwnNotes.read(body, patcher.scope())));
    types.look(made);
    return made;
  }
}
