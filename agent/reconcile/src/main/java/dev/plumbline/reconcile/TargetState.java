package dev.plumbline.reconcile;

import dev.plumbline.apply.Fights;
import dev.plumbline.apply.Live;
import dev.plumbline.kube.Connection;
import dev.plumbline.model.Digest;
import java.util.Optional;

/** What is known of a target. */
sealed interface TargetState {

  /** It cannot be delivered to. */
  record Unusable(Failure failure) implements TargetState {}

  /** Somebody asked to leave it alone. */
  record Suspended(Failure failure) implements TargetState {}

  /**
   * It answers, or did.
   *
   * @param credentials the digest of what it was opened with: another one means another connection
   * @param identity the uid of its kube-system namespace
   * @param premises what it has for tenants
   * @param away why it does not answer now; its watches come back by themselves, and what is known
   *     of it stays known
   */
  record Connected(
      Connection connection,
      Digest credentials,
      String identity,
      String version,
      Live live,
      Fights fights,
      Premises premises,
      Optional<Failure> away)
      implements TargetState {

    Connected away(Failure why) {
      return with(Optional.of(why));
    }

    Connected back() {
      return with(Optional.empty());
    }

    private Connected with(Optional<Failure> now) {
      return new Connected(connection, credentials, identity, version, live, fights, premises, now);
    }
  }
}
