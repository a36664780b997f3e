package dev.plumbline.verify;

import dev.plumbline.model.Digest;

/** Something rendered, whose digest attestations may cover. */
public interface Attestable {
  Provenance provenance();

  /** The digest of the exact bytes that were built. */
  Digest builtDigest();
}
