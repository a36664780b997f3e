package dev.plumbline.kustomize;

import dev.plumbline.kustomize.Kustomization.Entry;
import dev.plumbline.model.Position;
import dev.plumbline.yaml.KustomizationYaml;
import dev.plumbline.yaml.YamlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;

/** One kustomization in its directory, and the steps that carry it out. */
final class Target {
  private final Build build;
  private final Loader loader;
  private final Kustomization kustomization;

  private Target(Build build, Loader loader, Kustomization kustomization) {
    this.build = build;
    this.loader = loader;
    this.kustomization = kustomization;
  }

  static Target load(Build build, Loader loader) {
    var file = loader.kustomization();
    build.roots.add(loader.root());
    try {
      var node = KustomizationYaml.read(file.bytes(), file.path());
      var kustomization = Kustomization.read(node, file.path(), loader.root());
      build.warnings.addAll(kustomization.warnings);
      return new Target(build, loader, kustomization);
    } catch (YamlException e) {
      throw new BuildException(e.where(), "invalid Kustomization: yaml: " + e.why());
    }
  }

  Kustomization kustomization() {
    return kustomization;
  }

  /** Steps of one layer; a component works on what its parent has. */
  void accumulate(Accumulator into) {
    addResources(into, kustomization.resources);
    into.config = into.config.and(FieldConfig.DEFAULT);
    for (var args : kustomization.generators) {
      Generator.absorb(into.resources, Generator.generate(args, loader, build.patcher.scope()));
    }
    addComponents(into);
    for (var transformer : new Transformers(build, loader, kustomization, into.config).inOrder()) {
      build.budget.check();
      transformer.transform(into.resources);
      into.resources.dropEmpty();
    }
  }

  private void addResources(Accumulator into, List<Entry> entries) {
    for (var entry : entries) {
      try {
        addResource(into, entry);
      } catch (BuildException e) {
        throw e.at(entry.where()).within("accumulating resources");
      }
      build.budget.demandResources(into.resources.size());
    }
  }

  /** A file if it is one; else a directory, and both reasons are told when it is neither. */
  private void addResource(Accumulator into, Entry entry) {
    BuildException noFile;
    try {
      addFile(into, entry.text());
      return;
    } catch (BuildException e) {
      noFile = e.within("accumulating resources from '%s'".formatted(entry.text()));
    }
    Loader below;
    try {
      below = loader.into(entry.text(), true);
    } catch (BuildException e) {
      throw Loader.isRemote(entry.text()) ? e : betterOf(noFile, e);
    }
    try {
      into.add(base(below));
    } catch (BuildException e) {
      throw e.within("accumulation err='%s'".formatted(noFile.why()));
    } finally {
      loader.reads().include(below.reads());
    }
  }

  // A file that could be read but not understood is what the user meant.
  private static BuildException betterOf(BuildException noFile, BuildException noDirectory) {
    return noFile.where().known()
        ? noFile
        : noDirectory.within("accumulation err='%s'".formatted(noFile.why()));
  }

  private void addFile(Accumulator into, String path) {
    var file = loader.load(path);
    var resources = build.made(build.resources(file));
    try {
      into.resources.appendAll(resources);
    } catch (BuildException e) {
      throw e.within("merging resources from '%s'".formatted(path));
    }
  }

  /** A base on its own, from the memo where it was built before. */
  private Accumulator.Base base(Loader below) {
    var key = new Memo.BaseKey(below.root(), below.rootId(), build.options);
    var known = build.memo.base(key);
    if (known != null && fits(known, below)) {
      known.roots().forEach(loader::refuseCycle);
      build.budget.spend(known.files(), known.bytes());
      build.warnings.addAll(known.warnings());
      build.roots.addAll(known.roots());
      below.reads().include(known.found(), known.readSet());
      return known.base();
    }
    return built(below, key);
  }

  private static boolean fits(Memo.BuiltBase known, Loader below) {
    try {
      return known.fits(below.reads().tree());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Accumulator.Base built(Loader below, Memo.BaseKey key) {
    int files = build.budget.files();
    long bytes = build.budget.bytes();
    var inner = build.inner();
    var target = load(inner, below);
    if (target.kustomization.kind.equals(Kustomization.COMPONENT)) {
      throw new BuildException(
          new Position(target.kustomization.file, 0),
          "expected kind != 'Component' for path '%s'".formatted(below.root()));
    }
    var accumulator = new Accumulator();
    try {
      target.accumulate(accumulator);
    } catch (BuildException e) {
      throw e.within("recursed accumulation of path '%s'".formatted(below.root()));
    }
    var base = accumulator.finished();
    build.warnings.addAll(inner.warnings);
    build.roots.addAll(inner.roots);
    build.memo.put(
        key,
        new Memo.BuiltBase(
            base,
            below.reads().found(),
            below.reads().readSet(),
            Set.copyOf(inner.roots),
            List.copyOf(inner.warnings),
            build.budget.files() - files,
            build.budget.bytes() - bytes,
            new WeakReference<>(below.reads().tree())));
    return base;
  }

  private void addComponents(Accumulator into) {
    for (var entry : kustomization.components) {
      try {
        addComponent(into, entry);
      } catch (BuildException e) {
        throw e.at(entry.where()).within("accumulating components");
      }
    }
  }

  private void addComponent(Accumulator into, Entry entry) {
    Loader below;
    try {
      below = loader.into(entry.text(), false);
    } catch (BuildException e) {
      throw e.within("loader.New");
    }
    try {
      var target = load(build, below);
      if (!target.kustomization.kind.equals(Kustomization.COMPONENT)) {
        throw new BuildException(
            new Position(target.kustomization.file, 0),
            "expected kind 'Component' for path '%s' but got '%s'"
                .formatted(below.root(), target.kustomization.kind));
      }
      target.accumulate(into);
    } catch (BuildException e) {
      throw e.within("accumulateDirectory");
    }
  }
}
