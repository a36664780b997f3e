package dev.plumbline.hub;

import dev.plumbline.kube.Meta;
import dev.plumbline.model.Name;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One of our objects in one version.
 *
 * @param deleting whether a deletion timestamp is set
 * @param status what was last written; the kind's empty status where nothing was
 */
public record HubObject<S extends Record, T extends Record>(
    Name name,
    String uid,
    String resourceVersion,
    long generation,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<String> finalizers,
    boolean deleting,
    Instant created,
    S spec,
    T status) {
  public HubObject {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    finalizers = List.copyOf(finalizers);
  }

  HubObject(Name name, Meta meta, S spec, T status) {
    this(
        name,
        meta.uid(),
        meta.resourceVersion(),
        meta.generation(),
        meta.labels(),
        meta.annotations(),
        meta.finalizers(),
        meta.deleting(),
        meta.created(),
        spec,
        status);
  }

  /** Whether somebody else than a writer of statuses changed something. */
  boolean differsBesideStatus(HubObject<S, T> other) {
    return !uid.equals(other.uid)
        || generation != other.generation
        || deleting != other.deleting
        || !labels.equals(other.labels)
        || !annotations.equals(other.annotations)
        || !finalizers.equals(other.finalizers)
        || !spec.equals(other.spec);
  }
}
