package dev.plumbline.kustomize;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import dev.plumbline.kustomize.KustomizeOptions.DefaultOrder;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Position;
import dev.plumbline.yaml.ResourceYaml;
import dev.plumbline.yaml.YamlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * The engine. One instance may be used by many threads; builds that share a {@link Memo} parse a
 * file and build a base once for the same content.
 */
public final class Kustomize {
  private static final long DEFAULT_MEMO = 64L << 20;
  private static final Transformer MANAGED_BY =
      new EntriesTransformer(
          Map.of("app.kubernetes.io/managed-by", "kustomize-v5.8.1"),
          new FieldSpecs(List.of(DefaultFields.create(Gvk.ANY, "metadata/labels"))));

  private final KustomizeOptions options;
  private final Memo memo;

  public Kustomize() {
    this(KustomizeOptions.DEFAULT);
  }

  public Kustomize(KustomizeOptions options) {
    this(options, new Memo(DEFAULT_MEMO));
  }

  public Kustomize(KustomizeOptions options, Memo memo) {
    this.options = options;
    this.memo = memo;
  }

  /**
   * Builds the kustomization in a directory of the tree.
   *
   * @throws IOException when the tree cannot be read, which says nothing about its content
   */
  public BuildResult build(FileTree tree, String path) throws IOException {
    return build(tree, path, () -> false);
  }

  /**
   * @param cancelled asked again and again, cheaply; once it is true the build ends
   * @throws CancellationException when it was cancelled
   */
  public BuildResult build(FileTree tree, String path, BooleanSupplier cancelled)
      throws IOException {
    return run(
        tree,
        cancelled,
        (build, reads) -> {
          var target = Target.top(build, top(build, reads, path));
          var into = new Accumulator();
          target.accumulate(into);
          return finished(build, into, target.kustomization());
        });
  }

  /**
   * Builds an overlay that is in no tree, over the kustomization in a directory: that is a base
   * here, which is built once for all overlays of it.
   */
  public BuildResult build(FileTree tree, String path, Overlay overlay, BooleanSupplier cancelled)
      throws IOException {
    return run(
        tree,
        cancelled,
        (build, reads) -> {
          var loader = top(build, reads, path);
          var target = Target.top(build, loader);
          var base = loader.asBase();
          var into = new Accumulator();
          try {
            into.add(new Bases(build, null).base(base, target.origin()));
          } finally {
            reads.include(base.reads());
          }
          new OverlayTarget(build, loader, overlay).accumulate(into);
          return finished(build, into, target.kustomization());
        });
  }

  /**
   * The same over objects that no kustomization names.
   *
   * @param path the directory from which the overlay names its components
   */
  public BuildResult build(
      FileTree tree, String path, List<MapNode> objects, Overlay overlay, BooleanSupplier cancelled)
      throws IOException {
    return run(
        tree,
        cancelled,
        (build, reads) -> {
          var into = new Accumulator();
          into.resources.appendAll(build.made(objects));
          new OverlayTarget(build, top(build, reads, path), overlay).accumulate(into);
          return finished(build, into, null);
        });
  }

  /** What a build does, between the bounds and the answer that all builds have. */
  private interface Recipe {
    List<MapNode> objects(Build build, Reads reads);
  }

  private BuildResult run(FileTree tree, BooleanSupplier cancelled, Recipe recipe)
      throws IOException {
    var reads = new Reads(tree);
    var build = new Build(options, new Budget(options.limits(), cancelled), memo);
    try {
      var objects = recipe.objects(build, reads);
      byte[] bytes = print(build, objects);
      return new Built(bytes, objects, reads.readSet(), List.copyOf(build.warnings));
    } catch (BuildException e) {
      return failed(build, reads, e.where(), e.why());
    } catch (YamlException e) {
      return failed(build, reads, e.where(), e.why());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Loader top(Build build, Reads reads, String path) {
    return Loader.top(build.budget, options, reads, path);
  }

  private static Failed failed(Build build, Reads reads, Position where, String why) {
    return new Failed(
        where.toString().isEmpty() ? why : where + ": " + why,
        Optional.of(where).filter(Position::known),
        reads.readSet(),
        List.copyOf(build.warnings));
  }

  /**
   * @param kustomization the one that decides about order and metadata; null for none
   */
  private List<MapNode> finished(
      Build build, Accumulator accumulator, Kustomization kustomization) {
    Set<String> metadata = kustomization == null ? Set.of() : kustomization.buildMetadata;
    var resources = accumulator.resources;
    Hashes.append(resources);
    NameReferences.fix(resources, accumulator.config);
    build.surprises.inAll(resources);
    accumulator.vars.resolve(resources, accumulator.config.varReference());
    // A var may have taken a name away.
    resources.resources().forEach(r -> ResourceReader.demandNamed(r.body(), r.position()));
    resources.reset(resources.resources().stream().filter(resource -> !isLocal(resource)).toList());
    resources.demandUniqueIds();
    resources.reset(order(kustomization).sorted(resources.resources()));
    if (metadata.contains("managedByLabel")) {
      MANAGED_BY.transform(resources);
    }
    var ordered = resources.resources();
    var objects = new ArrayList<MapNode>(ordered.size());
    for (var resource : ordered) {
      objects.add(finished(withOrigins(resource, metadata)));
    }
    return objects;
  }

  private SortOptions order(Kustomization kustomization) {
    return kustomization != null && kustomization.sortOptions != null
        ? kustomization.sortOptions
        : new SortOptions(options.order() == DefaultOrder.LEGACY, KindOrder.DEFAULT);
  }

  private static Resource withOrigins(Resource resource, Set<String> metadata) {
    var result = resource;
    if (!metadata.contains("originAnnotations")) {
      result = Origin.unmarked(result, Origin.ANNOTATION);
    }
    if (!metadata.contains("transformerAnnotations")) {
      result = Origin.unmarked(result, Origin.TRANSFORMATIONS);
    }
    return result;
  }

  private static boolean isLocal(Resource resource) {
    String local = resource.texts("annotations").get("config.kubernetes.io/local-config");
    return local != null && !local.equals("false");
  }

  private static MapNode finished(Resource resource) {
    try {
      return ResourceYaml.canonical(Patcher.withTextAnnotations(resource.body()));
    } catch (YamlException e) {
      throw new BuildException(e.where(), e.why()).at(resource.position());
    }
  }

  private static byte[] print(Build build, List<MapNode> objects) {
    var out = new StringBuilder();
    for (var object : objects) {
      if (!out.isEmpty()) {
        out.append("---\n");
      }
      ResourceYaml.print(object, out);
      build.budget.demandOutput(out.length());
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }
}
