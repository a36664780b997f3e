package dev.plumbline.cli;

import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Wanted;
import dev.plumbline.apply.Wishes;
import dev.plumbline.kube.KubeException;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an apply would do to each object, found out by a dry run as the person who asks. Nothing is
 * changed.
 */
final class Comparison {
  private final Session target;
  private final boolean force;

  /**
   * @param force whether fields are taken from other managers
   */
  Comparison(Session target, boolean force) {
    this.target = target;
    this.force = force;
  }

  /** What would become of one object. */
  sealed interface Finding {
    record Same() implements Finding {}

    record Changed(ObjectKey key, List<FieldDiff.Change> changes) implements Finding {}

    /**
     * @param remark what could not be checked; may be empty
     */
    record Created(ObjectKey key, String remark) implements Finding {}

    record Refused(ObjectKey key, String why) implements Finding {}

    /**
     * @param how for people
     */
    record Pruned(ObjectKey key, String how) implements Finding {}

    /** Wanted, and not touched all the same. */
    record LeftAlone(ObjectKey key, String because) implements Finding {}

    /** Not wanted any more, and left where it is. */
    record Kept(ObjectKey key, String why) implements Finding {}
  }

  List<Finding> of(Desired desired) throws IOException, InterruptedException {
    var findings = new ArrayList<>(Together.ask(desired.objects(), this::of));
    desired.unserved().forEach(object -> findings.add(ofUnserved(object)));
    for (Desired.Ambiguous object : desired.ambiguous()) {
      findings.add(
          new Finding.Refused(
              object.key(), "it is at %s and at %s".formatted(object.where(), object.also())));
    }
    return findings;
  }

  private static Finding ofUnserved(Desired.Unserved object) {
    if (object.objection().isPresent()) {
      return refused(object.key(), object.where(), object.objection().get());
    }
    if (!object.wishes().leftBy().isEmpty()) {
      return new Finding.LeftAlone(object.key(), object.wishes().leftBy());
    }
    return object.definition().isPresent()
        ? new Finding.Created(object.key(), "not checked: its kind comes with it")
        : refused(
            object.key(),
            object.where(),
            "the server does not serve %s %s".formatted(object.apiVersion(), object.key().kind()));
  }

  Finding of(Wanted wanted) throws IOException {
    if (wanted.objection().isPresent()) {
      return refused(wanted.key(), wanted.where(), wanted.objection().get());
    }
    if (wanted.isLeftAlone(false)) {
      return new Finding.LeftAlone(wanted.key(), wanted.wishes().because());
    }
    Optional<MapNode> live = asked(wanted.key(), () -> target.cluster().get(wanted.key()));
    Optional<String> leftBy = live.flatMap(there -> leftBy(wanted, there));
    return leftBy.isPresent()
        ? new Finding.LeftAlone(wanted.key(), leftBy.get())
        : previewed(wanted, live);
  }

  private static Optional<String> leftBy(Wanted wanted, MapNode live) {
    String theirs = Wishes.of(live).leftBy();
    if (!theirs.isEmpty()) {
      return Optional.of(theirs);
    }
    return wanted.isLeftAlone(true) ? Optional.of(wanted.wishes().because()) : Optional.empty();
  }

  private Finding previewed(Wanted wanted, Optional<MapNode> live) throws IOException {
    MapNode after;
    try {
      after =
          target
              .connection()
              .questions()
              .preview(wanted.key(), sent(wanted), wanted.manager(), force);
    } catch (KubeException e) {
      return refused(wanted, e);
    } catch (IOException e) {
      throw target.told(e);
    }
    if (live.isEmpty()) {
      return new Finding.Created(wanted.key(), "");
    }
    var shown = Presentable.of(wanted.key(), live.get(), after);
    List<FieldDiff.Change> changes = FieldDiff.between(shown.before(), shown.after());
    return changes.isEmpty() ? new Finding.Same() : new Finding.Changed(wanted.key(), changes);
  }

  // Who owns the fields that are left to others is in the metadata.
  private MapNode sent(Wanted wanted) throws IOException {
    return wanted.leavesFields()
        ? target.cluster().meta(wanted.key()).map(wanted::bodyFor).orElse(wanted.body())
        : wanted.body();
  }

  private Finding refused(Wanted wanted, KubeException e) {
    return switch (e.refusal().cause()) {
      case NAMESPACE_MISSING ->
          new Finding.Created(wanted.key(), "not checked: its namespace does not exist yet");
      case FORBIDDEN -> throw mayNot(wanted.key(), e);
      case TRANSIENT, UNAUTHORIZED, WAITING_FOR_CLUSTER -> throw target.told(e);
      default -> refused(wanted.key(), wanted.where(), e.getMessage());
    };
  }

  static Finding refused(ObjectKey key, Position where, String why) {
    return new Finding.Refused(key, where.known() ? "%s: %s".formatted(where, why) : why);
  }

  private <T> T asked(ObjectKey key, Read<T> read) {
    try {
      return read.read();
    } catch (KubeException e) {
      throw switch (e.refusal().cause()) {
        case FORBIDDEN -> mayNot(key, e);
        default -> target.told(e);
      };
    } catch (IOException e) {
      throw target.told(e);
    }
  }

  private interface Read<T> {
    T read() throws IOException;
  }

  private static Failure mayNot(ObjectKey key, KubeException e) {
    return mayNot(key, e.getMessage(), e);
  }

  static Failure mayNot(ObjectKey key, String why, Exception e) {
    return Failure.unknown("%s: you may not find out: %s".formatted(key, why), e);
  }
}
