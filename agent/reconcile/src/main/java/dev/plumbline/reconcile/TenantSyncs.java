package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.generate.Standing;
import dev.plumbline.reconcile.generate.Triple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which Syncs belong to which Tenant and Environment, kept as they come and go. */
final class TenantSyncs implements Standing {
  private final Hub hub;
  private final Map<Name, Owners> owners = new ConcurrentHashMap<>();
  private final Map<String, Set<Name>> byTenant = new ConcurrentHashMap<>();
  private final Map<String, Set<Name>> byEnvironment = new ConcurrentHashMap<>();

  TenantSyncs(Hub hub) {
    this.hub = hub;
  }

  /** Whose a Sync is. */
  record Owners(Optional<String> tenant, Optional<String> environment) {
    private static final Owners NOBODY = new Owners(Optional.empty(), Optional.empty());

    private static Owners of(HubObject<SyncSpec, SyncStatus> sync) {
      var tenant = Optional.ofNullable(sync.spec().tenantRef()).map(ref -> ref.name());
      return new Owners(tenant, Triple.of(sync).map(Triple::environment));
    }
  }

  /** Takes in what became of a Sync; whose it was, where that is not so any more. */
  Owners learn(Name sync) {
    Owners before = owners.getOrDefault(sync, Owners.NOBODY);
    switch (hub.syncs().lookup(sync)) {
      case Lookup.Absent<SyncSpec, SyncStatus>() -> become(sync, before, Owners.NOBODY);
      // It cannot be read, and is still whose it was.
      case Lookup.Malformed<SyncSpec, SyncStatus> malformed -> {}
      case Lookup.Found<SyncSpec, SyncStatus>(var found) -> become(sync, before, Owners.of(found));
    }
    return before;
  }

  Owners ownersOf(Name sync) {
    return owners.getOrDefault(sync, Owners.NOBODY);
  }

  // One that names a Tenant from the namespace of another one is nothing the Tenant has.
  @Override
  public List<HubObject<SyncSpec, SyncStatus>> of(String tenant) {
    return found(byTenant.getOrDefault(tenant, Set.of())).stream()
        .filter(sync -> isIn(sync.name(), hub.home(sync.name(), tenant)))
        .toList();
  }

  private boolean isIn(Name sync, Name tenant) {
    return sync.namespace().equals(tenant.namespace())
        || hub.tenants().get(tenant).filter(found -> takesFrom(sync, found)).isPresent();
  }

  private static boolean takesFrom(Name sync, HubObject<TenantSpec, TenantStatus> tenant) {
    return sync.namespace().equals(tenant.spec().hubNamespace());
  }

  /** Whether a Sync is what a Tenant has, and not one that only names it from elsewhere. */
  static boolean isOf(
      HubObject<SyncSpec, SyncStatus> sync, HubObject<TenantSpec, TenantStatus> tenant) {
    var ref = sync.spec().tenantRef();
    return ref != null
        && ref.name().equals(tenant.name().name())
        && (sync.name().namespace().equals(tenant.name().namespace())
            || takesFrom(sync.name(), tenant));
  }

  /** The generated ones of an Environment; whoever says so of himself elsewhere is not. */
  List<HubObject<SyncSpec, SyncStatus>> inEnvironment(String environment) {
    return found(byEnvironment.getOrDefault(environment, Set.of())).stream()
        .filter(this::isGenerated)
        .toList();
  }

  private boolean isGenerated(HubObject<SyncSpec, SyncStatus> sync) {
    var ref = sync.spec().tenantRef();
    return ref != null
        && Triple.of(sync).filter(of -> of.tenant().equals(ref.name())).isPresent()
        && isIn(sync.name(), hub.home(sync.name(), ref.name()));
  }

  @Override
  public Lookup<SyncSpec, SyncStatus> at(Name name) {
    return hub.syncs().lookup(name);
  }

  private List<HubObject<SyncSpec, SyncStatus>> found(Collection<Name> names) {
    return names.stream().sorted().flatMap(name -> hub.syncs().get(name).stream()).toList();
  }

  private void become(Name sync, Owners before, Owners now) {
    if (before.equals(now)) {
      return;
    }
    if (now.equals(Owners.NOBODY)) {
      owners.remove(sync);
    } else {
      owners.put(sync, now);
    }
    before.tenant().ifPresent(tenant -> remove(byTenant, tenant, sync));
    before.environment().ifPresent(environment -> remove(byEnvironment, environment, sync));
    now.tenant().ifPresent(tenant -> add(byTenant, tenant, sync));
    now.environment().ifPresent(environment -> add(byEnvironment, environment, sync));
  }

  private static void add(Map<String, Set<Name>> index, String key, Name sync) {
    index.compute(
        key,
        (k, names) -> {
          Set<Name> all = names == null ? ConcurrentHashMap.newKeySet() : names;
          all.add(sync);
          return all;
        });
  }

  private static void remove(Map<String, Set<Name>> index, String key, Name sync) {
    index.computeIfPresent(
        key,
        (k, names) -> {
          names.remove(sync);
          return names.isEmpty() ? null : names;
        });
  }
}
