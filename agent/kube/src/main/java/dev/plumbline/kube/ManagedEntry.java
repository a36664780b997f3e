package dev.plumbline.kube;

import java.time.Instant;

/**
 * One entry of {@code metadata.managedFields}: who owns which fields since when.
 *
 * @param operation {@code Apply} or {@code Update}
 * @param subresource empty for the object itself, else for example {@code scale} or {@code status}
 * @param time when the entry last changed; {@link Instant#EPOCH} where the server does not say
 */
public record ManagedEntry(
    String manager,
    String operation,
    String subresource,
    String apiVersion,
    Instant time,
    FieldSet fields) {

  public boolean isApplyOf(String fieldManager) {
    return manager.equals(fieldManager) && operation.equals("Apply") && subresource.isEmpty();
  }

  /** For people: {@code kubectl (scale)}. */
  public String who() {
    return subresource.isEmpty() ? manager : manager + " (" + subresource + ")";
  }
}
