package dev.plumbline.kube;

import java.net.URI;
import java.time.Duration;

/**
 * How to reach one cluster, read from a kubeconfig that somebody else wrote. It names nothing on
 * this machine: no file, no program, no proxy, and no other identity unless it is {@linkplain
 * #readOwn one's own}.
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

  /**
   * The kubeconfig of the very person who runs this program: he may leave a certificate unchecked
   * and act as somebody else. Nobody else's kubeconfig is read this way.
   */
  public static Reading readOwn(byte[] bytes) {
    try {
      return new Reading.Usable(KubeconfigReader.readOwn(bytes));
    } catch (KubeconfigReader.Refusal e) {
      return new Reading.Refused(e.getMessage());
    }
  }

  /** The same cluster, with tokens of this source instead of its own. */
  public Kubeconfig withTokens(TokenSource source) {
    var own = endpoint.credentials();
    var tokens = Credentials.tokens(source);
    return new Kubeconfig(
        context,
        endpoint.with(
            own instanceof Credentials.As as
                ? new Credentials.As(tokens, as.impersonation())
                : tokens));
  }

  /** The same cluster, of which no answer is waited for longer than this. */
  public Kubeconfig within(Duration limit) {
    return new Kubeconfig(context, endpoint.within(limit));
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
