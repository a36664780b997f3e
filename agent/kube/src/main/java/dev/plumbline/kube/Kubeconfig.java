package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How to reach one cluster, read from a kubeconfig that somebody else wrote. It names nothing on
 * this machine: no file, no program, no proxy, and no other identity unless it is {@linkplain
 * #readOwn one's own}.
 */
public final class Kubeconfig {
  /** Where a Pod finds its service account. */
  public static final Path MOUNTED = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

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

  /**
   * The cluster this process runs in, as the service account of its Pod.
   *
   * @param environment where the kubelet says which address the API server has
   * @param mounted where it puts the Pod's token and the server's authority
   */
  public static Kubeconfig inCluster(Map<String, String> environment, Path mounted, Clock clock)
      throws IOException {
    return new Kubeconfig("in-cluster", InCluster.endpoint(environment, mounted, clock));
  }

  /**
   * The same cluster, acting as somebody else; for the very person who runs this program.
   *
   * @param user {@code as} and what belongs to it, as in a kubeconfig; may be without it
   */
  public Reading actingAs(MapNode user) {
    try {
      var acting = Impersonation.of(user).with(endpoint.credentials());
      return new Reading.Usable(new Kubeconfig(context, endpoint.with(acting)));
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
