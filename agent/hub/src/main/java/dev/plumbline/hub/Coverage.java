package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Whose Syncs are ours: those in our own namespace, and those in the hubNamespaces of our Tenants.
 * Any other is another installation's, or nobody's.
 */
final class Coverage {
  private final String home;
  private final AtomicBoolean beyondHome = new AtomicBoolean();
  private volatile Set<String> others = Set.of();

  /**
   * @param home empty where every namespace is ours
   */
  Coverage(String home) {
    this.home = home;
  }

  boolean isHome(String namespace) {
    return home.isEmpty() || home.equals(namespace);
  }

  boolean covers(String namespace) {
    return isHome(namespace) || others.contains(namespace);
  }

  /** True once: when there is something to look after beyond our own namespace. */
  boolean takeFirst() {
    return !others.isEmpty() && beyondHome.compareAndSet(false, true);
  }

  /** Takes in what the Tenants say now; which namespaces that changes. */
  Set<String> update(HubObjects<TenantSpec, TenantStatus> tenants) {
    Set<String> now =
        tenants.all().stream()
            .map(tenant -> tenant.spec().hubNamespace())
            .filter(Objects::nonNull)
            .filter(namespace -> !isHome(namespace))
            .collect(Collectors.toCollection(HashSet::new));
    Set<String> before = others;
    if (!tenants.malformed().isEmpty()) {
      now.addAll(before); // what cannot be read may still say so
    }
    if (now.equals(before)) {
      return Set.of();
    }
    others = Set.copyOf(now);
    var changed = new HashSet<>(now);
    changed.addAll(before);
    changed.removeIf(namespace -> now.contains(namespace) && before.contains(namespace));
    return changed;
  }
}
