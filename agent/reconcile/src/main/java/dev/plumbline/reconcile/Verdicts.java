package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.Condition.Status;
import dev.plumbline.api.v1alpha1.SyncStatus.Drift;
import dev.plumbline.api.v1alpha1.SyncStatus.Extra;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.api.v1alpha1.SyncStatus.Revisions;
import dev.plumbline.apply.Addition;
import dev.plumbline.apply.Applied;
import dev.plumbline.apply.Change;
import dev.plumbline.apply.Fights;
import dev.plumbline.apply.Outcome;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Revision;
import dev.plumbline.reconcile.WorkQueue.Next;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;

/** What a run means: the conditions it leaves, and when the Sync runs again by itself. */
final class Verdicts {
  private static final Backoff DEFINITIONS =
      new Backoff(Duration.ofMillis(300), Duration.ofSeconds(10));
  private static final Duration AT_ONCE = Duration.ofMillis(20);
  private static final Duration SOON = Duration.ofMinutes(1);
  // No watch tells when an object is well that the agent may not watch.
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
  // What the server finds wrong with an object, Git has to mend; what is missing, or belongs to
  // others, may come or go without a word to us.
  private static final Duration SLOWLY = Duration.ofMinutes(10);
  private static final Set<Enum<?>> SLOWLY_REASONS =
      Set.of(
          Change.Reason.INVALID,
          Change.Reason.UNSUPPORTED,
          Change.Reason.IMMUTABLE,
          Change.Reason.NEEDS_CONSENT,
          Change.Reason.NOT_ALLOWED,
          Refusal.Cause.INVALID,
          Refusal.Cause.IMMUTABLE);

  private final Run run;
  private final Revision wanted;
  private final Pipeline.Result.Ready ready;
  private final Optional<Failure> held;
  private final Tally tally;
  private final Applied applied;
  private final Schedule schedule;
  private final boolean unchanged;
  private final Optional<Instant> waitingSince;

  /**
   * @param held why the newest revision cannot be used; empty where it was delivered
   * @param memory what was known before this run was settled
   */
  Verdicts(
      Run run,
      Revision wanted,
      Pipeline.Result.Ready ready,
      Optional<Failure> held,
      Tally tally,
      Applied applied,
      Schedule schedule,
      Memory memory) {
    this.run = run;
    this.wanted = wanted;
    this.ready = ready;
    this.held = held;
    this.tally = tally;
    this.applied = applied;
    this.schedule = schedule;
    this.unchanged = memory.changedBy().isEmpty();
    this.waitingSince =
        tally.worst().isEmpty()
            ? Optional.empty()
            : memory.waitingSince().or(() -> Optional.of(run.now()));
  }

  /** Whether an object does not become healthy. */
  boolean degraded() {
    return judgement().phase() == Phase.DEGRADED && tally.worst().isPresent();
  }

  Memory remember(Memory memory) {
    return memory.told().waiting(waitingSince).resyncAt(schedule.nextResync());
  }

  Report report(Report report) {
    verified(report);
    if (held.filter(why -> why.phase() == Phase.FAILED).isPresent()) {
      report.condition(Condition.RENDERED, Status.FALSE, held.get().reason(), held.get().message());
    } else {
      String message = "%d objects".formatted(ready.rendered().delivered().size()) + remarks();
      report.condition(Condition.RENDERED, Status.TRUE, "Rendered", message);
    }
    appliedCondition(report);
    healthyCondition(report);
    Judgement judgement = judgement();
    boolean stalled =
        held.filter(why -> why.phase() != Phase.WAITING).isPresent() || !tally.heldBack().isEmpty();
    report.condition(
        Condition.STALLED,
        stalled ? Status.TRUE : Status.FALSE,
        stalled ? judgement.reason() : "Moving",
        stalled ? judgement.message() : "nothing needs a person");
    report.ready(judgement.phase(), judgement.ready(), judgement.reason(), judgement.message());
    Revisions last = run.sync().status().revision();
    Revisions now = revisions(last);
    report.revision(now).objects(tally.objects()).blocked(tally.blocked()).drifted(drifts());
    report.extra(extras());
    if (complete() && (last == null || !now.applied().equals(last.applied()))) {
      report.live(now.applied(), Duration.between(run.startedAt(), run.now()), judgement.reason());
    }
    return report.handled(run.handled());
  }

  private String remarks() {
    List<String> remarks = tally.remarks();
    if (remarks.isEmpty()) {
      return "";
    }
    String more = remarks.size() > 1 ? " (and %d more)".formatted(remarks.size() - 1) : "";
    return "; " + remarks.getFirst() + more;
  }

