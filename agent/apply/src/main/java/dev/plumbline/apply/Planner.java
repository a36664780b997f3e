package dev.plumbline.apply;

import static dev.plumbline.api.v1alpha1.Marks.ALLOW_PRUNE;
import static dev.plumbline.api.v1alpha1.Marks.HUB;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Forget;
import dev.plumbline.apply.Change.Keep;
import dev.plumbline.apply.Change.Leave;
import dev.plumbline.apply.Change.Linger;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;

/**
 * Compares what is wanted with what we own and what is live. Pure: everything it knows is handed
 * in, and the same input gives the same draft.
 */
public final class Planner {
  private static final GroupKind CLAIM = new GroupKind("", "PersistentVolumeClaim");

  private final Marks marks;
  private final Settings settings;
  private final Facts facts;
  private final Grant grant;

  public Planner(Marks marks, Settings settings, Facts facts, Grant grant) {
    this.marks = marks;
    this.settings = settings;
    this.facts = facts;
    this.grant = grant;
  }

  public Draft draft(Desired desired, Inventory inventory) {
    var changes = new ArrayList<Change>();
    for (Wanted wanted : desired.objects()) {
      changes.add(
          notAllowed(wanted.key(), wanted.where())
              .orElseGet(() -> forWanted(wanted, inventory.get(wanted.key()))));
    }
    desired.unserved().forEach(object -> changes.add(forUnserved(object)));
    desired.ambiguous().forEach(object -> changes.add(forAmbiguous(object)));
    Set<ObjectKey> wanted = desired.keys();
    for (Entry entry : inventory.entries()) {
      if (!wanted.contains(entry.key())) {
        changes.add(forUnwanted(entry));
      }
    }
    for (State stray : facts.marked()) {
      boolean known = wanted.contains(stray.key()) || inventory.get(stray.key()).isPresent();
      if (!known && settings.prune() && stray.keptBy().isEmpty()) {
        forStray(stray).ifPresent(changes::add);
      }
    }
    return Sequenced.of(changes, Sequence.of(desired));
  }

  private Optional<Change> notAllowed(ObjectKey key, Position where) {
    return grant.refusal(key).map(why -> new Blocked(key, Reason.NOT_ALLOWED, why, where));
  }

  private Change forWanted(Wanted wanted, Optional<Entry> entry) {
    Wishes wishes = wanted.wishes();
    if (wishes.objection().isPresent()) {
      return objected(wanted.key(), wishes.objection().get(), wanted.where());
    }
    Optional<String> unreadable = facts.unreadable(wanted.key());
    if (unreadable.isPresent()) {
      return new Blocked(wanted.key(), Reason.FORBIDDEN, unreadable.get(), wanted.where());
    }
    Optional<State> state = facts.state(wanted.key());
    if (wishes.mode() == Wishes.Mode.IGNORE) {
      return new Leave(wanted, entry, Optional.of(wishes.because()));
    }
    if (state.isEmpty()) {
      boolean urgent = wishes.recreate() && entry.filter(Entry::deleting).isPresent();
      return contested(wanted).orElseGet(() -> new Create(wanted, urgent));
    }
    State live = state.get();
    if (!live.leftBy().isEmpty()) {
      return new Leave(wanted, entry, Optional.of(live.leftBy()));
    }
    if (entry.filter(Entry::merged).isPresent() && !wanted.merges()) {
      return new Create(wanted); // the server's no leads to the word on whose it is
    }
    boolean ours = live.belongsTo(marks.sync()) || entry.filter(e -> isMade(e, live)).isPresent();
    Optional<Entry> known = entry.filter(e -> e.uid().equals(live.uid()));
    boolean handedOver = !ours && facts.released(wanted.key());
    if (!ours && known.isEmpty() && !handedOver) {
      return wishes.mode() == Wishes.Mode.IF_ABSENT
          ? new Leave(wanted, Optional.empty(), Optional.of(wishes.because()))
          : ofOthers(wanted, entry, live);
    }
    if (!live.otherHub().isEmpty()) {
      return ownedBy(wanted, Marks.installation(live.otherHub()));
    }
    if (live.deleting()) {
      String message = "it is being deleted; it is created again when it is gone";
      return new Blocked(wanted.key(), Reason.BEING_DELETED, message, wanted.where());
    }
    if (handedOver) {
      return update(wanted, live, Why.HANDED_OVER);
    }
    Optional<String> peer = peer(known, live);
    if (peer.isPresent()) {
      return ownedBy(wanted, peer.get());
    }
    if (wishes.mode() == Wishes.Mode.IF_ABSENT && known.filter(Entry::deleting).isEmpty()) {
      return present(wanted, live);
    }
    return known
        .map(e -> forOwned(wanted, e, live))
        .orElseGet(() -> update(wanted, live, Why.STRAY));
  }

