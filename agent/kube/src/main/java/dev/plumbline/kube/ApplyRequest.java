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
 * @param dryRun whether the server only says what would happen
 */
public record ApplyRequest(
    ObjectKey key, MapNode body, String fieldManager, Optional<Guard> guard, boolean dryRun) {

  public static ApplyRequest createOnly(ObjectKey key, MapNode body, String fieldManager) {
    return new ApplyRequest(key, body, fieldManager, Optional.empty(), false);
  }

  public static ApplyRequest update(ObjectKey key, MapNode body, String manager, Guard guard) {
    return new ApplyRequest(key, body, manager, Optional.of(guard), false);
  }

  public ApplyRequest asDryRun() {
    return new ApplyRequest(key, body, fieldManager, guard, true);
  }
}
