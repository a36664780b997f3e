package dev.plumbline.apply;

import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.DeleteRequest;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Fence;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Deletes the very object that was planned, and tells what holds it. */
final class Pruning {
  private static final int TRIES = 8;
  // Kinds whose dependants are the thing itself: gone means that the Pods are gone.
  private static final Set<GroupKind> FOREGROUND =
      Set.of(
          new GroupKind("apps", "Deployment"),
          new GroupKind("apps", "StatefulSet"),
          new GroupKind("apps", "DaemonSet"),
          new GroupKind("apps", "ReplicaSet"),
          new GroupKind("batch", "Job"),
          new GroupKind("batch", "CronJob"));
  private static final String DEPENDANTS = "foregroundDeletion";

  private final Site site;
  private final Withdrawing withdrawing;

  Pruning(Site site) {
    this.site = site;
    this.withdrawing = new Withdrawing(site);
  }

  static DeleteRequest request(ObjectKey key, Guard guard) {
    var request = DeleteRequest.of(key, guard);
    return FOREGROUND.contains(key.groupKind()) ? request.inForeground() : request;
  }

  /**
   * @param deleting the entry that is left where it is not known to be gone
   */
  private record Attempt(Prune prune, Entry deleting, DeleteRequest request, int tries) {
    Attempt at(Meta now) {
      var guard = new Guard(now.uid(), now.resourceVersion());
      return new Attempt(prune, deleting, request.at(guard), tries - 1);
    }
  }

  Done prune(Prune prune) {
    if (prune.fieldsOf().isPresent()) {
      return withdrawing.withdraw(prune, prune.fieldsOf().get());
    }
    Entry deleting = prune.entry().asDeleting();
    try {
      return prune.begun()
          ? begun(deleting)
          : delete(new Attempt(prune, deleting, request(prune.key(), prune.guard()), TRIES));
    } catch (Fence.Closed closed) {
      return Done.notSent(prune.key(), Position.UNKNOWN, Optional.of(deleting));
    } catch (IOException e) {
      String why = "could not read it before deleting: " + e.getMessage();
      return Done.of(Outcome.of(prune.key(), Result.FAILED, why), Optional.of(deleting));
    }
  }

  /**
   * Deletes an object of which a field cannot be changed, after all that depends on it.
   *
   * @param before the entry of before
   */
  Done delete(Update update, Entry before) {
    Entry deleting = before.asDeleting();
    var request = DeleteRequest.of(update.key(), update.guard()).inForeground();
    var prune = new Prune(before, update.guard(), false);
    try {
      Done end = delete(new Attempt(prune, deleting, request, TRIES));
      return end.outcome().left()
          ? Done.failed(update.wanted(), end.outcome().message(), Optional.of(before))
          : end;
    } catch (Fence.Closed closed) {
      return Done.notSent(update.key(), update.wanted().where(), Optional.of(deleting));
    } catch (IOException e) {
      String why = "could not read it before deleting: " + e.getMessage();
      return Done.failed(update.wanted(), why, Optional.of(deleting));
    }
  }

  private Done begun(Entry deleting) throws IOException {
    return there(deleting).map(meta -> waiting(meta, deleting)).orElseGet(() -> gone(deleting));
  }

  private Done delete(Attempt attempt) throws IOException {
    Entry deleting = attempt.deleting();
    return switch (site.cluster().delete(attempt.request())) {
      case Answer.Done(Meta last, var ignored) ->
          last.deleting() ? waiting(last, deleting) : gone(deleting);
      case Answer.Unknown(String why) ->
          Done.unknown(deleting.key(), why, Position.UNKNOWN, Optional.of(deleting));
      case Answer.Refused(Refusal no) when no.cause() == Refusal.Cause.GONE -> gone(deleting);
      case Answer.Refused(Refusal no)
          when no.cause() == Refusal.Cause.CHANGED && attempt.tries() > 1 ->
          deleteAsItIsNow(attempt);
      case Answer.Refused(Refusal no) -> refused(attempt.prune(), no, deleting);
    };
  }

  private Done deleteAsItIsNow(Attempt attempt) throws IOException {
    Optional<Meta> there = there(attempt.deleting());
    if (there.isEmpty()) {
      return gone(attempt.deleting());
    }
    Meta now = there.get();
    Optional<Done> spared = spared(now, attempt.deleting());
    return spared.isPresent() ? spared.get() : delete(attempt.at(now));
  }

  private Done refused(Prune prune, Refusal no, Entry deleting) {
    // After a no for good there is no delete under way.
    Entry left = no.permanent() ? prune.entry() : deleting;
    return Done.of(
        Outcome.refused(prune.key(), no, Position.UNKNOWN, site.settling()), Optional.of(left));
  }

  /** The very object; empty when it is gone, whatever stands in its place. */
  private Optional<Meta> there(Entry entry) throws IOException {
    return site.cluster().meta(entry.key()).filter(meta -> meta.uid().equals(entry.uid()));
  }

  // It moved since it was planned: somebody may have asked to keep it, or taken it over.
  private Optional<Done> spared(Meta meta, Entry deleting) {
    if (meta.deleting()) {
      return Optional.of(waiting(meta, deleting));
    }
    if (deleting.merged() && Withdrawing.isShared(meta, site.marks())) {
      String why = "others have fields in it since a moment ago";
      return Optional.of(
          Done.of(Outcome.of(meta.key(), Result.FAILED, why), Optional.of(deleting)));
    }
    State now = State.of(meta, site.marks().hubId());
    return now.otherOwner(site.marks().sync())
        .map(owner -> "it belongs to " + owner + " now")
        .or(() -> Optional.of(now.keptBy()).filter(note -> !note.isEmpty()))
        .map(why -> Outcome.leftInPlace(meta.key(), why))
        .map(outcome -> Done.of(outcome, Optional.empty()));
  }

  // An earlier create of the same object, of which nobody knows the end, may still bring it back.
  private Done gone(Entry entry) {
    site.live().gone(entry.key(), entry.uid());
    Optional<Entry> left =
        site.live()
            .mayArriveUntil(entry.key(), site.clock().now())
            .map(until -> entry.asArriving());
    return Done.of(Outcome.done(entry.key()), left);
  }

  private Done waiting(Meta meta, Entry deleting) {
    site.live().observed(meta);
    String finalizers =
        meta.finalizers().stream()
            .filter(name -> !name.equals(DEPENDANTS))
            .collect(Collectors.joining(", "));
    String message;
    if (!finalizers.isEmpty()) {
      message = "it is being deleted and waits for finalizer " + finalizers;
    } else if (meta.finalizers().contains(DEPENDANTS)) {
      message = "it is being deleted, after what depends on it";
    } else {
      message = "it is being deleted";
    }
    return Done.of(Outcome.of(meta.key(), Result.WAITING, message), Optional.of(deleting));
  }
}
