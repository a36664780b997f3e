package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Forget;
import dev.plumbline.apply.Change.Keep;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.GroupKind;
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
  private final Marks marks;
  private final Settings settings;
  private final Facts facts;

  public Planner(Marks marks, Settings settings, Facts facts) {
    this.marks = marks;
    this.settings = settings;
    this.facts = facts;
  }

  public Draft draft(Desired desired, Inventory inventory) {
    var changes = new ArrayList<Change>();
    for (Wanted wanted : desired.objects()) {
      changes.add(forWanted(wanted, inventory));
    }
    for (Desired.Unserved object : desired.unserved()) {
      changes.add(forUnserved(object));
    }
    Set<ObjectKey> wanted = desired.keys();
    for (Entry entry : inventory.entries()) {
      if (!wanted.contains(entry.key())) {
        changes.add(forUnwanted(entry));
      }
    }
    for (State stray : facts.marked()) {
      if (!wanted.contains(stray.key()) && inventory.get(stray.key()).isEmpty()) {
        changes.add(forUnwanted(entryOf(stray)));
      }
    }
    return new Draft(changes);
  }

  private Change forWanted(Wanted wanted, Inventory inventory) {
    Optional<State> state = facts.state(wanted.key());
    Optional<Entry> entry = inventory.get(wanted.key());
    if (state.isEmpty()) {
      return new Create(wanted);
    }
    State live = state.get();
    if (live.deleting()) {
      return new Blocked(
          wanted.key(),
          Reason.BEING_DELETED,
          "it is being deleted; it is created again when it is gone",
          wanted.where());
    }
    boolean ours = live.sync().filter(marks.sync()::equals).isPresent();
    boolean known = entry.filter(e -> e.uid().equals(live.uid())).isPresent();
    if (!ours && !known) {
      return new Create(wanted); // create-only: the server's 409 leads to the word on who owns it
    }
    if (!known) {
      return new Update(wanted, live.guard(), Why.STRAY);
    }
    Entry ownedEntry = entry.get();
    if (!ownedEntry.wanted().equals(wanted.digest())) {
      return new Update(wanted, live.guard(), Why.CHANGED);
    }
    if (!ours || ownedEntry.owned().isEmpty() || !ownedEntry.owned().equals(live.owned())) {
      return facts
          .contested(wanted.key())
          .<Change>map(why -> new Blocked(wanted.key(), Reason.CONTESTED, why, wanted.where()))
          .orElseGet(() -> new Update(wanted, live.guard(), Why.DRIFTED));
    }
    return settings.resync()
        ? new Update(wanted, live.guard(), Why.RESYNC)
        : new Keep(wanted, ownedEntry);
  }

  private Change forUnserved(Desired.Unserved object) {
    if (object.definedHere()) {
      return new Defer(object.key(), "its CustomResourceDefinition comes first");
    }
    return new Blocked(
        object.key(),
        Reason.UNKNOWN_KIND,
        "the cluster does not serve kind %s of %s; is its CustomResourceDefinition installed?"
            .formatted(object.key().kind(), object.apiVersion()),
        object.where());
  }

  private Change forUnwanted(Entry entry) {
    ObjectKey key = entry.key();
    // A dead aggregated API answers discovery all the same: absence there means nothing.
    if (facts.stale(key.group())) {
      return new Blocked(
          key,
          Reason.STALE_DISCOVERY,
          "its API group %s cannot be read now; nothing of it is pruned".formatted(key.group()),
          Position.UNKNOWN);
    }
    Optional<State> state = facts.state(key);
    if (state.isEmpty()) {
      return new Forget(key, "gone");
    }
    if (!entry.uid().isEmpty() && !entry.uid().equals(state.get().uid())) {
      return new Forget(key, "made again by somebody else");
    }
    if (!settings.prune()) {
      return new Forget(key, "left in place: pruning is off");
    }
    return withoutConsent(key.groupKind())
        .<Change>map(
            field ->
                new Blocked(
                    key,
                    Reason.NEEDS_CONSENT,
                    "it is no longer in Git and takes data with it; set spec.prune.%s to delete it"
                        .formatted(field),
                    Position.UNKNOWN))
        .orElseGet(() -> new Prune(withUid(entry, state.get())));
  }

  private Optional<String> withoutConsent(GroupKind kind) {
    if (kind.equals(Order.NAMESPACE)) {
      return missing(Settings.Consent.NAMESPACES, "namespaces");
    }
    if (kind.equals(Desires.CRD)) {
      return missing(Settings.Consent.CUSTOM_RESOURCE_DEFINITIONS, "customResourceDefinitions");
    }
    if (kind.equals(new GroupKind("", "PersistentVolumeClaim"))) {
      return missing(Settings.Consent.PERSISTENT_VOLUME_CLAIMS, "persistentVolumeClaims");
    }
    return Optional.empty();
  }

  private Optional<String> missing(Settings.Consent consent, String field) {
    return settings.consents().contains(consent) ? Optional.empty() : Optional.of(field);
  }

  private static Entry withUid(Entry entry, State state) {
    return new Entry(
        entry.key(),
        entry.version(),
        state.uid(),
        entry.wanted(),
        entry.owned(),
        entry.creating(),
        entry.deleting());
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