  private void verified(Report report) {
    String by = ready.verified().vouchedBy();
    boolean nobody = by.startsWith("none");
    report.condition(
        Condition.VERIFIED,
        nobody ? Status.UNKNOWN : Status.TRUE,
        nobody ? "NoTrustConfigured" : "Verified",
        nobody ? "nobody vouches for it: no trust is configured" : by);
  }

  private void appliedCondition(Report report) {
    Optional<Outcome> first =
        Stream.of(tally.heldBack(), tally.retrying(), tally.waiting())
            .flatMap(List::stream)
            .findFirst();
    boolean whole = complete();
    String message =
        whole
            ? "every object is applied"
            : first.map(Tally::sentence).orElse("waits for a definition of the same revision");
    report.condition(
        Condition.APPLIED,
        whole ? Status.TRUE : Status.FALSE,
        whole ? "Applied" : "Incomplete",
        message);
    report.condition(
        Condition.IN_SYNC,
        whole && drifted().isEmpty() ? Status.TRUE : Status.FALSE,
        inSync(whole),
        !whole ? message : asWanted());
  }

  private String inSync(boolean whole) {
    if (!whole) {
      return "NotAsWanted";
    }
    if (drifted().isPresent()) {
      return "Drifted";
    }
    return tally.additions().isEmpty() ? "InSync" : "AddedByOthers";
  }

  /** What somebody took and keeps, as the Sync asks. */
  private Optional<Outcome> drifted() {
    return applied.outcomes().stream().filter(Outcome::drifted).findFirst();
  }

  private String asWanted() {
    if (drifted().isPresent()) {
      return Tally.sentence(drifted().get());
    }
    if (tally.additions().isEmpty()) {
      return "the cluster is as wanted";
    }
    Addition first = tally.additions().getFirst();
    int more = tally.additions().size() - 1;
    return "everything of ours is as wanted; beside it, %s: %s%s"
        .formatted(
            first.key(), first.sentence(), more == 0 ? "" : " (and %d more)".formatted(more));
  }

  private void healthyCondition(Report report) {
    report.condition(
        Condition.HEALTHY,
        tally.worst().isEmpty() ? Status.TRUE : Status.FALSE,
        tally.worst().map(worst -> worst.health().reason()).orElse("Healthy"),
        tally.worst().map(Tally.Worst::sentence).orElse("every object is healthy")
            + tally.unwatched().sentence().map("; "::concat).orElse(""));
  }

  /** The state in one word, and why. */
  private record Judgement(Phase phase, boolean ready, String reason, String message) {}

  private Judgement judgement() {
    if (held.isPresent()) {
      return new Judgement(held.get().phase(), false, held.get().reason(), held.get().message());
    }
    if (!tally.heldBack().isEmpty()) {
      return not(Phase.BLOCKED, "ObjectsBlocked", tally.heldBack());
    }
    if (!tally.retrying().isEmpty()) {
      return not(Phase.APPLYING, "Retrying", tally.retrying());
    }
    if (!applied.deferred().isEmpty()) {
      return new Judgement(
          Phase.APPLYING,
          false,
          "WaitingForDefinitions",
          applied.deferred().getFirst() + " waits for its CustomResourceDefinition");
    }
    if (tally.waiting().isEmpty()) {
      return byHealth(run.sync().spec().waits());
    }
    return applied.awaited().isEmpty() || tally.worst().isEmpty()
        ? not(Phase.WAITING, "Waiting", tally.waiting())
        : byHealth(true);
  }

  private static Judgement not(Phase phase, String reason, List<Outcome> outcomes) {
    String more = outcomes.size() > 1 ? " (and %d more)".formatted(outcomes.size() - 1) : "";
    return new Judgement(phase, false, reason, Tally.sentence(outcomes.getFirst()) + more);
  }

  private Judgement byHealth(boolean waits) {
    if (tally.worst().isEmpty()) {
      return good();
    }
    Tally.Worst worst = tally.worst().get();
    if (worst.failed()) {
      return new Judgement(Phase.DEGRADED, false, "Unhealthy", worst.sentence());
    }
    if (!waits) {
      return good();
    }
    if (untilTimeout().isNegative()) {
      return new Judgement(
          Phase.DEGRADED,
          false,
          "HealthTimeout",
          "not healthy within %ss: %s"
              .formatted(run.sync().spec().timeout().toSeconds(), worst.sentence()));
    }
    String unwatched = tally.unwatched().sentence().map("; "::concat).orElse("");
    return new Judgement(Phase.WAITING, false, "Progressing", worst.sentence() + unwatched);
  }

