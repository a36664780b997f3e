package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantInEnvironment;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.SyncDraft;
import dev.plumbline.model.Name;
import java.util.List;
import java.util.Optional;

/**
 * What to do about the Syncs of one Tenant.
 *
 * @param directory the Tenant's directory; empty where nobody knows it
 * @param writes to make, or to change
 * @param deletes to delete, under their deletionPolicy
 * @param taken names under which something else is that was not generated for it
 * @param going wanted again, once they are gone
 * @param environments what was found, for the status
 * @param trouble why nothing can be said of this Tenant; its Syncs stay as they are then
 * @param held what a person has to look at before Syncs go
 * @param unknown what could not be found out yet
 */
public record Generation(
    Optional<String> directory,
    List<Write> writes,
    List<HubObject<SyncSpec, SyncStatus>> deletes,
    List<Name> taken,
    List<Name> going,
    List<TenantInEnvironment> environments,
    Optional<Home.Nowhere> trouble,
    Optional<String> held,
    Optional<String> unknown) {

  /**
   * A Sync to make or change.
   *
   * @param found what stands under its name; empty: it is made
   */
  public record Write(SyncDraft draft, Optional<HubObject<SyncSpec, SyncStatus>> found) {}

  public Generation {
    writes = List.copyOf(writes);
    deletes = List.copyOf(deletes);
    taken = List.copyOf(taken);
    going = List.copyOf(going);
    environments = List.copyOf(environments);
  }

  /**
   * @param namespace where the Tenant's Syncs are
   */
  public static Generation of(
      HubObject<TenantSpec, TenantStatus> tenant,
      String namespace,
      Landscape landscape,
      Standing standing) {
    return switch (home(tenant, landscape)) {
      case Home.Nowhere nowhere -> nothing(nowhere);
      case Home.At(String directory) ->
          new Difference(tenant, namespace, landscape, standing).from(directory);
    };
  }

  private static Home home(HubObject<TenantSpec, TenantStatus> tenant, Landscape landscape) {
    TenantSpec spec = tenant.spec();
    return Home.of(tenant.name().name(), spec, landscape.repository(spec.repositoryRef().name()));
  }

  private static Generation nothing(Home.Nowhere trouble) {
    return new Generation(
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Optional.of(trouble),
        Optional.empty(),
        Optional.empty());
  }
}
