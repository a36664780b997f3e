package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.OperationId;
import java.io.IOException;

/** A connection over HTTP: what its clusters and watches share. */
final class HttpConnection implements Connection {
  private final Transport transport;
  private final Requests agent;
  private final HttpDiscovery discovery;
  private final CreateGuards guards = new CreateGuards();
  private final HttpWatches watches;
  private final String userAgent;

  HttpConnection(
      Endpoint endpoint, HttpClients clients, String userAgent, Clock clock, Metrics metrics) {
    this.transport = new Transport(endpoint, clients, clock, metrics);
    this.userAgent = userAgent;
    this.agent = new Requests(transport, caller(new Identity.Agent(), userAgent, Fence.open()));
    this.discovery = new HttpDiscovery(agent, clock);
    this.watches =
        new HttpWatches(
            new WatchStreams(endpoint, clients, agent.caller()),
            new Lists(agent),
            clock,
            WatchLoop.SILENCE);
  }

  @Override
  public Cluster as(Identity identity) {
    return cluster(caller(identity, userAgent, Fence.open()));
  }

  @Override
  public Cluster as(Identity identity, OperationId operation, Fence fence) {
    return cluster(caller(identity, "%s (%s)".formatted(userAgent, operation), fence));
  }

  @Override
  public Watches watches() {
    return watches;
  }

  @Override
  public Questions questions() {
    return new HttpQuestions(agent, discovery);
  }

  @Override
  public ServerInfo info() throws IOException {
    var version = agent.read(Call.read("/version", Call.JSON));
    var system = agent.read(Call.read("/api/v1/namespaces/kube-system", Call.METADATA));
    return new ServerInfo(
        version.text("gitVersion").orElse(""),
        system.map("metadata").orElse(MapNode.EMPTY).text("uid").orElse(""));
  }

  @Override
  public void close() {
    watches.close();
    transport.close();
  }

  private Cluster cluster(Caller caller) {
    return new HttpCluster(new Requests(transport, caller), discovery, guards);
  }

  private static Caller caller(Identity identity, String userAgent, Fence fence) {
    return new Caller(identity, userAgent, fence);
  }
}
