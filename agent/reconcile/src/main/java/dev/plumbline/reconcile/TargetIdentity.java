package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.hub.Hub;
import dev.plumbline.reconcile.TargetState.Connected;
import java.util.Optional;

/**
 * Notices when the cluster behind a Sync's target is not the one the Sync owns objects on: then
 * what is recorded says nothing about it, and only a person knows whether that is meant.
 */
final class TargetIdentity {
  private final Hub hub;

  TargetIdentity(Hub hub) {
    this.hub = hub;
  }

  /** Whether it is another cluster than before. */
  static boolean changed(Run run, Connected target) {
    String known = run.sync().status().targetIdentity();
    return known != null && !known.equals(target.identity());
  }

  /** Whether a person said so of exactly this cluster, on the Sync or on the Target. */
  boolean confirmed(Run run, Connected target) {
    String onSync = run.sync().annotations().get(Marks.CONFIRM_IDENTITY);
    Optional<String> word =
        Optional.ofNullable(onSync)
            .or(
                () ->
                    hub.targets()
                        .get(run.target())
                        .map(found -> found.annotations().get(Marks.CONFIRM_IDENTITY)));
    return word.filter(target.identity()::equals).isPresent();
  }

  static Failure failure(Run run, Connected target) {
    return new Failure(
        "IdentityChanged",
        ("Target %s is not the cluster this Sync delivered to: its kube-system has uid %s, it was"
                + " %s. Nothing is written until the Sync or the Target is annotated with %s: %s;"
                + " what was delivered to the other cluster stays there")
            .formatted(
                run.target().name(),
                target.identity(),
                run.sync().status().targetIdentity(),
                Marks.CONFIRM_IDENTITY,
                target.identity()));
  }
}
