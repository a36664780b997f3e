package dev.plumbline.kube;

import dev.plumbline.model.Fence;
import dev.plumbline.model.OperationId;
import java.io.IOException;

/** An open connection to one cluster: its transport, limits and circuit breaker. */
public interface Connection extends AutoCloseable {
  /** The port of this cluster for one identity; cheap, shares the transport. */
  Cluster as(Identity identity);

  /**
   * The port for one run: the operation id goes into the user agent, and every write checks the
   * fence right before it is sent, when it holds its permit already.
   */
  Cluster as(Identity identity, OperationId operation, Fence fence);

  /** Watches under the agent's own identity. */
  Watches watches();

  /** What a person wants to know, asked by the connection's own credentials. */
  Questions questions();

  /** Asks the server who it is; also the probe of reachability. */
  ServerInfo info() throws IOException;

  @Override
  void close();

  /**
   * @param version as the server says: {@code v1.36.3}
   * @param identity the uid of its {@code kube-system} namespace
   */
  record ServerInfo(String version, String identity) {}
}
