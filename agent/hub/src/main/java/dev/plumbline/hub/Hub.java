package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.EnvironmentStatus;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches.Watch;
import dev.plumbline.kube.Watches.WatchSink;
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
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The hub cluster, as far as it is ours. Closing it ends its watches, not the connection. */
public final class Hub implements AutoCloseable {
  private final Connection connection;
  private final Cluster cluster;
  private final String namespace;
  private final Clock clock;
  private final ServedKind inventoryKind;
  private final ServedKind syncKind;
  private final HubObjects<RepositorySpec, RepositoryStatus> repositories;
  private final HubObjects<TargetSpec, TargetStatus> targets;
  private final HubObjects<EnvironmentSpec, EnvironmentStatus> environments;
  private final HubObjects<TenantSpec, TenantStatus> tenants;
  private final HubObjects<SyncSpec, SyncStatus> syncs;
  private final EventWriter events;
  private final Coverage coverage;
  private final List<Watch> watches = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

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
    this.coverage = new Coverage(namespace);
    this.repositories = new HubObjects<>(HubKind.REPOSITORY, options.metrics());
    this.targets = new HubObjects<>(HubKind.TARGET, options.metrics());
    this.environments = new HubObjects<>(HubKind.ENVIRONMENT, options.metrics());
    this.tenants = new HubObjects<>(HubKind.TENANT, options.metrics());
    this.syncs = new HubObjects<>(HubKind.SYNC, options.metrics(), coverage::covers);
    this.inventoryKind = HubReader.served(cluster, "Inventory");
    this.syncKind = HubReader.served(cluster, "Sync");
    tenants.onChange(tenant -> coverMore());
    var home = List.of(repositories, targets, environments, tenants);
    for (HubObjects<?, ?> objects : home) {
      ServedKind kind = HubReader.served(cluster, objects.kind().kind());
      watches.add(watch(kind, namespace, objects.sink()));
    }
    watches.add(watch(syncKind, namespace, syncs.sink(coverage::isHome)));
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

  public HubObjects<EnvironmentSpec, EnvironmentStatus> environments() {
    return environments;
  }

  public HubObjects<TenantSpec, TenantStatus> tenants() {
    return tenants;
  }

  public HubObjects<SyncSpec, SyncStatus> syncs() {
    return syncs;
  }

  /** Waits until all that was there at the start is known; false when the time is over. */
  public boolean awaitSynced(Duration limit) throws InterruptedException {
    long since = clock.nanoTime();
    // Tenants before Syncs: they tell where else Syncs are.
    for (HubObjects<?, ?> objects : List.of(repositories, targets, environments, tenants, syncs)) {
      if (!objects.awaitSynced(limit.minus(clock.elapsed(since)))) {
        return false;
      }
    }
    return true;
  }

  /** The name of a Repository, Target, Environment or Tenant that a Sync refers to. */
  public Name home(Name sync, String object) {
    return new Name(namespace.isEmpty() ? sync.namespace() : namespace, object);
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
    closed = true;
    watches.forEach(Watch::close);
    events.close();
  }

  /** Whether objects of a namespace are ours to look after. */
  public boolean covers(String other) {
    return coverage.covers(other);
  }

  ServedKind inventoryKind() {
    return inventoryKind;
  }

  // One watch for the Syncs of all other namespaces, from the first Tenant on that has its own: one
  // for each would be more streams than a connection carries.
  private void coverMore() {
    Set<String> changed = coverage.update(tenants);
    if (changed.isEmpty()) {
      return;
    }
    if (coverage.takeFirst()) {
      watches.add(watch(syncKind, "", syncs.sink(other -> !coverage.isHome(other))));
      if (closed) {
        watches.forEach(Watch::close);
      }
    }
    syncs.coverageChanged(changed::contains);
  }

  private Watch watch(ServedKind kind, String in, WatchSink sink) {
    return connection.watches().open(kind, in, "", true, sink);
  }
}
