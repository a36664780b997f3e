package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Opens connections to clusters. All of one process share threads; each has transport, limits and
 * circuit breaker of its own.
 */
public final class Connections implements AutoCloseable {
  private final HttpClients clients = new HttpClients();
  private final String version;
  private final Clock clock;
  private final Metrics metrics;

  /**
   * @param version of ours, for the user agent
   */
  public Connections(String version, Clock clock, Metrics metrics) {
    this.version = version;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Opens a connection; nothing is sent before the first question. */
  public Connection open(Kubeconfig kubeconfig) {
    return new HttpConnection(kubeconfig.endpoint(), clients, "plumb/" + version, clock, metrics);
  }

  /** The cluster this process runs in, as its Pod's service account. */
  public Connection openInCluster() throws IOException {
    return openInCluster(System.getenv(), Kubeconfig.MOUNTED);
  }

  /**
   * The cluster a Pod runs in.
   *
   * @param environment where the kubelet says which address the API server has
   * @param mounted where it puts the Pod's token and the server's authority
   */
  public Connection openInCluster(Map<String, String> environment, Path mounted)
      throws IOException {
    return open(Kubeconfig.inCluster(environment, mounted, clock));
  }

  /** Ends what the connections share; close them first. */
  @Override
  public void close() {
    clients.close();
  }
}
