package dev.plumbline.kustomize;

import dev.plumbline.kustomize.Kustomization.Entry;
import dev.plumbline.model.Position;
import dev.plumbline.yaml.KustomizationYaml;
import dev.plumbline.yaml.YamlException;
import java.util.ArrayList;
import java.util.List;

/** One kustomization in its directory, and the steps that carry it out. */
final class Target {
  private final Build build;
  private final Loader loader;
  private final Kustomization kustomization;

  /** The directory as it was named on the way from the top; null when nobody asks for origins. */
  private final String origin;

  private Target(Build build, Loader loader, Kustomization kustomization, String origin) {
    this.build = build;
    this.loader = loader;
    this.kustomization = kustomization;
    this.origin = origin;
  }

  static Target load(Build build, Loader loader, String origin) {
    var file = loader.kustomization();
    build.roots.add(loader.root());
    try {
      var node = KustomizationYaml.read(file.bytes(), file.path());
      var kustomization = Kustomization.read(node, file.path(), loader.root());
      build.warnings.addAll(kustomization.warnings);
      chooseTypes(build, loader, kustomization);
      return new Target(build, loader, kustomization, origin);
    } catch (YamlException e) {
      throw new BuildException(e.where(), "invalid Kustomization: yaml: " + e.why());
    }
  }

  private static void chooseTypes(Build build, Loader loader, Kustomization kustomization) {
    String path = kustomization.openapi.getOrDefault("path", "");
    String version = kustomization.openapi.getOrDefault("version", "");
    try {
      // The file is read in any case, and refused when it cannot be.
      var custom = path.isEmpty() ? null : OpenApi.read(loader.load(path));
      if (custom != null && !build.types.isSet() && kustomization.openapi.containsKey("version")) {
        throw new BuildException("builtin version and custom schema provided, cannot use both");
      }
      if (custom == null && !version.isEmpty() && !version.equals("v1.21.2")) {
        throw new BuildException("the specified OpenAPI version is not built in");
      }
      if (custom != null || !version.isEmpty()) {
        build.types.choose(custom);
      }
    } catch (BuildException e) {
      throw e.at(new Position(kustomization.file, 0));
    }
  }

  /** The top one, which says for all below it whether origins are noted. */
  static Target top(Build build, Loader loader) {
    var target = load(build, loader, null);
    return target.kustomization.buildMetadata.isEmpty()
        ? target
        : new Target(build, loader, target.kustomization, "");
  }

  Kustomization kustomization() {
    return kustomization;
  }

  /** The directory as it was named on the way from the top; null when nobody asks for origins. */
  String origin() {
    return origin;
  }

  /** Steps of one layer; a component works on what its parent has. */
  void accumulate(Accumulator into) {
    addResources(into, kustomization.resources);
    addConfig(into);
    generate(into);
    addComponents(into);
    transform(into);
    validate(into);
    for (var named : kustomization.vars) {
      Vars.record(into.resources, named, build.patcher.scope());
      into.vars.add(named);
    }
  }

  private void addConfig(Accumulator into) {
    var config = FieldConfig.DEFAULT;
    if (!kustomization.configurations.isEmpty()) {
      var own = FieldConfig.EMPTY;
      for (var entry : kustomization.configurations) {
        own = own.and(ConfigFiles.configuration(load(entry)).sorted());
      }
      config = config.and(own);
    }
    into.config = into.config.and(config);
    if (!kustomization.crds.isEmpty()) {
      var defined = FieldConfig.EMPTY;
      for (var entry : kustomization.crds) {
        defined = defined.and(ConfigFiles.definitions(load(entry)));
      }
      into.config = into.config.and(defined);
    }
  }

  private Loader.Loaded load(Entry entry) {
    try {
      return loader.load(entry.text());
    } catch (BuildException e) {
      throw e.at(entry.where());
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
    if (loader.fetches(entry.text())) {
      addFetched(into, entry.text());
      return;
    }
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
      into.add(new Bases(build, loader).base(below, originOf(entry.text())));
    } catch (BuildException e) {
      throw e.within("accumulation err='%s'".formatted(noFile.why()));
    } finally {
      loader.reads().include(below.reads());
    }
  }

  // What is read there is no part of this tree.
  private void addFetched(Accumulator into, String url) {
    if (origin != null) {
      throw new BuildException(
          "buildMetadata: [originAnnotations] cannot tell the origin of '%s', which is remote"
              .formatted(url));
    }
    into.add(new Bases(build, loader).base(loader.into(url, true), null));
  }

  // A file that could be read but not understood is what the user meant.
  private static BuildException betterOf(BuildException noFile, BuildException noDirectory) {
    return noFile.where().known()
        ? noFile
        : noDirectory.within("accumulation err='%s'".formatted(noFile.why()));
  }

  private String originOf(String path) {
    return origin == null ? null : Loader.shown(origin, path);
  }

