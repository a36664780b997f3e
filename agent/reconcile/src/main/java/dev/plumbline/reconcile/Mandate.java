package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.apply.Grant;
import dev.plumbline.hub.HubObject;
import dev.plumbline.kube.Identity;
import dev.plumbline.model.Name;
import java.time.Duration;
import java.util.Optional;

/** For whom a Sync is delivered: with whose rights, and within which bounds. */
sealed interface Mandate {
  /** Nobody's but the platform's. */
  Given PLATFORM = new Given(new Identity.Agent(), Grant.EVERYTHING, Optional.empty());

  /** It may not be delivered. */
  record Refused(Failure failure) implements Mandate {}

  /**
   * @param identity who acts on the target
   * @param grant what it may deliver
   * @param tenant empty for the platform
   */
  record Given(Identity identity, Grant grant, Optional<HubObject<TenantSpec, TenantStatus>> tenant)
      implements Mandate {

    static Given to(HubObject<TenantSpec, TenantStatus> tenant, Grant grant) {
      var account = tenant.spec().serviceAccount();
      var identity = new Identity.ServiceAccount(account.namespace(), account.name());
      return new Given(identity, grant, Optional.of(tenant));
    }

    Optional<Name> whose() {
      return tenant.map(HubObject::name);
    }

    /** How long one render may take; empty for as long as it takes. */
    Optional<Duration> renderLimit() {
      return tenant
          .map(found -> found.spec().quota().renderSeconds())
          .map(seconds -> Duration.ofSeconds(seconds));
    }

    /** What may be deleted: what the Sync says, as far as its Tenant allows it. */
    SyncSpec.Prune prune(SyncSpec.Prune own) {
      return bound().map(own::within).orElse(own);
    }

    /** Whether anything may be deleted at all, whatever the Sync says. */
    boolean prunes() {
      return bound().map(SyncSpec.Prune::enabled).orElse(true);
    }

    /** What its Tenant lets be deleted; empty for the platform. */
    Optional<SyncSpec.Prune> bound() {
      return tenant.map(found -> found.spec().prune());
    }
  }
}
