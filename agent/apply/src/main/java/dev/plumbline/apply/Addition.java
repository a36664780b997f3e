package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.time.Instant;

/**
 * Something another manager put beside our fields in an object of ours: a sidecar container, a port
 * of a Service, an owner.
 *
 * @param field the topmost path that is not ours: {@code
 *     .spec.template.spec.containers[name="sidecar"]}
 * @param by the field manager
 * @param at when that manager last wrote, as the server says
 * @param weighty whether it is told of unasked: in a pod spec, a Service, rules and subjects of
 *     RBAC, or an owner
 * @param removable whether it can be taken out again; a finalizer is somebody's promise to clean up
 */
public record Addition(
    ObjectKey key, String field, String by, Instant at, boolean weighty, boolean removable) {

  /** For people: {@code .spec.externalIPs added by "kubectl-edit"}. */
  public String sentence() {
    return "%s added by \"%s\"".formatted(field, by);
  }

  boolean sameAs(Addition other) {
    return key.equals(other.key) && field.equals(other.field) && by.equals(other.by);
  }
}
