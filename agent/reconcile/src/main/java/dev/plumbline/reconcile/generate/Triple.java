package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.hub.HubObject;
import dev.plumbline.model.Digest;
import java.util.Map;
import java.util.Optional;

/** A Tenant in an Environment on a Target: what one generated Sync is for. */
public record Triple(String tenant, String environment, String target) {
  /** Names of events and of Inventory objects are made from that of the Sync. */
  static final int LONGEST_NAME = 200;

  private static final int LONGEST_LABEL = 63;
  private static final int DIGITS = 6;

  /** What an object that says it was generated is for; empty for any other. */
  public static Optional<Triple> of(HubObject<SyncSpec, SyncStatus> sync) {
    String text = sync.annotations().getOrDefault(Marks.GENERATED_FOR, "");
    String[] parts = text.split("/", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    // A copy under another name is the person's who made it.
    return Optional.of(new Triple(parts[0], parts[1], parts[2]))
        .filter(triple -> triple.syncName().equals(sync.name().name()));
  }

  /** {@code <tenant>-<environment>-<target>} cut to fit, and six digits that tell them apart. */
  public String syncName() {
    return cut(tenant + "-" + environment + "-" + target, LONGEST_NAME - DIGITS - 1)
        + "-"
        + Digest.of(toString()).first(DIGITS);
  }

  /** For people's {@code kubectl get syncs -l}. */
  Map<String, String> labels() {
    return Map.of(
        Marks.TENANT, tenant, Marks.ENVIRONMENT, environment, Marks.TARGET, label(target));
  }

  Map<String, String> annotations() {
    return Map.of(Marks.GENERATED_FOR, toString());
  }

  private static String label(String name) {
    return name.length() <= LONGEST_LABEL
        ? name
        : cut(name, LONGEST_LABEL - DIGITS - 1) + "-" + Digest.of(name).first(DIGITS);
  }

  private static String cut(String name, int longest) {
    return name.length() <= longest ? name : name.substring(0, longest).replaceFirst("[-.]+$", "");
  }

  @Override
  public String toString() {
    return tenant + "/" + environment + "/" + target;
  }
}
