package dev.plumbline.kube;

import dev.plumbline.model.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The metadata of a live object, all that a metadata-only answer carries.
 *
 * @param deleting whether a deletion timestamp is set
 */
public record Meta(
    ObjectKey key,
    String apiVersion,
    String uid,
    String resourceVersion,
    long generation,
    Instant created,
    boolean deleting,
    List<String> finalizers,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<ManagedEntry> managed) {
  public Meta {
    finalizers = List.copyOf(finalizers);
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    managed = List.copyOf(managed);
  }

  /** The entry a field manager has by applying; empty when it owns nothing. */
  public Optional<ManagedEntry> appliedBy(String fieldManager) {
    return managed.stream().filter(entry -> entry.isApplyOf(fieldManager)).findFirst();
  }
}
