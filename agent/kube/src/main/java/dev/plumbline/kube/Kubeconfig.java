package dev.plumbline.kube;

import java.net.URI;

/**
 * How to reach one cluster, read from a kubeconfig that somebody else wrote. It names nothing on
 * this machine: no file, no program, no proxy, no other identity.
 */
public final class Kubeconfig {
  private final String context;
  private final Endpoint endpoint;

  Kubeconfig(String context, Endpoint endpoint) {
    this.context = context;
    this.endpoint = endpoint;
  }

  /** The kubeconfig in its context, or why it is not used. */
  public sealed interface Reading {
    record Usable(Kubeconfig kubeconfig) implements Reading {}

    /**
     * @param why one sentence, free of credentials
     */
    record Refused(String why) implements Reading {}
  }

  /** Reads the current context of a kubeconfig in YAML or JSON. */
  public static Reading read(byte[] bytes) {
    return read(bytes, "");
  }

  /**
   * @param context empty for the current one
   */
  public static Reading read(byte[] bytes, String context) {
    try {
      return new Reading.Usable(KubeconfigReader.read(bytes, context));
    } catch (KubeconfigReader.Refusal e) {
      return new Reading.Refused(e.getMessage());
    }
  }

  public URI server() {
    return endpoint.server();
  }

  public String context() {
    return context;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public String toString() {
    return "context " + context + " at " + endpoint.server();
  }
}
