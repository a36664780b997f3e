package dev.plumbline.verify;

import java.util.Optional;

/**
 * Checks that what was rendered carries the attestations it needs. Nothing is required of it yet
 * but a verified provenance.
 */
public final class Attester {

  /** Empty for what comes from an unverified source: it can never be applied. */
  public <T extends Attestable> Optional<Attested<T>> attest(T rendered) {
    return switch (rendered.provenance()) {
      case Verified verified -> Optional.of(new Attested<>(rendered, verified));
      case Unverified ignored -> Optional.empty();
    };
  }
}
