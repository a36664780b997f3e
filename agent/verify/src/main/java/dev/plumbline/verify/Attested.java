package dev.plumbline.verify;

/**
 * A rendered value whose provenance was verified and which carries every attestation its
 * environment requires. Only an {@link Attester} makes one.
 */
public final class Attested<T extends Attestable> {
  private final T value;
  private final Verified verified;

  Attested(T value, Verified verified) {
    this.value = value;
    this.verified = verified;
  }

  public T value() {
    return value;
  }

  public Verified verified() {
    return verified;
  }
}
