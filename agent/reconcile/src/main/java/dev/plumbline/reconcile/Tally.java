package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncStatus.Blocked;
import dev.plumbline.api.v1alpha1.SyncStatus.Objects;
import dev.plumbline.apply.Addition;
import dev.plumbline.apply.Applied;
import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Live;
import dev.plumbline.apply.Outcome;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.apply.Wanted;
import dev.plumbline.health.Health;
import dev.plumbline.health.HealthRules;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a Sync's objects are doing after a run: what was held back, what is still on its way, and the
 * worst of them.
 *
 * @param worst the object furthest from well, with its sentence; empty when all are well
 * @param additions what others put beside our fields, as far as the Sync wants to hear of it
 * @param opened whether something became healthy that others waited for
 * @param unwatched what no watch tells of
 * @param remarks what annotations ask for and mean nothing here
 */
record Tally(
    Objects objects,
    List<Outcome> heldBack,
    List<Outcome> retrying,
    List<Outcome> waiting,
    Optional<Worst> worst,
    List<Addition> additions,
    boolean opened,
    Unwatched unwatched,
    List<String> remarks) {
  private static final Set<Refusal.Cause> IN_DOUBT =
      Set.of(Refusal.Cause.TRANSIENT, Refusal.Cause.UNAUTHORIZED);

  /**
   * An object that is not well.
   *
   * @param because what its Pods say; empty for nothing
   */
  record Worst(ObjectKey key, Health health, String because) {
    private Worst(ObjectKey key, Health health) {
      this(key, health, "");
    }

    String sentence() {
      return key + ": " + health.sentence() + (because.isEmpty() ? "" : "; " + because);
    }

    boolean failed() {
      return health.status() == Health.Status.FAILED;
    }
  }

  /**
   * @param added what others put beside our fields, as far as the Sync wants to hear of it
   */
  static Tally of(Desired desired, Applied applied, Live live, List<Addition> added) {
    Map<ObjectKey, Outcome> outcomes = new HashMap<>();
    applied.outcomes().forEach(outcome -> outcomes.put(outcome.key(), outcome));
    int ready = 0;
    int total = desired.objects().size() + desired.unserved().size();
    Optional<Worst> worst = Optional.empty();
    for (var wanted : desired.objects()) {
      Outcome outcome = outcomes.get(wanted.key());
      if (outcome == null || !outcome.good()) {
        continue;
      }
      Health health = healthOf(wanted, outcome, live);
      if (health.isCurrent()) {
        ready++;
      } else if (worst.isEmpty() || (!worst.get().failed() && isFailed(health))) {
        worst = Optional.of(new Worst(wanted.key(), health));
      }
    }
    List<Outcome> held = select(applied, Result.DENIED, Result.CONFLICT);
    List<Outcome> retrying = select(applied, Result.FAILED, Result.UNKNOWN);
    List<Outcome> waiting = select(applied, Result.WAITING);
    var objects =
        new Objects(
            total,
            ready,
            retrying.size() + waiting.size() + held.size() + drifted(applied),
            held.size());
    boolean opened = applied.awaited().stream().anyMatch(live::healthy);
    var unwatched = Unwatched.of(desired, live);
    return new Tally(
        objects, held, retrying, waiting, worst, added, opened, unwatched, remarks(desired));
  }

  /** The same with what the Pods of the worst object say. */
  Tally because(String pods) {
    return new Tally(
        objects,
        heldBack,
        retrying,
        waiting,
        worst.map(object -> new Worst(object.key(), object.health(), pods)),
        additions,
        opened,
        unwatched,
        remarks);
  }

  private static int drifted(Applied applied) {
    return (int) applied.outcomes().stream().filter(Outcome::drifted).count();
  }

  private static Health healthOf(Wanted wanted, Outcome outcome, Live live) {
    Optional<Health> known = live.health(wanted.key());
    // Nobody tells of the health of what is not ours and was left alone.
    boolean counts =
        HealthRules.hasRule(wanted.key().groupKind())
            && wanted.wishes().judged()
            && !(outcome.left() && known.isEmpty());
    return counts
        ? known.orElseGet(() -> Health.inProgress("NotSeenYet", "its status was not seen yet"))
        : Health.current("exists");
  }

  private static List<String> remarks(Desired desired) {
    return desired.objects().stream()
        .flatMap(
            wanted -> wanted.wishes().remarks().stream().map(text -> wanted.key() + ": " + text))
        .toList();
  }

  private static boolean isFailed(Health health) {
    return health.status() == Health.Status.FAILED;
  }

  private static List<Outcome> select(Applied applied, Result... results) {
    var wanted = Set.of(results);
    return applied.outcomes().stream().filter(o -> wanted.contains(o.result())).toList();
  }

  /** Whether every object is applied as wanted. */
  boolean applied() {
    return heldBack.isEmpty() && retrying.isEmpty() && waiting.isEmpty();
  }

  /** Whether an answer of the target was lost, or there was none. */
  boolean doubtsTarget() {
    return retrying.stream()
        .anyMatch(
            outcome ->
                outcome.result() == Result.UNKNOWN
                    || outcome.cause().filter(IN_DOUBT::contains).isPresent());
  }

  /** What is not as wanted, worst first, for the status. */
  List<Blocked> blocked() {
    var blocked = new ArrayList<Blocked>();
    heldBack.forEach(outcome -> blocked.add(blocked(outcome)));
    retrying.forEach(outcome -> blocked.add(blocked(outcome)));
    waiting.forEach(outcome -> blocked.add(blocked(outcome)));
    return blocked;
  }

  /** The objects that are knowingly not as wanted, or left as they are. */
  static Set<ObjectKey> untouched(Applied applied) {
    var keys = new HashSet<ObjectKey>();
    applied.outcomes().stream()
        .filter(outcome -> !outcome.good() || outcome.left())
        .forEach(outcome -> keys.add(outcome.key()));
    return keys;
  }

  /** One object and its reason, as people read it: {@code web.yaml:14: Deployment web/api: …}. */
  static String sentence(Outcome outcome) {
    String where = outcome.where().known() ? outcome.where() + ": " : "";
    return where + outcome.key() + ": " + outcome.message();
  }

  private static Blocked blocked(Outcome outcome) {
    String where = outcome.where().known() ? outcome.where() + ": " : "";
    return new Blocked(
        outcome.key().toString(), Failure.camel(outcome.reason()), where + outcome.message());
  }
}
