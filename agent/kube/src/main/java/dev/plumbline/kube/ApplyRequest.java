package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.util.Optional;

/**
 * One server-side apply.
 *
 * @param body the object, with {@code apiVersion}, {@code kind} and {@code metadata.name}; without
 *     resourceVersion and uid, which come from the guard
 * @param guard empty for create-only: the request succeeds only if nothing is there
 * @param force whether fields are taken from other managers; else their having them is a CONFLICT
 * @param dryRun whether the server only says what would happen
 */
public record ApplyRequest(
    ObjectKey key,
    MapNode body,
    String fieldManager,
    Optional<Guard> guard,
    boolean force,
    boolean dryRun) {

  public static ApplyRequest createOnly(ObjectKey key, MapNode body, String fieldManager) {
    return new ApplyRequest(key, body, fieldManager, Optional.empty(), true, false);
  }

  public static ApplyRequest update(ObjectKey key, MapNode body, String manager, Guard guard) {
    return new ApplyRequest(key, body, manager, Optional.of(guard), true, false);
  }

  public ApplyRequest asDryRun() {
    return new ApplyRequest(key, body, fieldManager, guard, force, true);
  }

  /** Takes nothing from anybody. */
  public ApplyRequest withoutForce() {
    return new ApplyRequest(key, body, fieldManager, guard, false, dryRun);
  }
}
