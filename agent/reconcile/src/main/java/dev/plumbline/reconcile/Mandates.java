package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.apply.Grant;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Name;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out for whom a Sync is delivered. Asked inside every run, of the Tenants as they are then:
 * whatever woke the Sync proves nothing (SEC-TEN-08).
 */
final class Mandates {
  private final Hub hub;
  private final String namespace;
  private final boolean tenantsOnly;
  private final References references;
  private final Claims claims;

  /**
   * @param namespace of the agent's own objects
   * @param tenantsOnly whether a Sync without a Tenant is refused
   */
  Mandates(Hub hub, String namespace, boolean tenantsOnly) {
    this.hub = hub;
    this.namespace = namespace;
    this.tenantsOnly = tenantsOnly;
    this.references = new References(hub);
    this.claims = new Claims(hub);
  }

  Mandate of(HubObject<SyncSpec, SyncStatus> sync) {
    var ref = sync.spec().tenantRef();
    if (ref == null) {
      return withoutTenant(sync);
    }
    return switch (hub.tenants().lookup(new Name(namespace, ref.name()))) {
      case Lookup.Absent<TenantSpec, TenantStatus>() ->
          refused("TenantNotFound", "Tenant %s does not exist".formatted(ref.name()));
      case Lookup.Malformed<TenantSpec, TenantStatus> malformed ->
          refused("TenantMalformed", malformed.sentence());
      case Lookup.Found<TenantSpec, TenantStatus>(var tenant) -> withTenant(sync, tenant);
    };
  }

  // Elsewhere the people of a Tenant write, and not those of the platform.
  private Mandate withoutTenant(HubObject<SyncSpec, SyncStatus> sync) {
    if (!sync.name().namespace().equals(namespace)) {
      return refused(
          "TenantRequired",
          "a Sync in namespace %s must name the Tenant it is of: set spec.tenantRef"
              .formatted(sync.name().namespace()));
    }
    return tenantsOnly
        ? refused(
            "TenantRequired",
            "it names no Tenant and would be delivered with the rights of the agent: set"
                + " spec.tenantRef, or start the agent with --allow-untenanted")
        : Mandate.PLATFORM;
  }

  private Mandate withTenant(
      HubObject<SyncSpec, SyncStatus> sync, HubObject<TenantSpec, TenantStatus> tenant) {
    Optional<Failure> outside =
        sync.name().namespace().equals(namespace)
            ? Optional.empty()
            : references.outside(sync, tenant);
    return outside
        .<Mandate>map(Mandate.Refused::new)
        .orElseGet(() -> Mandate.Given.to(tenant, grant(tenant)));
  }

  private Grant grant(HubObject<TenantSpec, TenantStatus> tenant) {
    var allow = tenant.spec().allow();
    return new Grant.OfTenant(
        Claims.of(tenant),
        claims.before(tenant),
        allow.clusterResources(),
        allow.kinds(),
        Set.of(namespace),
        Map.of());
  }

  private static Mandate refused(String reason, String message) {
    return new Mandate.Refused(new Failure(reason, message));
  }
}
