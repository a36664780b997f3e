package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.model.Name;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How much a tenant has, and whether it may have more. What is over its quota is held back: the
 * last good state stays.
 */
final class Quotas {
  private static final Comparator<HubObject<SyncSpec, SyncStatus>> BY_AGE =
      Comparator.<HubObject<SyncSpec, SyncStatus>, Instant>comparing(HubObject::created)
          .thenComparing(HubObject::name);

  private final Hub hub;
  private final ReentrantLock lock = new ReentrantLock();
  // What runs of this process laid claim to; the statuses tell of the others.
  private final Map<Name, Integer> claimed = new HashMap<>();

  Quotas(Hub hub) {
    this.hub = hub;
  }

  /** Why the Sync is one too many; the oldest ones are not. */
  Optional<Failure> syncs(Run run) {
    var tenant = run.given().tenant();
    Integer most = tenant.map(found -> found.spec().quota().syncs()).orElse(null);
    if (most == null) {
      return Optional.empty();
    }
    List<HubObject<SyncSpec, SyncStatus>> all = of(tenant.get());
    long older = all.stream().filter(other -> BY_AGE.compare(other, run.sync()) < 0).count();
    return older < most
        ? Optional.empty()
        : Optional.of(
            new Failure(
                Failure.QUOTA,
                "Tenant %s may have %d Syncs and has %d; the newest are not delivered"
                    .formatted(tenant.get().name().name(), most, all.size())));
  }

  /**
   * Lays claim to so many objects, or says why it may not. Whoever wants no more than he has is
   * never refused.
   */
  Optional<Failure> objects(Run run, int wanted, int owned) {
    var tenant = run.given().tenant();
    Integer most = tenant.map(found -> found.spec().quota().objects()).orElse(null);
    if (most == null) {
      return Optional.empty();
    }
    lock.lock();
    try {
      long others =
          of(tenant.get()).stream()
              .filter(other -> !other.name().equals(run.name()))
              .mapToLong(this::objects)
              .sum();
      if (others + wanted > most && wanted > owned) {
        return Optional.of(
            new Failure(
                Failure.QUOTA,
                ("Tenant %s may own %d objects; these %d would make it %d, with those of its other"
                        + " Syncs")
                    .formatted(tenant.get().name().name(), most, wanted, others + wanted)));
      }
      claimed.put(run.name(), wanted);
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private long objects(HubObject<SyncSpec, SyncStatus> sync) {
    Integer known = claimed.get(sync.name());
    var counted = sync.status().objects();
    return known != null ? known : counted == null ? 0 : counted.total();
  }

  void forget(Name sync) {
    lock.lock();
    try {
      claimed.remove(sync);
    } finally {
      lock.unlock();
    }
  }

  private List<HubObject<SyncSpec, SyncStatus>> of(HubObject<TenantSpec, TenantStatus> tenant) {
    return hub.syncs().all().stream().filter(sync -> TenantSyncs.isOf(sync, tenant)).toList();
  }
}
