package dev.plumbline.kube;

import java.io.IOException;

/** A read the API server refused. */
public final class KubeException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient Refusal refusal;

  public KubeException(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
