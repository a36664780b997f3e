package dev.plumbline.render;

import dev.plumbline.kustomize.BuildResult;
import dev.plumbline.model.Digest;
import dev.plumbline.model.ReadSet;
import dev.plumbline.verify.Attestable;
import dev.plumbline.verify.Provenance;
import java.util.List;

/** The objects of one directory of one tree. Only a {@link Renderer} makes one. */
public final class Rendered implements RenderOutcome, Attestable {
  private final Provenance provenance;
  private final Content content;

  Rendered(Provenance provenance, Content content) {
    this.provenance = provenance;
    this.content = content;
  }

  /** All but where it comes from; shared by renders that read the same files. */
  record Content(
      BuildResult.Built built,
      List<RenderedObject> delivered,
      List<String> findings,
      ReadSet readSet) {
    Content {
      delivered = List.copyOf(delivered);
      findings = List.copyOf(findings);
    }
  }

  @Override
  public Provenance provenance() {
    return provenance;
  }

  /** Exactly the bytes that {@code kustomize build} prints. */
  public byte[] built() {
    return content.built().bytes();
  }

  @Override
  public Digest builtDigest() {
    return content.built().digest();
  }

  /** The objects in the order they were built. */
  public List<RenderedObject> delivered() {
    return content.delivered();
  }

  /** What was left out of the objects, and why; and what kustomize warns of. */
  public List<String> findings() {
    return content.findings();
  }

  @Override
  public ReadSet readSet() {
    return content.readSet();
  }
}
