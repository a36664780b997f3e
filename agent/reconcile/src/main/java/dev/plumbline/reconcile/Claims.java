package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.apply.Grant.Claim;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.model.Name;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which Tenant a namespace belongs to that more than one of them claims: the older one. */
final class Claims {
  /** The condition of a Tenant that says whether all of its namespaces are its own. */
  static final String UNDISPUTED = "Undisputed";

  private static final int MOST_TOLD = 5;

  private final Hub hub;

  Claims(Hub hub) {
    this.hub = hub;
  }

  static Claim of(HubObject<TenantSpec, TenantStatus> tenant) {
    return Claimant.of(tenant).claim();
  }

  /** The claims that go before that of a Tenant and have namespaces in common with it. */
  List<Claim> before(HubObject<TenantSpec, TenantStatus> tenant) {
    var claimant = Claimant.of(tenant);
    return claimants()
        .filter(other -> other.compareTo(claimant) < 0)
        .sorted()
        .map(Claimant::claim)
        .filter(claimant.claim()::meets)
        .toList();
  }

  private Stream<Claimant> claimants() {
    return Stream.concat(
        hub.tenants().all().stream().map(Claimant::of),
        hub.tenants().malformed().stream().map(Claimant::of));
  }

  /** The Tenants that have to be looked at again after another one changed, or went. */
  List<HubObject<TenantSpec, TenantStatus>> touchedBy(Name changed) {
    Optional<Claim> claim =
        claimants().filter(one -> one.name().equals(changed)).map(Claimant::claim).findFirst();
    return hub.tenants().all().stream()
        .filter(other -> !other.name().equals(changed))
        .filter(
            other ->
                disputed(other.status()) || claim.filter(now -> now.meets(of(other))).isPresent())
        .toList();
  }

  private static boolean disputed(TenantStatus status) {
    return Condition.find(status.conditions(), UNDISPUTED)
        .filter(condition -> !condition.isTrue())
        .isPresent();
  }

  /** Which of its namespaces are an older Tenant's, in a sentence; empty where none is. */
  Optional<String> dispute(HubObject<TenantSpec, TenantStatus> tenant) {
    Claim claim = of(tenant);
    List<Claim> before = before(tenant);
    if (before.isEmpty()) {
      return Optional.empty();
    }
    String whose =
        before.stream()
            .limit(MOST_TOLD)
            .map(older -> sentence(claim, older))
            .collect(Collectors.joining(", "));
    return Optional.of(
        whose + more(before.size()) + "; nothing is delivered there for this Tenant");
  }

  private static String sentence(Claim claim, Claim older) {
    List<String> common = claim.common(older);
    return "Tenant %s%s claims %s%s longer"
        .formatted(
            older.tenant(),
            older.known() ? "" : ", which cannot be read,",
            common.stream().limit(MOST_TOLD).collect(Collectors.joining(", ")),
            more(common.size()));
  }

  private static String more(int all) {
    return all > MOST_TOLD ? " (and %d more)".formatted(all - MOST_TOLD) : "";
  }
}
