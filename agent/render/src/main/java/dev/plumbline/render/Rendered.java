package dev.plumbline.render;

import dev.plumbline.model.Digest;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ReadSet;
import dev.plumbline.verify.Attestable;
import dev.plumbline.verify.Provenance;
import java.util.List;

/**
 * The objects of one path of one tree. Only a {@link Renderer} makes one.
 *
 * <p>{@link #built} is what kustomize prints and what signatures cover. {@link #delivered} is the
 * same with what the request asks for besides, less what the API server would refuse or fight over,
 * with a finding for each.
 */
public final class Rendered implements RenderOutcome, Attestable {
  private final Provenance provenance;
  private final Product product;

  Rendered(Provenance provenance, Product product) {
    this.provenance = provenance;
    this.product = product;
  }

  /**
   * Everything but where it comes from: the same for all trees with the same files.
   *
   * @param documents of a plain directory, as they were read; else empty
   */
  record Product(
      Built built,
      List<RenderedObject> delivered,
      List<Finding> findings,
      List<MapNode> documents,
      ReadSet readSet) {
    Product {
      delivered = List.copyOf(delivered);
      findings = List.copyOf(findings);
      documents = List.copyOf(documents);
    }
  }

  @Override
  public Provenance provenance() {
    return provenance;
  }

  /** The exact bytes kustomize prints; of a plain directory its documents, printed the same way. */
  public byte[] built() {
    return product.built().copy();
  }

  @Override
  public Digest builtDigest() {
    return product.built().digest();
  }

  /** In the order in which kustomize would print them; no key twice. */
  public List<RenderedObject> delivered() {
    return product.delivered();
  }

  @Override
  public List<Finding> findings() {
    return product.findings();
  }

  @Override
  public ReadSet readSet() {
    return product.readSet();
  }
}
