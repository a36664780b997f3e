package dev.plumbline.kube;

import dev.plumbline.model.ObjectKey;

/**
 * One delete.
 *
 * @param foreground whether its dependants go first; else they go after it
 * @param dryRun whether the server only says what would happen
 */
public record DeleteRequest(ObjectKey key, Guard guard, boolean foreground, boolean dryRun) {

  public static DeleteRequest of(ObjectKey key, Guard guard) {
    return new DeleteRequest(key, guard, false, false);
  }

  public DeleteRequest at(Guard other) {
    return new DeleteRequest(key, other, foreground, dryRun);
  }

  public DeleteRequest inForeground() {
    return new DeleteRequest(key, guard, true, dryRun);
  }

  public DeleteRequest asDryRun() {
    return new DeleteRequest(key, guard, foreground, true);
  }
}
