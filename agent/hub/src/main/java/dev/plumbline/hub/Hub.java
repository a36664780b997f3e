package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches.Watch;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.OperationId;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The hub cluster, as far as it is ours. Closing it ends its watches, not the connection. */
public final class Hub implements AutoCloseable {
  private final Connection connection;
  private final Cluster cluster;
  private final String namespace;
  private final Clock clock;
  private final ServedKind inventoryKind;
  private final HubObjects<RepositorySpec, RepositoryStatus> repositories;
  private final HubObjects<TargetSpec, TargetStatus> targets;
  private final HubObjects<SyncSpec, SyncStatus> syncs;
  private final EventWriter events;
  private final List<Watch> watches;

  /**
   * @param namespace the only one whose objects are ours; empty for all
   * @param instance which replica this is, for events
   */
  public record Options(String namespace, String instance, Clock clock, Metrics metrics) {}

  private Hub(Connection connection, Options options) throws IOException {
    this.connection = connection;
    this.cluster = connection.as(new Identity.Agent());
    this.namespace = options.namespace();
    this.clock = options.clock();
    this.repositories = new HubObjects<>(HubKind.REPOSITORY, options.metrics());
    this.targets = new HubObjects<>(HubKind.TARGET, options.metrics());
    this.syncs = new HubObjects<>(HubKind.SYNC, options.metrics());
    this.inventoryKind = HubReader.served(cluster, "Inventory");
    var kinds =
        List.of(
            HubReader.served(cluster, "Repository"),
            HubReader.served(cluster, "Target"),
            HubReader.served(cluster, "Sync"));
    this.watches =
        List.of(
            watch(options, kinds.get(0), repositories),
            watch(options, kinds.get(1), targets),
            watch(options, kinds.get(2), syncs));
    this.events = new EventWriter(cluster, options.instance(), options.clock(), options.metrics());
  }

  /**
   * Starts to watch.
   *
   * @throws IOException when the hub cannot be asked, or does not know our kinds
   */
  public static Hub open(Connection connection, Options options) throws IOException {
    return new Hub(connection, options);
  }

  public HubObjects<RepositorySpec, RepositoryStatus> repositories() {
    return repositories;
  }

  public HubObjects<TargetSpec, TargetStatus> targets() {
    return targets;
  }

  public HubObjects<SyncSpec, SyncStatus> syncs() {
    return syncs;
  }

  /** Waits until all that was there at the start is known; false when the time is over. */
  public boolean awaitSynced(Duration limit) throws InterruptedException {
    long since = clock.nanoTime();
    return repositories.awaitSynced(limit)
        && targets.awaitSynced(limit.minus(clock.elapsed(since)))
        && syncs.awaitSynced(limit.minus(clock.elapsed(since)));
  }

  /** Writes for one run. */
  public HubWriter writer(OperationId operation, Fence fence) {
    return new HubWriter(connection.as(new Identity.Agent(), operation, fence), this, clock);
  }

  /**
   * The inventory of a Sync.
   *
   * @throws IOException when the hub could not be asked
   */
  public LoadedInventory inventory(HubObject<SyncSpec, SyncStatus> sync) throws IOException {
    return new Inventories(cluster, clock).load(sync);
  }

  /**
   * The data of a Secret, read now and kept nowhere; empty where there is none.
   *
   * @throws IOException when the hub could not be asked
   */
  public Optional<Secret<Map<String, byte[]>>> secret(Name name) throws IOException {
    return new Secrets(cluster).read(name);
  }

  /**
   * The id of this installation, from the ConfigMap {@code plumbline-hub}, which is made where
   * there is none.
   *
   * @param override what the person who starts the agent gave; nothing is read then
   * @throws IOException when there is no usable id; nothing may be delivered without
   */
  public String id(String namespace, Optional<String> override) throws IOException {
    return HubIdentity.of(cluster, namespace, override);
  }

  public EventWriter events() {
    return events;
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
    events.close();
  }

  /** Whether objects of a namespace are ours to look after. */
  boolean covers(String other) {
    return namespace.isEmpty() || namespace.equals(other);
  }

  ServedKind inventoryKind() {
    return inventoryKind;
  }

  private Watch watch(Options options, ServedKind kind, HubObjects<?, ?> objects) {
    return connection.watches().open(kind, options.namespace(), "", true, objects.sink());
  }
}
