package dev.plumbline.apply;

import static dev.plumbline.api.v1alpha1.Marks.ADOPTED;

import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Fence;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the very object that was planned as it is wanted: one apply where nothing went wrong
 * before. What moved meanwhile is read, and tried again in its new version, a few times.
 */
final class Updating {
  private static final Logger LOG = LoggerFactory.getLogger(Updating.class);
  private static final int TRIES = 8;
  static final String TOUCHED = "plumbline.dev/touched";

  private final Site site;
  private final Withdrawing withdrawing;

  Updating(Site site) {
    this.site = site;
    this.withdrawing = new Withdrawing(site);
  }

  static ApplyRequest request(Wanted wanted, Guard guard) {
    return request(wanted, wanted.body(), guard);
  }

  private static ApplyRequest request(Wanted wanted, MapNode body, Guard guard) {
    return ApplyRequest.update(wanted.key(), body, wanted.manager(), guard);
  }

  /**
   * An update under way.
   *
   * @param seen what the object was like when it was first seen not to be as it was left
   * @param guard its version of now
   * @param body what is sent for that
   */
  private record Before(
      Update update,
      Optional<Entry> entry,
      Optional<Entry> left,
      Optional<Meta> seen,
      Guard guard,
      MapNode body) {
    Before seeing(Meta now) {
      return new Before(update, entry, left, seen.or(() -> moved(now)), guard, body);
    }

    Before at(Meta now) {
      return new Before(update, entry, left, seen, guardOf(now), update.wanted().bodyFor(now));
    }

    private Optional<Meta> moved(Meta now) {
      boolean same =
          entry.flatMap(Entry::owned).equals(Owned.digest(now, update.wanted().manager()));
      boolean asked = update.why() == Why.RESYNC || update.why() == Why.ADDED;
      return same && !asked ? Optional.empty() : Optional.of(now);
    }
  }

  /**
   * @param before the entry of before this run, if there was one
   * @param left the entry that is left if it does not succeed
   */
  Done update(Update update, Optional<Entry> before, Optional<Entry> left) {
    var state =
        new Before(
            update,
            before,
            left,
            site.suspect(update.wanted()),
            update.guard(),
            update.wanted().body());
    try {
      return hasToBeRead(state) ? readAndApply(state, TRIES) : apply(state, TRIES);
    } catch (Fence.Closed closed) {
      return Done.notSent(update.key(), update.wanted().where(), left);
    } catch (IOException e) {
      return Done.failed(update.wanted(), "could not read it again: " + e.getMessage(), left);
    }
  }

  /**
   * Tells who took what, by what a dry run says would be ours again. The object stays as it is, and
   * its entry is that of now, so that only a further move is told of again.
   */
  Done tell(Change.Tell tell) {
    Wanted wanted = tell.wanted();
    try {
      Optional<Meta> there =
          site.cluster().meta(tell.key()).filter(meta -> meta.uid().equals(tell.guard().uid()));
      if (there.isEmpty()) {
        return Done.failed(wanted, "it was deleted meanwhile", Optional.of(tell.entry()));
      }
      Meta now = there.get();
      Meta seen = site.suspect(wanted).orElse(now);
      site.seen(wanted, now);
      var request = request(wanted, wanted.bodyFor(now), guardOf(now)).asDryRun();
      Optional<Drift> drift =
          site.cluster().apply(request) instanceof Answer.Done(Meta after, var ignored)
              ? Blame.drift(seen, after, wanted.manager(), site.clock().now())
              : Optional.empty();
      var entry = tell.entry().seen(Owned.digest(now, wanted.manager()), drift.isPresent());
      Outcome outcome =
          drift.isPresent() ? Outcome.leftDrifted(tell.key()) : Outcome.kept(tell.key(), "");
      var done = Done.of(outcome, Optional.of(entry));
      return drift.map(found -> done.with(found.left())).orElse(done);
    } catch (Fence.Closed closed) {
      return Done.notSent(tell.key(), wanted.where(), Optional.of(tell.entry()));
    } catch (IOException e) {
      String why = "could not read it: " + e.getMessage();
      return Done.failed(wanted, why, Optional.of(tell.entry()));
    }
  }

  private Done apply(Before state, int tries) throws IOException {
    Wanted wanted = state.update().wanted();
    return switch (site.cluster().apply(request(wanted, state.body(), state.guard()))) {
      case Answer.Done(Meta meta, List<String> warnings) -> settled(state, meta, warnings);
      case Answer.Unknown(String why) ->
          Done.unknown(wanted.key(), why, wanted.where(), state.left().map(Entry::unsure));
      case Answer.Refused(Refusal no) when no.cause() == Refusal.Cause.CHANGED && tries > 1 ->
          readAndApply(state, tries - 1);
      case Answer.Refused(Refusal no) -> site.refused(wanted, no, state.left());
    };
  }

