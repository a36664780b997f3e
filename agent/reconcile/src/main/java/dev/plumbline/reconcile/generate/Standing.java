package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Name;
import java.util.Collection;
import java.util.List;

/** The Syncs that are there. */
public interface Standing {
  /** All that name the Tenant, generated or written by people. */
  Collection<HubObject<SyncSpec, SyncStatus>> of(String tenant);

  Lookup<SyncSpec, SyncStatus> at(Name name);

  /** Those that were generated for the Tenant. */
  default List<HubObject<SyncSpec, SyncStatus>> generated(String tenant) {
    return of(tenant).stream()
        .filter(sync -> Triple.of(sync).filter(t -> t.tenant().equals(tenant)).isPresent())
        .toList();
  }
}