  private void addFile(Accumulator into, String path) {
    var file = loader.load(path);
    var resources = build.made(build.resources(file));
    if (origin != null) {
      resources.replaceAll(Origin.ofFile(originOf(path))::added);
    }
    try {
      into.resources.appendAll(resources);
    } catch (BuildException e) {
      throw e.within("merging resources from '%s'".formatted(path));
    }
  }

  private void generate(Accumulator into) {
    for (var args : kustomization.generators) {
      var generated = Generator.generate(args, loader, build);
      String kind = args.secret() ? "SecretGenerator" : "ConfigMapGenerator";
      absorb(into, generated, origin == null ? null : Origin.builtIn(ownFile(), kind));
    }
    var plugins = new Plugins(build, loader);
    for (var config : configs(kustomization.generatorPlugins)) {
      var generated =
          plugins
              .generate(config)
              .orElseThrow(
                  () ->
                      new BuildException(
                          config.position(),
                          "plugin %s not a generator".formatted(config.originalId())));
      generated.forEach(resource -> absorb(into, resource, originOf(config)));
    }
  }

  private static void absorb(Accumulator into, Resource generated, Origin from) {
    Generator.absorb(into.resources, from == null ? generated : from.mark(generated));
  }

  private String ownFile() {
    String name = kustomization.file.substring(kustomization.file.lastIndexOf('/') + 1);
    return Loader.shown(origin, name);
  }

  private Origin originOf(Resource config) {
    if (origin == null || !Origin.isMarked(config)) {
      return null;
    }
    return Origin.plugin(Origin.pathOf(config), config);
  }

  /** Plugin configs: those written in place first, then those in files and directories. */
  private List<Resource> configs(List<Entry> entries) {
    var accumulator = new Accumulator();
    var paths = new ArrayList<Entry>();
    for (var entry : entries) {
      try {
        int line = Math.max(entry.where().line() - 1, 0);
        var inline = build.made(ResourceReader.read(entry.text(), kustomization.file, line));
        if (origin != null) {
          inline.replaceAll(Origin.ofFile(ownFile())::added);
        }
        accumulator.resources.appendAll(inline);
      } catch (BuildException notInline) {
        paths.add(entry);
      }
    }
    addResources(accumulator, paths);
    return accumulator.resources.resources();
  }

  private void transform(Accumulator into) {
    var steps =
        new ArrayList<>(new Transformers(build, loader, kustomization, into.config).inOrder());
    var plugins = new Plugins(build, loader);
    for (var config : configs(kustomization.transformerPlugins)) {
      steps.add(new Step(config.kind(), config, plugins.transformer(config)));
    }
    for (var step : steps) {
      build.budget.check();
      step.transformer().transform(into.resources);
      if (origin != null) {
        note(into.resources, step);
      }
      into.resources.dropEmpty();
    }
  }

  private void note(ResMap resources, Step step) {
    var by =
        step.config() == null ? Origin.builtIn(ownFile(), step.kind()) : originOf(step.config());
    if (by != null) {
      resources.replaceAll(
          resource ->
              resource.isEmpty()
                  ? resource
                  : Origin.isMarked(resource) ? by.note(resource) : by.mark(resource));
    }
  }

  /** A validator may change nothing but its own label. */
  private void validate(Accumulator into) {
    var plugins = new Plugins(build, loader);
    for (var config : configs(kustomization.validatorPlugins)) {
      var before = into.resources.resources();
      plugins.transformer(config).transform(into.resources);
      var after = into.resources.resources();
      boolean same = before.size() == after.size();
      for (int i = 0; same && i < before.size(); i++) {
        same = withoutLabel(before.get(i)).equals(withoutLabel(after.get(i)));
      }
      if (!same) {
        throw new BuildException(config.position(), "validator shouldn't modify the resource map");
      }
    }
  }

  private static dev.plumbline.model.MapNode withoutLabel(Resource resource) {
    var body = resource.body();
    return body.map("metadata", "labels")
        .map(labels -> body.with(List.of("metadata", "labels"), labels.without("validated-by")))
        .orElse(body);
  }

  private void addComponents(Accumulator into) {
    for (var entry : kustomization.components) {
      try {
        addComponent(build, loader, entry.text(), originOf(entry.text()), into);
      } catch (BuildException e) {
        throw e.at(entry.where()).within("accumulating components");
      }
    }
  }

  static void addComponent(
      Build build, Loader loader, String path, String origin, Accumulator into) {
    Loader below;
    try {
      below = loader.into(path, false);
    } catch (BuildException e) {
      throw e.within("loader.New");
    }
    try {
      var target = load(build, below, origin);
      if (!target.kustomization.kind.equals(Kustomization.COMPONENT)) {
        throw new BuildException(
            new Position(target.kustomization.file, 0),
            "expected kind 'Component' for path '%s' but got '%s'"
                .formatted(below.root(), target.kustomization.kind));
      }
      target.accumulate(into);
      into.resources.demandUniqueIds();
    } catch (BuildException e) {
      throw e.within("accumulateDirectory");
    }
  }
}