  private static Change objected(ObjectKey key, Wishes.Objection objection, Position where) {
    Reason reason = objection.unsupported() ? Reason.UNSUPPORTED : Reason.INVALID;
    return new Blocked(key, reason, objection.sentence(), where);
  }

  // Ours, and once made not ours to change.
  private static Change present(Wanted wanted, State live) {
    var entry =
        new Entry(
            wanted.key(), live.version(), live.uid(), wanted.digest(), live.owned(), false, false);
    return new Leave(wanted, Optional.of(entry), Optional.of(wanted.wishes().because()));
  }

  // Taken over by a peer, or never taken from it: a mark of anybody else is drift.
  private Optional<String> peer(Optional<Entry> known, State live) {
    boolean taken = facts.claimant(live.key()).isPresent();
    boolean never = known.filter(entry -> entry.owned().isEmpty() && !entry.creating()).isPresent();
    return taken || never ? live.otherOwner(marks.sync()) : Optional.empty();
  }

  // We were about to create it, and it bears our name: it is ours, even if our entry is gone.
  private boolean isMade(Entry entry, State live) {
    return entry.creating() && live.names(marks.sync());
  }

  // What is recorded may be ours, just not settled; the create-only request finds out, and the
  // server's no leads to the word on who owns it.
  private Change ofOthers(Wanted wanted, Optional<Entry> entry, State live) {
    return live.otherOwner(marks.sync())
        .filter(owner -> entry.isEmpty())
        .<Change>map(owner -> ownedBy(wanted, owner))
        .orElseGet(() -> new Create(wanted));
  }

  private Change forOwned(Wanted wanted, Entry entry, State live) {
    if (entry.deleting()) {
      return update(wanted, live, Why.RECLAIMED);
    }
    if (!entry.wanted().equals(wanted.digest())) {
      return update(wanted, live, Why.CHANGED);
    }
    boolean untouched = entry.owned().isPresent() && entry.owned().equals(live.owned());
    if (!untouched || !live.belongsTo(marks.sync())) {
      return settings.claims().repair()
          ? contested(wanted).orElseGet(() -> update(wanted, live, Why.DRIFTED))
          : new Change.Tell(wanted, entry, live.guard());
    }
    if (entry.told()) {
      return settings.claims().repair()
          ? update(wanted, live, Why.DRIFTED)
          : new Leave(wanted, Optional.of(entry), Optional.empty());
    }
    if (settings.removesAdditions() && facts.added(wanted.key())) {
      return contested(wanted).orElseGet(() -> update(wanted, live, Why.ADDED));
    }
    return settings.resync() && settings.claims().repair()
        ? update(wanted, live, Why.RESYNC)
        : new Keep(wanted, entry);
  }

  private Optional<Change> contested(Wanted wanted) {
    return facts
        .contested(wanted.key())
        .map(why -> new Blocked(wanted.key(), Reason.CONTESTED, why, wanted.where()));
  }

  private static Update update(Wanted wanted, State live, Why why) {
    return new Update(wanted, live.guard(), why, live.owned().isEmpty());
  }

  private static Change ownedBy(Wanted wanted, String owner) {
    String message = "it exists already and belongs to " + owner;
    return new Blocked(wanted.key(), Reason.OWNED_BY_OTHERS, message, wanted.where());
  }

  private static Change forUnserved(Desired.Unserved object) {
    Wishes wishes = object.wishes();
    if (wishes.objection().isPresent()) {
      return objected(object.key(), wishes.objection().get(), object.where());
    }
    if (wishes.mode() == Wishes.Mode.IGNORE) {
      return new Forget(object.key(), wishes.because());
    }
    return object
        .definition()
        .<Change>map(definition -> new Defer(object.key(), definition, object.where()))
        .orElseGet(
            () ->
                new Blocked(
                    object.key(),
                    Reason.UNKNOWN_KIND,
                    ("the cluster does not serve kind %s of %s; is its CustomResourceDefinition"
                            + " installed?")
                        .formatted(object.key().kind(), object.apiVersion()),
                    object.where()));
  }

  private static Change forAmbiguous(Desired.Ambiguous object) {
    String message = "it is there twice, here and in %s; keep one".formatted(object.also());
    return new Blocked(object.key(), Reason.INVALID, message, object.where());
  }

  // Nobody of us knows that we made it, and marks can be put on by anybody (SEC-TEN-06).
  private Optional<Change> forStray(State stray) {
    if (grant.refusal(stray.key()).isPresent() || facts.claimant(stray.key()).isPresent()) {
      return Optional.empty();
    }
    if (settings.beyondBudget()) {
      return Optional.of(forUnwanted(entryOf(stray)));
    }
    String message =
        ("it bears the marks of this Sync and is in no inventory, so they may be anybody's;"
                + " annotate the Sync with %s: <revision> to delete it, or take its label %s away")
            .formatted(ALLOW_PRUNE, HUB);
    return Optional.of(held(stray.key(), Reason.NEEDS_CONSENT, message));
  }