  private Done readAndApply(Before state, int tries) throws IOException {
    Update update = state.update();
    Optional<Meta> now =
        site.cluster().meta(update.key()).filter(meta -> meta.uid().equals(update.guard().uid()));
    if (now.isEmpty()) {
      site.live().gone(update.key(), update.guard().uid());
      String why = "it was deleted or made again meanwhile";
      return Done.failed(update.wanted(), why, state.left());
    }
    return apply(prepared(state, now.get()), tries);
  }

  // Where nobody saw how it was before, only a read can tell who changed what.
  private static boolean hasToBeRead(Before state) {
    if (!state.update().wanted().ignored().isEmpty()) {
      return true; // only the object itself tells who owns those fields by now
    }
    return switch (state.update().why()) {
      case RESYNC, RECLAIMED, ADDED, ADOPTED -> true;
      case DRIFTED -> state.seen().isEmpty() || state.update().disowned();
      case CHANGED, STRAY, MERGED, HANDED_OVER -> state.update().disowned();
    };
  }

  private Before prepared(Before state, Meta now) {
    site.seen(state.update().wanted(), now);
    Meta touched =
        switch (state.update().why()) {
          case RECLAIMED -> touched(now);
          case ADOPTED -> adopted(state.update().wanted(), now);
          case CHANGED, STRAY, MERGED, HANDED_OVER, DRIFTED, ADDED, RESYNC -> now;
        };
    return state.seeing(now).at(claimed(state, restored(state, touched)));
  }

  // What others added goes with the next apply once it is ours: that does not name it.
  private Meta claimed(Before state, Meta now) {
    Fields added =
        state.update().why() == Why.ADDED
            ? Additions.removable(now, state.update().wanted())
            : Fields.NONE;
    return added.isEmpty() ? now : patched(now, Restore.takeover(now, added)).orElse(now);
  }

  /**
   * Moves the version of the object: a delete that was sent for an older one, and arrives late, is
   * refused then.
   */
  private Meta touched(Meta now) {
    String note = "%s, it is wanted again".formatted(site.clock().now());
    return annotated(now, TOUCHED, note);
  }

  // The word stays on the object for as long as it lives: what was there before us needs a person's
  // word to be deleted. Nothing is written to an object that the apply would be refused for.
  private Meta adopted(Wanted wanted, Meta now) {
    return dryRun(wanted, wanted.body(), now).isPresent()
        ? annotated(now, ADOPTED, site.marks().owner(now))
        : now;
  }

  private Meta annotated(Meta now, String name, String text) {
    MapNode annotations = MapNode.EMPTY;
    for (var annotation : now.annotations().entrySet()) {
      annotations = annotations.with(annotation.getKey(), ScalarNode.of(annotation.getValue()));
    }
    var operation =
        Cluster.operation(
            "add", "/metadata/annotations", annotations.with(name, ScalarNode.of(text)));
    return patched(now, List.of(operation)).orElse(now);
  }

  /**
   * Without our entry the server no longer knows which fields were ours: a plain apply would leave
   * behind what Git dropped, and make up an owner for all of it. So the entry is put back first, as
   * a dry run of what was last applied makes it; the apply then removes the rest.
   */
  private Meta restored(Before state, Meta now) {
    Wanted wanted = state.update().wanted();
    boolean first = wanted.merges() && state.entry().filter(Entry::merged).isEmpty();
    if (first || now.appliedBy(wanted.manager()).isPresent()) {
      return now;
    }
    Optional<MapNode> last = drops(state) ? lastBody(wanted.key()) : Optional.empty();
    return last.flatMap(body -> dryRun(wanted, body, now))
        .or(() -> dryRun(wanted, wanted.body(), now))
        .flatMap(after -> patched(now, restoring(wanted, now, after)))
        .orElse(now);
  }

  private static List<MapNode> restoring(Wanted wanted, Meta now, Meta after) {
    ManagedEntry ours = after.appliedBy(wanted.manager()).orElseThrow();
    return wanted.merges() ? Restore.part(after, ours) : Restore.entry(now, ours);
  }

