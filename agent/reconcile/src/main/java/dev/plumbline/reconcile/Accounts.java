package dev.plumbline.reconcile;

import dev.plumbline.kube.Identity;
import dev.plumbline.model.Clock;
import dev.plumbline.reconcile.TargetState.Connected;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether the service accounts of tenants are there, on one target. The API server lets us act as
 * one that was deleted, and its role bindings still count: so the tenant who takes it away would
 * not stop us, and we would not notice (SEC-TEN-05).
 */
final class Accounts {
  private static final Duration BELIEVED = Duration.ofSeconds(30);

  private final Clock clock;
  private final Map<Identity.ServiceAccount, Instant> seen = new ConcurrentHashMap<>();

  Accounts(Clock clock) {
    this.clock = clock;
  }

  /**
   * Why nobody can act for the Sync: its account is not there. Empty where it is, or was a moment
   * ago.
   *
   * @throws IOException when it could not find out
   */
  static Optional<Failure> missing(Run run, Connected target) throws IOException {
    return switch (run.given().identity()) {
      case Identity.Agent() -> Optional.empty();
      case Identity.ServiceAccount account ->
          target.premises().accounts().exists(account, new Steward(target, run))
              ? Optional.empty()
              : Optional.of(
                  new Failure(
                      "AccountMissing",
                      ("service account %s/%s does not exist on Target %s; until it does, nothing is"
                              + " applied or deleted there")
                          .formatted(account.namespace(), account.name(), run.target().name())));
    };
  }

  private boolean exists(Identity.ServiceAccount account, Steward steward) throws IOException {
    Instant now = clock.now();
    Instant last = seen.get(account);
    if (last != null && now.isBefore(last.plus(BELIEVED))) {
      return true;
    }
    boolean there = steward.exists(account);
    if (there) {
      seen.put(account, now);
    } else {
      seen.remove(account);
    }
    return there;
  }
}
