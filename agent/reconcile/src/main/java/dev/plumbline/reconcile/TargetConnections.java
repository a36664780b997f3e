package dev.plumbline.reconcile;

import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.kube.Questions;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Name;
import dev.plumbline.model.OperationId;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.util.Optional;

/** Opens targets: by the kubeconfig of a Secret, or, in-cluster, by the hub's own connection. */
final class TargetConnections implements TargetWork.Opener {
  private final Connection hub;
  private final Connections connections;

  TargetConnections(Connection hub, Connections connections) {
    this.hub = hub;
    this.connections = connections;
  }

  @Override
  public Connection open(Name target, Optional<Secret<byte[]>> kubeconfig) throws Refused {
    if (kubeconfig.isEmpty()) {
      return new Shared(hub);
    }
    return switch (kubeconfig.get().use(Kubeconfig::read)) {
      case Kubeconfig.Reading.Usable(Kubeconfig usable) -> connections.open(usable);
      case Kubeconfig.Reading.Refused(String why) ->
          throw new Refused("kubeconfig of Target %s: %s".formatted(target.name(), why));
    };
  }

  /** A connection somebody else closes. */
  private record Shared(Connection connection) implements Connection {
    @Override
    public Cluster as(Identity identity) {
      return connection.as(identity);
    }

    @Override
    public Cluster as(Identity identity, OperationId operation, Fence fence) {
      return connection.as(identity, operation, fence);
    }

    @Override
    public Watches watches() {
      return connection.watches();
    }

    @Override
    public Questions questions() {
      return connection.questions();
    }

    @Override
    public ServerInfo info() throws IOException {
      return connection.info();
    }

    @Override
    public void close() {}
  }
}
