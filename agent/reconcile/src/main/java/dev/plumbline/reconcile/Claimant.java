package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.apply.Grant.Claim;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ScalarNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A Tenant as far as its claims go. It keeps them while it cannot be read: else whoever comes later
 * gets its namespaces by somebody else's mistake.
 *
 * @param since when it was made
 */
record Claimant(Name name, Instant since, Claim claim) implements Comparable<Claimant> {
  private static final List<String> WHATEVER = List.of("*");

  static Claimant of(HubObject<TenantSpec, TenantStatus> tenant) {
    var claim = new Claim(tenant.name().name(), tenant.spec().namespaces());
    return new Claimant(tenant.name(), tenant.created(), claim);
  }

  /** What it says as far as that can be read, else what it said before, else everything. */
  static Claimant of(Lookup.Malformed<TenantSpec, TenantStatus> tenant) {
    List<String> namespaces =
        written(tenant.body()).or(() -> tenant.last().map(TenantSpec::namespaces)).orElse(WHATEVER);
    return new Claimant(
        tenant.name(), created(tenant.body()), new Claim(tenant.name().name(), namespaces, false));
  }

  private static Optional<List<String>> written(MapNode body) {
    return body.at("spec", "namespaces")
        .filter(ListNode.class::isInstance)
        .map(node -> ((ListNode) node).items())
        .filter(items -> items.stream().allMatch(ScalarNode.class::isInstance))
        .map(items -> items.stream().map(item -> pattern(((ScalarNode) item).text())).toList());
  }

  // Whatever a star in the middle was to mean, it is no more than what begins in that way.
  private static String pattern(String text) {
    return text.contains("*") ? text.substring(0, text.indexOf('*') + 1) : text;
  }

  private static Instant created(MapNode body) {
    try {
      return body.text("metadata", "creationTimestamp").map(Instant::parse).orElse(Instant.MIN);
    } catch (DateTimeException e) {
      return Instant.MIN;
    }
  }

  /** The older one first. */
  @Override
  public int compareTo(Claimant other) {
    int byAge = since.compareTo(other.since);
    return byAge == 0 ? name.compareTo(other.name) : byAge;
  }
}
