package dev.plumbline.verify;

import dev.plumbline.model.FileTree;
import dev.plumbline.source.Artifact;

/**
 * An artifact and who vouched for it, or the plain word that no trust is configured. Only a {@link
 * Verifier} makes one.
 */
public final class Verified implements Provenance {
  private final Artifact artifact;
  private final String vouchedBy;

  Verified(Artifact artifact, String vouchedBy) {
    this.artifact = artifact;
    this.vouchedBy = vouchedBy;
  }

  public Artifact artifact() {
    return artifact;
  }

  /** For statuses: the signer, or {@code none: no trust configured}. */
  public String vouchedBy() {
    return vouchedBy;
  }

  @Override
  public FileTree tree() {
    return artifact.tree();
  }
}
