package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.time.Instant;
import java.util.List;

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
 * @param path the same, as managedFields has it
 * @param removable whether it can be taken out again; a finalizer is somebody's promise to clean up
 */
public record Addition(
    ObjectKey key,
    String field,
    List<String> path,
    String by,
    Instant at,
    boolean weighty,
    boolean removable) {
  public Addition {
    path = List.copyOf(path);
  }

  /** For people: {@code .spec.externalIPs added by "kubectl-edit"}. */
  public String sentence() {
    return "%s added by \"%s\"".formatted(field, by);
  }

  boolean sameAs(Addition other) {
    return key.equals(other.key) && field.equals(other.field) && by.equals(other.by);
  }
}
