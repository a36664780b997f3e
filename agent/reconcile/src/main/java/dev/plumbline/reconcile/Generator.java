package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.generate.Triple;
import dev.plumbline.source.git.GitRepositories;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Has Tenants and Environments looked at when something around them changed. A look that finds
 * nothing to do sends no request.
 */
final class Generator implements AutoCloseable {
  private static final int AT_ONCE = 16;
  // Many Syncs become ready one after the other; the sum is told once for all of them.
  private static final Duration SUMMED_UP = Duration.ofSeconds(1);

  private final Hub hub;
  private final String namespace;
  private final TenantSyncs syncs;
  private final Claims claims;
  private final GitDirectories directories;
  private final Landscapes landscapes;
  private final TenantWork work;
  private final WorkQueue tenants;
  private final WorkQueue environments;
  private final Consumer<Name> lookAtRepository;
  private final Consumer<Name> wakeSync;

  /**
   * @param namespace where our objects are
   * @param lookAtRepository has a branch fetched that nobody asked for before
   * @param wakeSync has a Sync run whose Tenant changed
   */
  Generator(
      Hub hub,
      String namespace,
      Sources sources,
      GitRepositories repositories,
      Supplier<HubWriter> writer,
      Consumer<Name> lookAtRepository,
      Consumer<Name> wakeSync,
      Clock clock) {
    this.hub = hub;
    this.namespace = namespace;
    this.syncs = new TenantSyncs(hub);
    this.claims = new Claims(hub);
    this.directories = new GitDirectories(namespace, sources, repositories);
    this.landscapes = new Landscapes(hub, directories);
    this.lookAtRepository = lookAtRepository;
    this.wakeSync = wakeSync;
    this.work =
        new TenantWork(
            hub,
            landscapes,
            syncs,
            new SyncWrites(writer),
            new TenantReports(hub, writer, clock),
            writer);
    this.tenants = new WorkQueue("tenant", AT_ONCE, work);
    this.environments =
        new WorkQueue(
            "environment",
            AT_ONCE,
            new EnvironmentWork(hub, landscapes, syncs, sources, writer, clock));
  }

  void follow() {
    hub.syncs().onChange(this::syncChanged);
    hub.syncs().onStatus(this::statusChanged);
    hub.repositories().onChange(this::repositoryChanged);
    hub.targets().onChange(target -> aroundChanged());
    hub.environments().onChange(this::environmentChanged);
    hub.tenants().onChange(this::tenantChanged);
  }

  /** The branches of a Repository were looked at. */
  void looked(Name repository) {
    Set<String> touched = directories.moved(repository);
    hub.tenants().all().stream()
        .filter(tenant -> tenant.spec().repositoryRef().name().equals(repository.name()))
        .filter(tenant -> work.looksAt(tenant.name().name(), touched))
        .forEach(tenant -> tenants.add(tenant.name()));
  }

  private void tenantChanged(Name tenant) {
    lookAt(tenant);
    claims.touchedBy(tenant).forEach(other -> lookAt(other.name()));
  }

  private void lookAt(Name tenant) {
    tenants.add(tenant);
    syncs.of(tenant.name()).forEach(sync -> wakeSync.accept(sync.name()));
  }

  private void syncChanged(Name sync) {
    TenantSyncs.Owners before = syncs.learn(sync);
    wake(before, Duration.ZERO);
    wake(syncs.ownersOf(sync), Duration.ZERO);
  }

  private void statusChanged(Name sync) {
    wake(syncs.ownersOf(sync), SUMMED_UP);
  }

  private void wake(TenantSyncs.Owners owners, Duration pause) {
    owners.tenant().ifPresent(tenant -> tenants.add(new Name(namespace, tenant), pause));
    owners
        .environment()
        .ifPresent(environment -> environments.add(new Name(namespace, environment), SUMMED_UP));
  }

  private void repositoryChanged(Name repository) {
    landscapes.changed();
    hub.tenants().all().stream()
        .filter(tenant -> tenant.spec().repositoryRef().name().equals(repository.name()))
        .forEach(tenant -> tenants.add(tenant.name()));
    hub.environments().all().stream()
        .filter(environment -> environment.spec().repositoryRef().name().equals(repository.name()))
        .forEach(environment -> environments.add(environment.name()));
  }

  private void environmentChanged(Name environment) {
    hub.environments()
        .get(environment)
        .map(HubObject::spec)
        .map(EnvironmentSpec::repositoryRef)
        .ifPresent(ref -> lookAtRepository.accept(new Name(namespace, ref.name())));
    aroundChanged();
    wakeWritten();
  }

  // What people of a Tenant may deliver to is what its Environments select.
  private void wakeWritten() {
    hub.tenants().all().stream()
        .filter(tenant -> tenant.spec().hubNamespace() != null)
        .flatMap(tenant -> syncs.of(tenant.name().name()).stream())
        .filter(sync -> Triple.of(sync).isEmpty())
        .forEach(sync -> wakeSync.accept(sync.name()));
  }

  private void aroundChanged() {
    landscapes.changed();
    hub.tenants().all().forEach(tenant -> tenants.add(tenant.name()));
    hub.environments().all().forEach(environment -> environments.add(environment.name()));
  }

  Map<String, Integer> depths() {
    return Map.of("tenant", tenants.depth(), "environment", environments.depth());
  }

  void stop() {
    tenants.stop();
    environments.stop();
  }

  @Override
  public void close() {
    tenants.close();
    environments.close();
  }
}