  private Change forUnwanted(Entry entry) {
    ObjectKey key = entry.key();
    // A dead aggregated API answers discovery all the same: absence there means nothing.
    if (facts.stale(key.group())) {
      return held(
          key,
          Reason.STALE_DISCOVERY,
          "its API group %s cannot be read now; nothing of it is pruned".formatted(key.group()));
    }
    Optional<String> unreadable = facts.unreadable(key);
    if (unreadable.isPresent()) {
      return held(key, Reason.FORBIDDEN, "it is to be pruned, but " + unreadable.get());
    }
    Optional<State> state = facts.state(key);
    if (state.isEmpty()) {
      return facts
          .lingersUntil(key)
          .<Change>map(until -> new Linger(entry, until))
          .orElseGet(() -> new Forget(key, ""));
    }
    State live = state.get();
    Optional<String> owner = live.otherOwner(marks.sync());
    if (owner.isPresent()) {
      return new Forget(key, "it belongs to " + owner.get() + " now");
    }
    // Made again: by a run of ours that died, or by somebody else, whatever marks he put on it.
    if (!isMade(entry, live) && !entry.uid().equals(live.uid())) {
      return new Forget(key, "");
    }
    if (entry.merged() && (live.owned().isEmpty() || facts.shared(key))) {
      return forPart(entry, live);
    }
    Optional<Name> peer = facts.claimant(key);
    if (peer.isPresent()) {
      return held(
          key, Reason.HANDED_OVER, "it waits for Sync %s to take it over".formatted(peer.get()));
    }
    if (!settings.prune()) {
      return new Forget(key, "pruning is off");
    }
    if (!live.keptBy().isEmpty()) {
      return new Forget(key, live.keptBy());
    }
    if (!live.confirmBy().isEmpty() && !settings.beyondBudget()) {
      return held(
          key,
          Reason.NEEDS_CONSENT,
          "it is no longer in Git, and its %s asks for a word: annotate the Sync with %s"
              .formatted(live.confirmBy(), dev.plumbline.api.v1alpha1.Marks.ALLOW_PRUNE));
    }
    if (live.adopted() && !settings.consents().contains(Settings.Consent.ADOPTED)) {
      return held(
          key,
          Reason.NEEDS_CONSENT,
          "it is no longer in Git and was there before it was adopted; set spec.prune.adopted to"
              + " delete it");
    }
    return notAllowed(key, Position.UNKNOWN)
        .or(() -> withoutConsent(key))
        .orElseGet(() -> new Prune(entry.withUid(live.uid()), live.guard(), live.deleting()));
  }

  // The object is not ours to keep or to delete; only our fields go.
  private Change forPart(Entry entry, State live) {
    ObjectKey key = entry.key();
    if (live.owned().isEmpty()) {
      return new Forget(key, "");
    }
    if (!settings.prune()) {
      return new Forget(key, "pruning is off, and our fields in it stay");
    }
    return notAllowed(key, Position.UNKNOWN)
        .orElseGet(
            () ->
                new Prune(
                    entry.withUid(live.uid()), live.guard(), false, Optional.of(marks.merger())));
  }

  private Optional<Change> withoutConsent(ObjectKey key) {
    GroupKind kind = key.groupKind();
    if (kind.equals(Order.NAMESPACE)) {
      return missing(key, Settings.Consent.NAMESPACES, "namespaces");
    }
    if (kind.equals(Desires.CRD)) {
      return missing(
          key, Settings.Consent.CUSTOM_RESOURCE_DEFINITIONS, "customResourceDefinitions");
    }
    if (kind.equals(CLAIM)) {
      return missing(key, Settings.Consent.PERSISTENT_VOLUME_CLAIMS, "persistentVolumeClaims");
    }
    return Optional.empty();
  }

  private Optional<Change> missing(ObjectKey key, Settings.Consent consent, String field) {
    return settings.consents().contains(consent)
        ? Optional.empty()
        : Optional.of(
            held(
                key,
                Reason.NEEDS_CONSENT,
                ("it is no longer in Git and takes data with it; set spec.prune.%s to delete it,"
                        + " of the Sync and of its Tenant")
                    .formatted(field)));
  }

  private static Blocked held(ObjectKey key, Reason reason, String message) {
    return new Blocked(key, reason, message, Position.UNKNOWN);
  }

  // What was wanted of a stray nobody knows any more; the digest matches nothing that is rendered.
  private static Entry entryOf(State stray) {
    return new Entry(
        stray.key(),
        stray.version(),
        stray.uid(),
        new Digest128(0, 0),
        stray.owned(),
        false,
        false);
  }
}