  /** The object as such an apply would make it; empty where it would not have an entry of ours. */
  private Optional<Meta> dryRun(Wanted wanted, MapNode body, Meta now) {
    var request = request(wanted, body, guardOf(now)).asDryRun();
    return site.cluster().apply(request) instanceof Answer.Done(Meta after, var ignored)
        ? Optional.of(after).filter(meta -> meta.appliedBy(wanted.manager()).isPresent())
        : Optional.empty();
  }

  // What could not be patched is applied all the same, in the version it was read in.
  private Optional<Meta> patched(Meta now, List<MapNode> operations) {
    return site.cluster().patch(now.key(), guardOf(now), operations)
            instanceof Answer.Done(Meta meta, var ignored)
        ? Optional.of(meta)
        : Optional.empty();
  }

  private Done settled(Before state, Meta meta, List<String> warnings) {
    Wanted wanted = state.update().wanted();
    Meta after = meta;
    var all = new ArrayList<>(warnings);
    Optional<String> former = former(state);
    if (former.isPresent()) {
      Answer answer = withdrawing.letGo(wanted, after, former.get());
      if (!(answer instanceof Answer.Done(Meta now, var ignored))) {
        return Done.failed(wanted, "could not let go of it under its other name", state.entry());
      }
      site.live().observed(now);
      after = now;
    }
    if (!wanted.merges() && drops(state) && Retained.possible(after)) {
      Optional<MapNode> last = lastBody(wanted.key());
      if (last.isPresent()) {
        var retained = Retained.of(after, last.get(), wanted.body());
        all.addAll(retained.warnings());
        after = migrated(wanted, after, retained.migrating()).orElse(after);
      }
    }
    return site.settled(wanted, after, drift(state, after), all);
  }

  // The name it was applied under before, where that was another one.
  private Optional<String> former(Before state) {
    return state
        .entry()
        .filter(entry -> entry.merged() != state.update().wanted().merges())
        .map(entry -> entry.merged() ? site.marks().merger() : Marks.MANAGER);
  }

  // A body that cannot be recalled now must not keep what is wanted now from being applied.
  private Optional<MapNode> lastBody(ObjectKey key) {
    try {
      return site.lastApplied().body(key);
    } catch (IOException e) {
      LOG.warn("could not recall what was last applied to {}: {}", key, e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Meta> migrated(Wanted wanted, Meta after, Fields fields) {
    return fields.isEmpty()
        ? Optional.empty()
        : patched(after, Restore.migration(after, fields))
            .map(
                patched ->
                    site.cluster()
                        .apply(request(wanted, wanted.bodyFor(patched), guardOf(patched))))
            .filter(Answer.Done.class::isInstance)
            .map(answer -> ((Answer.Done) answer).meta());
  }

  /** Whether Git may have dropped something since this object was last applied. */
  private static boolean drops(Before state) {
    return state
        .entry()
        .filter(entry -> !entry.wanted().equals(state.update().wanted().digest()))
        .isPresent();
  }

  private Optional<Drift> drift(Before state, Meta after) {
    Optional<Meta> seen = state.seen();
    return switch (state.update().why()) {
      case CHANGED, STRAY, ADOPTED, MERGED, RECLAIMED, HANDED_OVER -> Optional.empty();
      case DRIFTED -> seen.flatMap(before -> drifted(state, before, after));
      case RESYNC -> seen.flatMap(before -> missed(state, before, after));
      case ADDED -> seen.flatMap(before -> Blame.removed(before, after));
    };
  }

  private Optional<Drift> drifted(Before state, Meta before, Meta after) {
    String manager = state.update().wanted().manager();
    return Blame.drift(before, after, manager, site.clock().now())
        .or(() -> changed(state, after, Drift.How.TAKEN, manager));
  }

  private Optional<Drift> missed(Before state, Meta before, Meta after) {
    String manager = state.update().wanted().manager();
    return Blame.drift(before, after, manager, site.clock().now())
        .map(d -> new Drift(d.key(), Drift.How.MISSED, d.fields(), d.by(), d.at()))
        .or(() -> changed(state, after, Drift.How.MISSED, Drift.SOMEBODY));
  }

  // Nothing left our set, yet the apply changed something: values were written that do not show
  // there, for example under our own name.
  private Optional<Drift> changed(Before state, Meta after, Drift.How how, String by) {
    boolean known = state.entry().flatMap(Entry::owned).isPresent();
    return !known || after.resourceVersion().equals(state.guard().resourceVersion())
        ? Optional.empty()
        : Optional.of(new Drift(after.key(), how, List.of(), by, site.clock().now()));
  }

  private static Guard guardOf(Meta meta) {
    return new Guard(meta.uid(), meta.resourceVersion());
  }
}
