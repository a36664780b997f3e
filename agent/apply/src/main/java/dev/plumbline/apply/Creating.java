package dev.plumbline.apply;

import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Fence;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Creates what is not there, and finds out whose it is if something is. */
final class Creating {
  private final Site site;
  private final Updating updating;

  Creating(Site site, Updating updating) {
    this.site = site;
    this.updating = updating;
  }

  static ApplyRequest request(Wanted wanted) {
    return ApplyRequest.createOnly(wanted.key(), wanted.body(), wanted.manager());
  }

  /**
   * @param before the entry of before this run, if there was one
   * @param recorded the entry written for this create
   */
  Done create(Wanted wanted, Optional<Entry> before, Entry recorded) {
    try {
      return switch (site.cluster().apply(request(wanted))) {
        case Answer.Done(Meta meta, List<String> warnings) ->
            site.settled(wanted, meta, deletion(wanted, before), warnings);
        case Answer.Refused(Refusal no) when no.cause() == Refusal.Cause.EXISTS ->
            existing(wanted, before, recorded);
        case Answer.Refused(Refusal no) ->
            site.refused(wanted, no, leftAfter(no, before, recorded));
        case Answer.Unknown(String why) -> {
          site.live().createSent(wanted.key(), site.clock().now());
          yield Done.unknown(wanted.key(), why, wanted.where(), Optional.of(recorded));
        }
      };
    } catch (Fence.Closed closed) {
      return Done.notSent(wanted.key(), wanted.where(), Optional.of(recorded));
    }
  }

  // What we left as wanted, and nobody of us deleted, was deleted by somebody else.
  private Optional<Drift> deletion(Wanted wanted, Optional<Entry> before) {
    return before
        .filter(entry -> !entry.uid().isEmpty() && !entry.creating() && !entry.deleting())
        .map(
            entry ->
                new Drift(
                    wanted.key(),
                    Drift.How.DELETED,
                    List.of(),
                    Drift.SOMEBODY,
                    site.clock().now()));
  }

  // A no for good means that this request left nothing behind. An earlier one may have: then the
  // entry stays, as it does after a no that may be that of a proxy.
  private Optional<Entry> leftAfter(Refusal no, Optional<Entry> before, Entry recorded) {
    if (!no.permanent()) {
      site.live().createSent(recorded.key(), site.clock().now());
    }
    boolean nothing = no.permanent() && before.filter(Entry::creating).isEmpty();
    return nothing ? Optional.empty() : Optional.of(recorded);
  }

  /** The annotation, of the manifest or of the object, by which it stays as it is. */
  private Optional<String> leftBy(Wanted wanted, Meta meta) {
    String theirs = State.of(meta, site.marks().hubId()).leftBy();
    return wanted.wishes().mode() == Wishes.Mode.IF_ABSENT
        ? Optional.of(wanted.wishes().because())
        : Optional.of(theirs).filter(note -> !note.isEmpty());
  }

  private Done left(Wanted wanted, Meta meta, boolean ours, String why) {
    Optional<Entry> entry =
        ours ? site.settled(wanted, meta, Optional.empty(), List.of()).entry() : Optional.empty();
    return Done.of(Outcome.leftAlone(wanted.key(), why), entry);
  }

  // Ours from an earlier run that died before it could say so, or somebody else's.
  private Done existing(Wanted wanted, Optional<Entry> before, Entry recorded) {
    try {
      Optional<Meta> there = site.cluster().meta(wanted.key());
      if (there.isEmpty()) {
        return Done.failed(wanted, "something was there and is gone again", Optional.of(recorded));
      }
      Meta meta = there.get();
      if (wanted.merges()) {
        return merged(wanted, meta, before, recorded);
      }
      boolean made = before.filter(Entry::creating).isPresent() && site.marks().nameIsOn(meta);
      boolean ours = made || site.marks().areOn(meta) || isMerged(meta, before);
      Optional<String> left = leftBy(wanted, meta);
      if (left.isPresent()) {
        return left(wanted, meta, ours, left.get());
      }
      Optional<String> foreign =
          ours ? Optional.empty() : site.adoption().refusal(meta, site.marks());
      if (foreign.isPresent()) {
        return Done.of(
            Outcome.of(wanted.key(), Result.CONFLICT, foreign.get()).at(wanted.where()),
            before.filter(Entry::merged));
      }
      if (meta.deleting()) {
        return deleting(wanted, recorded);
      }
      var guard = new Guard(meta.uid(), meta.resourceVersion());
      return updating.update(
          new Update(
              wanted,
              guard,
              ours ? Why.STRAY : Why.ADOPTED,
              meta.appliedBy(wanted.manager()).isEmpty()),
          before,
          Optional.of(recorded));
    } catch (IOException e) {
      return Done.failed(
          wanted, "could not read what is there: " + e.getMessage(), Optional.of(recorded));
    }
  }

  // What nobody but us has fields in is ours, although it was only merged into until now.
  private boolean isMerged(Meta meta, Optional<Entry> before) {
    return before.filter(Entry::merged).isPresent() && !Withdrawing.isShared(meta, site.marks());
  }

  private static Done deleting(Wanted wanted, Entry recorded) {
    String message = "it is being deleted; it is created again when it is gone";
    return Done.of(
        Outcome.of(wanted.key(), Result.WAITING, message).at(wanted.where()),
        Optional.of(recorded));
  }

  // Whose it is does not matter, as long as it is no other installation's.
  private Done merged(Wanted wanted, Meta meta, Optional<Entry> before, Entry recorded) {
    var state = State.merged(meta, site.marks());
    if (!state.otherHub().isEmpty()) {
      String message = "it belongs to " + Marks.installation(state.otherHub());
      return Done.of(
          Outcome.of(wanted.key(), Result.CONFLICT, message).at(wanted.where()), Optional.empty());
    }
    if (!state.leftBy().isEmpty()) {
      return left(wanted, meta, state.owned().isPresent(), state.leftBy());
    }
    if (meta.deleting()) {
      return deleting(wanted, recorded);
    }
    return updating.update(
        new Update(wanted, state.guard(), Why.MERGED, false), before, Optional.of(recorded));
  }
}
