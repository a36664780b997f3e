package dev.plumbline.apply;

import dev.plumbline.apply.Applier.Done;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.DeleteRequest;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The three writes to a target: create, update, prune. Each answers with an outcome and with what
 * is to be remembered of the object. None is repeated blindly: only a write that the server says
 * met another version is tried again, with that version, a few times.
 */
public final class Writes {
  private static final int TRIES = 4;
  // Kinds whose dependants are the thing itself: gone means that the Pods are gone.
  private static final Set<String> FOREGROUND =
      Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "CronJob");

  private final Cluster cluster;
  private final Marks marks;
  private final Live live;
  private final Fights fights;
  private final LastApplied lastApplied;
  private final Clock clock;

  public Writes(
      Cluster cluster, Marks marks, Live live, Fights fights, LastApplied last, Clock clock) {
    this.cluster = cluster;
    this.marks = marks;
    this.live = live;
    this.fights = fights;
    this.lastApplied = last;
    this.clock = clock;
  }

  /**
   * @param recorded the entry written before this create
   */
  Done create(Wanted wanted, Optional<Entry> recorded) {
    boolean lost = recorded.filter(entry -> !entry.uid().isEmpty()).isPresent();
    try {
      Answer answer = cluster.apply(Preflight.request(wanted));
      return switch (answer) {
        case Answer.Done(Meta meta, List<String> warnings) -> {
          Optional<Drift> drift =
              lost
                  ? Optional.of(new Drift(wanted.key(), List.of(), "somebody", clock.now()))
                  : Optional.empty();
          yield settled(wanted, meta, drift, warnings);
        }
        case Answer.Refused(Refusal refusal) when refusal.cause() == Refusal.Cause.EXISTS ->
            existing(wanted, recorded);
        case Answer.Refused(Refusal refusal) -> refused(wanted, refusal, Optional.empty());
        case Answer.Unknown(String why) -> unknown(wanted.key(), why, wanted.where(), recorded);
      };
    } catch (Fence.Closed closed) {
      return notSent(wanted.key(), wanted.where(), recorded);
    }
  }

  // Ours from an earlier run that died before it could say so, or somebody else's.
  private Done existing(Wanted wanted, Optional<Entry> recorded) {
    try {
      Optional<Meta> there = cluster.meta(wanted.key());
      if (there.isEmpty()) {
        return failed(wanted, "something was there and is gone again", recorded);
      }
      Meta meta = there.get();
      if (!marks.areOn(meta)) {
        String message = "it exists already and belongs to " + marks.owner(meta);
        return Done.of(
            Outcome.of(wanted.key(), Result.CONFLICT, message).at(wanted.where()),
            Optional.empty());
      }
      var guard = new Guard(meta.uid(), meta.resourceVersion());
      return update(new Update(wanted, guard, Why.STRAY), recorded);
    } catch (IOException e) {
      return failed(wanted, "could not read what is there: " + e.getMessage(), recorded);
    }
  }

  Done update(Update update, Optional<Entry> recorded) {
    Wanted wanted = update.wanted();
    Optional<Meta> seen = live.suspect(wanted.key());
    Guard guard = update.guard();
    try {
      for (int attempt = 1; ; attempt++) {
        Optional<Guard> whole = entryRestored(wanted, guard, seen, recorded);
        Answer answer =
            cluster.apply(
                ApplyRequest.update(
                    wanted.key(), wanted.body(), Marks.MANAGER, whole.orElse(guard)));
        switch (answer) {
          case Answer.Done(Meta meta, List<String> warnings) -> {
            Optional<Drift> drift = drift(update.why(), seen, meta);
            return settled(wanted, meta, drift, warnings);
          }
          case Answer.Unknown(String why) -> {
            return unknown(wanted.key(), why, wanted.where(), recorded);
          }
          case Answer.Refused(Refusal refusal) -> {
            if (refusal.cause() != Refusal.Cause.CHANGED || attempt == TRIES) {
              return refused(wanted, refusal, recorded);
            }
            Optional<Meta> now = cluster.meta(wanted.key());
            if (now.isEmpty() || !now.get().uid().equals(guard.uid())) {
              return failed(wanted, "it was deleted or made again meanwhile", recorded);
            }
            live.observed(now.get());
            seen = seen.or(() -> now.filter(meta -> moved(meta, recorded)));
            guard = new Guard(now.get().uid(), now.get().resourceVersion());
          }
        }
      }
    } catch (Fence.Closed closed) {
      return notSent(wanted.key(), wanted.where(), recorded);
    } catch (IOException e) {
      return failed(wanted, "could not read it again: " + e.getMessage(), recorded);
    }
  }

  private static boolean moved(Meta meta, Optional<Entry> recorded) {
    return recorded.filter(entry -> !entry.owned().equals(Owned.digest(meta))).isPresent();
  }

  /**
   * Without our entry the server no longer knows which fields were ours, and a plain apply would
   * leave behind what Git dropped. So the entry is put back first, as a dry run of what was last
   * applied makes it; the apply then removes the rest.
   */
  private Optional<Guard> entryRestored(
      Wanted wanted, Guard guard, Optional<Meta> seen, Optional<Entry> recorded)
      throws IOException {
    boolean missing = seen.filter(meta -> meta.appliedBy(Marks.MANAGER).isEmpty()).isPresent();
    boolean dropped = recorded.filter(entry -> !entry.wanted().equals(wanted.digest())).isPresent();
    if (!missing || !dropped) {
      return Optional.empty();
    }
    var before = lastApplied.body(wanted.key());
    if (before.isEmpty()) {
      return Optional.empty();
    }
    var again = ApplyRequest.update(wanted.key(), before.get(), Marks.MANAGER, guard).asDryRun();
    if (!(cluster.apply(again) instanceof Answer.Done(Meta meta, var ignored))) {
      return Optional.empty();
    }
    return meta.appliedBy(Marks.MANAGER)
        .map(entry -> cluster.patch(wanted.key(), guard, Restore.entry(seen.get(), entry)))
        .filter(Answer.Done.class::isInstance)
        .map(Answer.Done.class::cast)
        .map(patched -> new Guard(patched.meta().uid(), patched.meta().resourceVersion()));
  }

  private Optional<Drift> drift(Why why, Optional<Meta> seen, Meta after) {
    if (why == Why.CHANGED) {
      return Optional.empty();
    }
    Optional<Drift> drift = seen.flatMap(before -> Blame.drift(before, after));
    drift.ifPresent(fights::repaired);
    return drift;
  }

  Done prune(Entry entry) {
    ObjectKey key = entry.key();
    Optional<Entry> kept = Optional.of(entry.asDeleting());
    try {
      for (int attempt = 1; ; attempt++) {
        Optional<Meta> there = cluster.meta(key);
        if (there.isEmpty() || !there.get().uid().equals(entry.uid())) {
          return Done.of(Outcome.done(key), Optional.empty());
        }
        Meta meta = there.get();
        Optional<String> spared = spared(meta);
        if (spared.isPresent()) {
          return Done.of(Outcome.of(key, Result.KEPT, spared.get()), Optional.empty());
        }
        if (meta.deleting()) {
          return Done.of(waiting(meta), kept);
        }
        var request = DeleteRequest.of(key, new Guard(meta.uid(), meta.resourceVersion()));
        Answer answer =
            cluster.delete(FOREGROUND.contains(key.kind()) ? request.inForeground() : request);
        switch (answer) {
          case Answer.Done(Meta last, var ignored) -> {
            return last.deleting()
                ? Done.of(waiting(last), kept)
                : Done.of(Outcome.done(key), Optional.empty());
          }
          case Answer.Unknown(String why) -> {
            return unknown(key, why, Position.UNKNOWN, kept);
          }
          case Answer.Refused(Refusal refusal) -> {
            if (refusal.cause() == Refusal.Cause.GONE) {
              return Done.of(Outcome.done(key), Optional.empty());
            }
            if (refusal.cause() != Refusal.Cause.CHANGED || attempt == TRIES) {
              return Done.of(outcome(key, refusal, Position.UNKNOWN), Optional.of(entry));
            }
          }
        }
      }
    } catch (Fence.Closed closed) {
      return notSent(key, Position.UNKNOWN, kept);
    } catch (IOException e) {
      return Done.of(
          Outcome.of(key, Result.FAILED, "could not read it before deleting: " + e.getMessage()),
          kept);
    }
  }

  private Optional<String> spared(Meta meta) {
    if (!marks.areOn(meta)) {
      return Optional.of("left in place: it no longer carries our marks");
    }
    return Marks.keptBy(meta).map(note -> "left in place: " + note);
  }

  private static Outcome waiting(Meta meta) {
    String message =
        meta.finalizers().isEmpty()
            ? "it is being deleted"
            : "it is being deleted and waits for finalizer " + String.join(", ", meta.finalizers());
    return Outcome.of(meta.key(), Result.WAITING, message);
  }

  private Done settled(Wanted wanted, Meta meta, Optional<Drift> drift, List<String> warnings) {
    live.observed(meta);
    Entry entry =
        new Entry(
            wanted.key(),
            wanted.kind().version(),
            meta.uid(),
            wanted.digest(),
            Owned.digest(meta),
            false,
            false);
    return new Done(Outcome.done(wanted.key()), Optional.of(entry), drift, warnings);
  }

  private static Done refused(Wanted wanted, Refusal refusal, Optional<Entry> entry) {
    Position where = Fault.position(wanted, refusal.message());
    return Done.of(outcome(wanted.key(), refusal, where), entry);
  }

  private static Outcome outcome(ObjectKey key, Refusal refusal, Position where) {
    Result result =
        switch (refusal.cause()) {
          case EXISTS, CONFLICT -> Result.CONFLICT;
          case FORBIDDEN, NO_SUCH_KIND, INVALID, IMMUTABLE -> Result.DENIED;
          case CHANGED,
              GONE,
              NAMESPACE_MISSING,
              NAMESPACE_TERMINATING,
              WAITING_FOR_CLUSTER,
              TRANSIENT,
              UNAUTHORIZED ->
              Result.FAILED;
        };
    return new Outcome(key, result, refusal.message(), where, Optional.of(refusal.cause()));
  }

  private static Done failed(Wanted wanted, String why, Optional<Entry> entry) {
    return Done.of(Outcome.of(wanted.key(), Result.FAILED, why).at(wanted.where()), entry);
  }

  private static Done unknown(ObjectKey key, String why, Position where, Optional<Entry> entry) {
    return Done.of(Outcome.of(key, Result.UNKNOWN, why).at(where), entry);
  }

  private static Done notSent(ObjectKey key, Position where, Optional<Entry> entry) {
    return Done.of(Outcome.of(key, Result.FAILED, "stopped before it was sent").at(where), entry);
  }
}
