package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.EnvironmentStatus;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.generate.Home;
import java.util.Optional;

/**
 * What a Sync that the people of a Tenant wrote in its hubNamespace may refer to: what is the
 * Tenant's, and nothing else of the platform's (SEC-TEN-03).
 */
final class References {
  private final Hub hub;

  References(Hub hub) {
    this.hub = hub;
  }

  /**
   * Why the Sync reaches outside of its Tenant; empty where it does not. One that is deleted
   * delivers nothing any more: what it owns it owns, and only whose it is matters.
   */
  Optional<Failure> outside(
      HubObject<SyncSpec, SyncStatus> sync, HubObject<TenantSpec, TenantStatus> tenant) {
    if (!sync.name().namespace().equals(tenant.spec().hubNamespace())) {
      return refused(
          "Tenant %s takes no Syncs from namespace %s"
              .formatted(tenant.name().name(), sync.name().namespace()));
    }
    return sync.deleting()
        ? Optional.empty()
        : repository(sync, tenant).or(() -> directory(sync, tenant)).or(() -> target(sync, tenant));
  }

  private static Optional<Failure> repository(
      HubObject<SyncSpec, SyncStatus> sync, HubObject<TenantSpec, TenantStatus> tenant) {
    String repository = tenant.spec().repositoryRef().name();
    return sync.spec().source().name().equals(repository)
        ? Optional.empty()
        : refused(
            "Repository %s is not Tenant %s's, which has %s"
                .formatted(sync.spec().source().name(), tenant.name().name(), repository));
  }

  private Optional<Failure> directory(
      HubObject<SyncSpec, SyncStatus> sync, HubObject<TenantSpec, TenantStatus> tenant) {
    String name = tenant.name().name();
    Name repository = hub.home(tenant.name(), tenant.spec().repositoryRef().name());
    return switch (Home.of(name, tenant.spec(), hub.repositories().lookup(repository))) {
      case Home.At at when at.holds(sync.spec().directory()) -> Optional.empty();
      case Home.At(String directory) ->
          refused(
              "path %s is not inside %s, which is Tenant %s's"
                  .formatted(sync.spec().path(), directory, name));
      case Home.Nowhere(String reason, String message) -> Optional.of(new Failure(reason, message));
    };
  }

  private Optional<Failure> target(
      HubObject<SyncSpec, SyncStatus> sync, HubObject<TenantSpec, TenantStatus> tenant) {
    String target = sync.spec().targetRef().name();
    boolean its =
        hub.targets().lookup(hub.home(tenant.name(), target))
                instanceof Lookup.Found<TargetSpec, TargetStatus>(var found)
            && hub.environments().all().stream()
                .filter(environment -> isOf(environment, tenant.spec()))
                .anyMatch(environment -> environment.spec().targets().matches(found.labels()));
    return its
        ? Optional.empty()
        : refused(
            "Target %s is in none of the Environments of Tenant %s"
                .formatted(target, tenant.name().name()));
  }

  private static boolean isOf(
      HubObject<EnvironmentSpec, EnvironmentStatus> environment, TenantSpec tenant) {
    return tenant.environmentSelector() == null
        ? tenant.environments().contains(environment.name().name())
        : tenant.environmentSelector().matches(environment.labels());
  }

  private static Optional<Failure> refused(String message) {
    return Optional.of(new Failure("OutsideTenant", message));
  }
}
