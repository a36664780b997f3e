package dev.plumbline.render;

import dev.plumbline.kustomize.BuildResult;
import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.kustomize.Overlay;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Position;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.RecordingTree;
import dev.plumbline.render.Rendered.Product;
import dev.plumbline.verify.Provenance;
import dev.plumbline.yaml.ResourceYaml;
import dev.plumbline.yaml.YamlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Renders paths of trees. One instance serves all threads and remembers: where everything that was
 * read is the same, the objects are the same ones.
 */
public final class Renderer {
  private static final String LOCAL = "config.kubernetes.io/local-config";

  private final Kustomize kustomize;
  private final RenderLimits limits;
  private final RenderMemo memo = new RenderMemo();
  private final OneByOne<RenderRequest> running = new OneByOne<>();

  public Renderer(Kustomize kustomize) {
    this(kustomize, RenderLimits.DEFAULT);
  }

  public Renderer(Kustomize kustomize, RenderLimits limits) {
    this.kustomize = kustomize;
    this.limits = limits;
  }

  /**
   * @throws IOException when the tree could not be read, which says nothing about its content
   */
  public RenderOutcome render(Provenance provenance, RenderRequest request) throws IOException {
    return render(provenance, request, () -> false);
  }

  /**
   * @param cancelled asked again and again; once it is true the render ends
   * @throws CancellationException when it was cancelled
   */
  public RenderOutcome render(
      Provenance provenance, RenderRequest request, BooleanSupplier cancelled) throws IOException {
    return switch (result(provenance.tree(), request, cancelled)) {
      case RenderMemo.Good good -> new Rendered(provenance, good.product());
      case RenderMemo.Bad bad -> bad.failed();
    };
  }

  private RenderMemo.Result result(FileTree tree, RenderRequest request, BooleanSupplier cancelled)
      throws IOException {
    RenderMemo.Result known = memo.find(request, tree);
    return known != null
        ? known
        : running.run(request, cancelled, () -> inTurn(tree, request, cancelled));
  }

  // Several Targets of one overlay ask at once: the first renders, the others find it.
  private RenderMemo.Result inTurn(FileTree tree, RenderRequest request, BooleanSupplier cancelled)
      throws IOException {
    RenderMemo.Result result = memo.find(request, tree);
    if (result == null) {
      result = new Run(tree, request, cancelled).result();
      memo.remember(request, tree, result);
    }
    return result;
  }

  /** One render of one path. */
  private final class Run {
    private final FileTree source;
    private final RecordingTree tree;
    private final RenderRequest request;
    private final String path;
    private final BooleanSupplier cancelled;
    private final List<Finding> notes = new ArrayList<>();
    private ReadSet builds = ReadSet.EMPTY;

    Run(FileTree source, RenderRequest request, BooleanSupplier cancelled) {
      this.source = source;
      this.tree = new RecordingTree(source);
      this.request = request;
      this.path = request.directory();
      this.cancelled = cancelled;
    }

    RenderMemo.Result result() throws IOException {
      try {
        return request.settings().isEmpty() ? new RenderMemo.Good(product()) : overPlain();
      } catch (Failure e) {
        return new RenderMemo.Bad(new RenderFailed(e.findings(), readSet()));
      }
    }

    private ReadSet readSet() {
      return tree.readSet().and(builds);
    }

    // The plain path is rendered once, whatever many Syncs ask for besides.
    private RenderMemo.Result overPlain() throws IOException, Failure {
      return switch (Renderer.this.result(source, request.plain(), cancelled)) {
        case RenderMemo.Bad bad -> bad;
        case RenderMemo.Good good -> {
          builds = good.readSet();
          yield new RenderMemo.Good(with(request.settings(), good.product()));
        }
      };
    }

    private Product with(RenderSettings settings, Product plain) throws IOException, Failure {
      List<MapNode> objects = Lists.flattened(overlaid(settings.overlay(), plain));
      Delivery delivery = Delivery.of(settings.metadata().on(objects), limits);
      delivery.notes().stream().filter(note -> !isTold(note, plain)).forEach(notes::add);
      List<RenderedObject> delivered = IgnoreRule.applied(settings.ignore(), delivery.objects());
      return new Product(plain.built(), delivered, noted(plain), List.of(), readSet());
    }

    private List<MapNode> overlaid(Overlay overlay, Product plain) throws IOException, Failure {
      if (overlay.isEmpty()) {
        return plain.delivered().stream().map(RenderedObject::body).toList();
      }
      BuildResult result =
          KustomizationFiles.in(tree, directory().path())
              ? kustomize.build(source, path, overlay, cancelled)
              : kustomize.build(source, path, plain.documents(), overlay, cancelled);
      return built(result).objects();
    }

    // The same object has another name now.
    private static boolean isTold(Finding note, Product plain) {
      return plain.findings().stream().anyMatch(told -> told.where().equals(note.where()));
    }

    private List<Finding> noted(Product plain) {
      return Stream.concat(plain.findings().stream(), notes.stream()).distinct().toList();
    }

    private Product product() throws IOException, Failure {
      FileTree.Directory directory = directory();
      return KustomizationFiles.in(tree, directory.path()) ? kustomized() : plain(directory);
    }

    private FileTree.Directory directory() throws IOException, Failure {
      return switch (tree.lookup(path)) {
        case FileTree.Directory directory -> directory;
        case FileTree.File file ->
            throw new Failure(
                Position.UNKNOWN, "path '%s' is a file, expected a directory".formatted(path));
        case FileTree.Absent absent ->
            throw new Failure(
                Position.UNKNOWN, "path '%s' cannot be used: %s".formatted(path, absent.why()));
      };
    }

    private Product kustomized() throws IOException, Failure {
      BuildResult.Built built = built(kustomize.build(source, path, cancelled));
      return product(new Built(built.bytes()), Lists.flattened(built.objects()), List.of());
    }

    private BuildResult.Built built(BuildResult result) throws Failure {
      builds = builds.and(result.readSet());
      return switch (result) {
        case BuildResult.Built built -> {
          built.warnings().forEach(w -> notes.add(new Finding(Position.UNKNOWN, w)));
          yield built;
        }
        case BuildResult.Failed failed -> throw new Failure(List.of(Findings.of(failed)));
      };
    }

    private Product plain(FileTree.Directory directory) throws IOException, Failure {
      var plain = new PlainDirectory(source, tree, kustomize, limits, cancelled);
      try {
        List<MapNode> objects =
            Lists.flattened(plain.documents(directory)).stream()
                .filter(object -> !local(object))
                .toList();
        notes.addAll(plain.notes());
        return product(printed(objects), objects, objects);
      } finally {
        builds = builds.and(plain.builds());
      }
    }

    private Product product(Built built, List<MapNode> objects, List<MapNode> documents)
        throws Failure {
      Delivery delivery = Delivery.of(objects, limits);
      notes.addAll(delivery.notes());
      return new Product(built, delivery.objects(), notes, documents, readSet());
    }
  }

  // As kustomize leaves them out: any value but "false".
  private static boolean local(MapNode object) {
    return object
        .text("metadata", "annotations", LOCAL)
        .filter(v -> !v.equals("false"))
        .isPresent();
  }

  private static Built printed(List<MapNode> objects) throws Failure {
    var out = new StringBuilder();
    for (MapNode object : objects) {
      if (!out.isEmpty()) {
        out.append("---\n");
      }
      try {
        ResourceYaml.print(object, out);
      } catch (YamlException e) {
        throw new Failure(e.where(), e.why());
      }
    }
    return new Built(out.toString().getBytes(StandardCharsets.UTF_8));
  }
}