  private Judgement good() {
    int count = ready.rendered().delivered().size();
    return new Judgement(Phase.READY, true, "Ready", "%d objects are as wanted".formatted(count));
  }

  private Duration untilTimeout() {
    return Duration.between(
        run.now(), waitingSince.orElse(run.now()).plus(run.sync().spec().timeout()));
  }

  private boolean complete() {
    return tally.applied() && applied.deferred().isEmpty();
  }

  // As long as this process saw no commit change what the Sync reads, the status goes on naming the
  // one that did, and costs no write.
  private Revisions revisions(Revisions last) {
    String digest = ready.rendered().builtDigest().toString();
    if (last != null
        && unchanged
        && held.isEmpty()
        && complete()
        && digest.equals(last.rendered())
        && last.applied() != null
        && Revision.parse(wanted.repository(), last.applied())
            .filter(live -> live.ref().equals(wanted.ref()))
            .isPresent()) {
      return new Revisions(last.applied(), last.applied(), last.verifiedBy(), digest);
    }
    boolean isLive = held.isEmpty() && complete();
    String live = isLive ? wanted.toString() : last == null ? null : last.applied();
    return new Revisions(
        wanted.toString(), live, signer(), isLive ? digest : last == null ? null : last.rendered());
  }

  private String signer() {
    String by = ready.verified().vouchedBy();
    return by.startsWith("none") ? null : by;
  }

  private List<Drift> drifts() {
    return applied.drifts().stream()
        .map(
            drift ->
                new Drift(
                    drift.key().toString(),
                    drift.fields().isEmpty() ? null : drift.fields().getFirst(),
                    drift.by(),
                    drift.at(),
                    drift.repaired() ? run.now() : null))
        .toList();
  }

  private List<Extra> extras() {
    return tally.additions().stream()
        .map(added -> new Extra(added.key().toString(), added.field(), added.by(), added.at()))
        .toList();
  }

  /** When the Sync runs again though nothing woke it. */
  Next next(Fights fights) {
    if (!applied.deferred().isEmpty()) {
      return new Next.Retry(DEFINITIONS);
    }
    if (!tally.retrying().isEmpty()) {
      var retry = run.sync().spec().retry();
      return new Next.Retry(new Backoff(retry.min(), retry.max()));
    }
    if (tally.opened()) {
      return new Next.After(AT_ONCE);
    }
    Duration pause = Duration.between(run.now(), schedule.nextResync());
    if (applied.again().isPresent()) {
      pause = sooner(pause, Duration.between(run.now(), applied.again().get()).plusMillis(50));
    }
    if (held.filter(why -> why.reason().equals(Failure.QUOTA)).isPresent()) {
      pause = sooner(pause, SOON); // others may need less by then
    }
    for (Outcome outcome : tally.heldBack()) {
      pause = sooner(pause, SLOWLY_REASONS.contains(outcome.reason()) ? SLOWLY : SOON);
    }
    for (Outcome outcome : tally.waiting()) {
      Duration contested =
          fights
              .until(outcome.key())
              .map(until -> Duration.between(run.now(), until).plusMillis(50))
              .orElse(SOON);
      pause = sooner(pause, contested);
    }
    if (tally.unwatched().waiting()) {
      pause = sooner(pause, untilTimeout().isNegative() ? SOON : LOOK_AGAIN);
    }
    if (waitingSince.isPresent() && !untilTimeout().isNegative()) {
      pause = sooner(pause, untilTimeout().plusMillis(50));
    }
    return new Next.After(pause.isNegative() ? Duration.ofMillis(50) : pause);
  }

  private static Duration sooner(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  void log(Logger log) {
    long done = applied.outcomes().stream().filter(o -> o.result() == Outcome.Result.DONE).count();
    if (done == 0 && tally.applied() && held.isEmpty()) {
      return;
    }
    Judgement judgement = judgement();
    log.atInfo()
        .addKeyValue("sync", run.name())
        .addKeyValue("operation", run.operation())
        .addKeyValue("revision", wanted.brief())
        .addKeyValue("written", done)
        .log("{} {}: {}", run.name(), judgement.phase(), judgement.message());
    applied
        .drifts()
        .forEach(
            drift ->
                log.atInfo()
                    .addKeyValue("sync", run.name())
                    .addKeyValue("operation", run.operation())
                    .log(
                        "{} {}: {} at {}",
                        drift.repaired() ? "repaired" : "left",
                        drift.key(),
                        drift.sentence(),
                        drift.at()));
    applied
        .warnings()
        .forEach(
            warning ->
                log.atWarn()
                    .addKeyValue("sync", run.name())
                    .addKeyValue("operation", run.operation())
                    .log("{}", warning));
  }
}
