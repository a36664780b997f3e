package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Keep;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Refusal;
import dev.plumbline.kube.Unforced;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Asks the server, by dry run, about a draft that changes or deletes something live. What it
 * refuses for good is held back before anything was touched, and so is what depends on it.
 */
public final class Preflight {
  private final Cluster cluster;
  private final Mode mode;

  public Preflight(Cluster cluster, Settings settings) {
    this.cluster = settings.claims().force() ? cluster : new Unforced(cluster);
    this.mode = settings.preflight();
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
    Map<ObjectKey, Change> answered = new HashMap<>();
    Parallel.map(asked, change -> ask(change, inventory))
        .forEach(answer -> answered.put(answer.key(), answer));
    var changes = new ArrayList<>(draft.changes());
    changes.replaceAll(change -> answered.getOrDefault(change.key(), change));
    return Dependents.held(draft, draft.with(changes));
  }

  private static boolean isCheck(Change change) {
    return change instanceof Update update && update.why() == Why.RESYNC;
  }

  // What goes into a namespace that this plan brings cannot be asked yet, and replaces nothing.
  private static boolean canBeAsked(Change change, Set<String> newNamespaces) {
    return switch (change) {
      case Update update -> Draft.changesSomething(update);
      case Create create -> !newNamespaces.contains(create.key().namespace());
      case Prune prune -> !prune.begun();
      case Keep ignored -> false;
      case Change.Leave ignored -> false;
      case Change.Tell ignored -> false;
      case Change.Linger ignored -> false;
      case Change.Forget ignored -> false;
      case Change.Defer ignored -> false;
      case Blocked ignored -> false;
    };
  }

  private Change ask(Change change, Inventory inventory) {
    return switch (change) {
      case Create create -> {
        Answer answer = cluster.apply(Creating.request(create.wanted()).asDryRun());
        yield refused(answer, create.wanted()).orElse(create);
      }
      case Update update -> ask(update, inventory);
      case Prune prune -> {
        Answer answer =
            prune.fieldsOf().isPresent()
                ? cluster.apply(Withdrawing.request(prune, prune.fieldsOf().get()).asDryRun())
                : cluster.delete(Pruning.request(prune.key(), prune.guard()).asDryRun());
        yield refused(answer, prune.key(), message -> Position.UNKNOWN).orElse(prune);
      }
      default -> change;
    };
  }

  // An object whose status moves all the time is asked about once more, in its version of now:
  // what the server would refuse has to show before anything else is touched.
  private Change ask(Update planned, Inventory inventory) {
    if (planned.why() == Why.RESYNC && !planned.wanted().ignored().isEmpty()) {
      return planned; // the write itself reads who owns what by now, and changes nothing else
    }
    Update update = planned;
    Answer answer = dryRun(update);
    if (answer instanceof Answer.Refused(Refusal no) && no.cause() == Refusal.Cause.CHANGED) {
      Optional<Guard> now = versionOf(update);
      if (now.isEmpty()) {
        return planned;
      }
      update = planned.at(now.get());
      answer = dryRun(update);
    }
    if (Recreation.isAsked(update, answer)) {
      return update;
    }
    Optional<Change> refused = refused(answer, update.wanted());
    if (refused.isPresent()) {
      return refused.get();
    }
    return update.why() == Why.RESYNC
        ? compared(update, answer, inventory.get(update.key()))
        : update;
  }

  private Answer dryRun(Update update) {
    return cluster.apply(Updating.request(update.wanted(), update.guard()).asDryRun());
  }

  private Optional<Guard> versionOf(Update update) {
    try {
      return cluster
          .meta(update.key())
          .filter(meta -> meta.uid().equals(update.guard().uid()))
          .map(meta -> new Guard(meta.uid(), meta.resourceVersion()));
    } catch (IOException e) {
      return Optional.empty(); // the real request will meet the same trouble, and tell of it
    }
  }

  // The signal in a metadata-only answer is that our entry would move.
  private static Change compared(Update update, Answer answer, Optional<Entry> entry) {
    boolean same =
        !(answer instanceof Answer.Done done)
            || entry
                .flatMap(Entry::owned)
                .equals(Owned.digest(done.meta(), update.wanted().manager()));
    return same && entry.isPresent() ? new Keep(update.wanted(), entry.get()) : update;
  }

  private static Optional<Change> refused(Answer answer, Wanted wanted) {
    return refused(answer, wanted.key(), message -> Fault.position(wanted, message));
  }

  // An EXISTS or a passing fault is for the real request to deal with.
  private static Optional<Change> refused(
      Answer answer, ObjectKey key, Function<String, Position> where) {
    return answer instanceof Answer.Refused(Refusal no) && no.permanent()
        ? Optional.of(new Blocked(key, reason(no.cause()), no.message(), where.apply(no.message())))
        : Optional.empty();
  }

  private static Reason reason(Refusal.Cause permanent) {
    return switch (permanent) {
      case FORBIDDEN -> Reason.FORBIDDEN;
      case NO_SUCH_KIND -> Reason.UNKNOWN_KIND;
      case IMMUTABLE -> Reason.IMMUTABLE;
      case CONFLICT -> Reason.OWNED_BY_OTHERS;
      case INVALID,
          EXISTS,
          CHANGED,
          GONE,
          NAMESPACE_MISSING,
          NAMESPACE_TERMINATING,
          WAITING_FOR_CLUSTER,
          TRANSIENT,
          UNAUTHORIZED ->
          Reason.INVALID;
    };
  }

  private static Set<String> newNamespaces(Draft draft) {
    return draft
        .all(Create.class)
        .map(Create::key)
        .filter(key -> key.groupKind().equals(Order.NAMESPACE))
        .map(ObjectKey::name)
        .collect(Collectors.toSet());
  }
}
