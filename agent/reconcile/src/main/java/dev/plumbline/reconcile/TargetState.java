package dev.plumbline.reconcile;

import dev.plumbline.apply.Fights;
import dev.plumbline.apply.Live;
import dev.plumbline.kube.Connection;
import dev.plumbline.model.Digest;
import java.util.concurrent.Semaphore;

/** What is known of a target. */
sealed interface TargetState {

  /** It cannot be delivered to. */
  record Unusable(Failure failure) implements TargetState {}

  /**
   * It answers.
   *
   * @param credentials the digest of what it was opened with: another one means another connection
   * @param identity the uid of its kube-system namespace
   * @param bulkhead how many Syncs may work on it at once, so that a slow target holds up only its
   *     own
   */
  record Connected(
      Connection connection,
      Digest credentials,
      String identity,
      String version,
      Live live,
      Fights fights,
      Semaphore bulkhead)
      implements TargetState {}
}
