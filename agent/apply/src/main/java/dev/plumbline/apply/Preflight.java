package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Keep;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
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
 * Asks the server, by dry run, about a draft that changes or deletes something live. What it
 * refuses for good is held back before anything was touched, and so is what depends on it.
 */
public final class Preflight {
  private final Cluster cluster;
  private final Mode mode;

  public Preflight(Cluster cluster, Mode mode) {
    this.cluster = cluster;
    this.mode = mode;
  }

  /** When to ask. */
  public enum Mode {
    /**
     * When something live is changed or deleted; a plan that only creates has nothing to protect.
     */
    AUTO,
    ALWAYS,
    NEVER
  }

  /**
   * The draft with refused changes blocked. A resync's check becomes an update where the server
   * would change something, and a keep where it would not.
   */
  public Draft check(Draft draft, Inventory inventory) {
    boolean all =
        switch (mode) {
          case AUTO -> draft.touchesWhatIsLive();
          case ALWAYS -> draft.writes();
          case NEVER -> false;
        };
    Set<String> newNamespaces = newNamespaces(draft);
    List<Change> asked =
        draft.changes().stream()
            .filter(change -> isCheck(change) || (all && canBeAsked(change, newNamespaces)))
            .toList();
    if (asked.isEmpty()) {
      return draft;
    }
    List<Change> answers = Parallel.map(asked, change -> ask(change, inventory));
    Map<ObjectKey, Change> answered = new HashMap<>();
    answers.forEach(answer -> answered.put(answer.key(), answer));
    var changes = new ArrayList<>(draft.changes());
    changes.replaceAll(change -> answered.getOrDefault(change.key(), change));
    return withoutDependents(new Draft(changes));
  }

  private static boolean isCheck(Change change) {
    return change instanceof Update update && update.why() == Why.RESYNC;
  }

  // What was taken from us is put back without asking; what goes into a namespace that this plan
  // brings cannot be asked yet, and replaces nothing.
  private static boolean canBeAsked(Change change, Set<String> newNamespaces) {
    return switch (change) {
      case Update update -> update.why() == Why.CHANGED || update.why() == Why.STRAY;
      case Create create -> !newNamespaces.contains(create.key().namespace());
      case Keep ignored -> false;
      case Change.Prune ignored -> false;
      case Change.Forget ignored -> false;
      case Change.Defer ignored -> false;
      case Blocked ignored -> false;
    };
  }

  private Change ask(Change change, Inventory inventory) {
    return switch (change) {
      case Create create ->
          refused(change, create.wanted(), cluster.apply(request(create.wanted()).asDryRun()));
      case Update update -> {
        Answer answer =
            cluster.apply(
                ApplyRequest.update(
                        update.key(), update.wanted().body(), Marks.MANAGER, update.guard())
                    .asDryRun());
        yield update.why() == Why.RESYNC
            ? compared(update, answer, inventory)
            : refused(change, update.wanted(), answer);
      }
      default -> change;
    };
  }

  static ApplyRequest request(Wanted wanted) {
    return ApplyRequest.createOnly(wanted.key(), wanted.body(), Marks.MANAGER);
  }

  // The signal in a metadata-only answer is that our entry would move.
  private static Change compared(Update update, Answer answer, Inventory inventory) {
    Optional<Entry> entry = inventory.get(update.key());
    boolean same =
        !(answer instanceof Answer.Done done)
            || entry.flatMap(Entry::owned).equals(Owned.digest(done.meta()));
    return same && entry.isPresent() ? new Keep(update.wanted(), entry.get()) : update;
  }

  private static Change refused(Change change, Wanted wanted, Answer answer) {
    if (!(answer instanceof Answer.Refused(Refusal refusal)) || !refusal.permanent()) {
      return change; // an EXISTS or a passing fault is for the real request to deal with
    }
    return new Blocked(
        wanted.key(),
        reason(refusal.cause()),
        refusal.message(),
        Fault.position(wanted, refusal.message()));
  }

  static Reason reason(Refusal.Cause cause) {
    return switch (cause) {
      case FORBIDDEN -> Reason.FORBIDDEN;
      case NO_SUCH_KIND -> Reason.UNKNOWN_KIND;
      case IMMUTABLE -> Reason.IMMUTABLE;
      case CONFLICT, EXISTS -> Reason.OWNED_BY_OTHERS;
      case NAMESPACE_MISSING, NAMESPACE_TERMINATING -> Reason.NAMESPACE_MISSING;
      case INVALID, CHANGED, GONE, WAITING_FOR_CLUSTER, TRANSIENT, UNAUTHORIZED -> Reason.INVALID;
    };
  }

  private static Draft withoutDependents(Draft draft) {
    Set<String> heldNamespaces = new HashSet<>();
    draft
        .all(Blocked.class)
        .filter(blocked -> blocked.key().groupKind().equals(Order.NAMESPACE))
        .filter(blocked -> blocked.reason() != Reason.NEEDS_CONSENT)
        .forEach(blocked -> heldNamespaces.add(blocked.key().name()));
    if (heldNamespaces.isEmpty()) {
      return draft;
    }
    var changes = new ArrayList<>(draft.changes());
    changes.replaceAll(
        change ->
            change instanceof Create create && heldNamespaces.contains(create.key().namespace())
                ? new Blocked(
                    create.key(),
                    Reason.DEPENDENCY_BLOCKED,
                    "its namespace %s is held back".formatted(create.key().namespace()),
                    create.wanted().where())
                : change);
    return new Draft(changes);
  }

  private static Set<String> newNamespaces(Draft draft) {
    var names = new HashSet<String>();
    draft
        .all(Create.class)
        .map(Create::key)
        .filter(key -> key.groupKind().equals(Order.NAMESPACE))
        .map(ObjectKey::name)
        .forEach(names::add);
    return names;
  }
}
