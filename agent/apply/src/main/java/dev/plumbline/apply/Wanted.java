package dev.plumbline.apply;

import dev.plumbline.kube.Meta;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.yaml.Json;
import java.util.List;
import java.util.Optional;

/**
 * One object as it should be: scope resolved, marks on.
 *
 * @param manager the name it is applied under
 * @param ignored what is left to others of it
 * @param wishes what it asks for by its annotations
 * @param where the file and line it comes from
 */
public record Wanted(
    ObjectKey key,
    ServedKind kind,
    MapNode body,
    String manager,
    Digest128 digest,
    Ignored ignored,
    Wishes wishes,
    Position where) {

  Wanted(ObjectKey key, ServedKind kind, MapNode body, Position where) {
    this(key, kind, body, Marks.MANAGER, Ignored.NOTHING, Wishes.of(body), where);
  }

  Wanted(
      ObjectKey key,
      ServedKind kind,
      MapNode body,
      String manager,
      Ignored ignored,
      Wishes wishes,
      Position where) {
    this(key, kind, body, manager, digest(body, ignored), ignored, wishes, where);
  }

  // What is no longer left to others is wanted anew.
  private static Digest128 digest(MapNode body, Ignored ignored) {
    String json = Json.canonical(body);
    return Digest128.of(ignored.isEmpty() ? json : json + ignored.paths());
  }

  /** Whether a field that is not ours, as managedFields has it, is left to others. */
  public boolean leaves(List<String> path) {
    return wishes.merges() || wishes.additionsStay() || ignored.covers(path, body);
  }

  /**
   * Whether a delivery leaves the object alone.
   *
   * @param there whether one of this name exists
   */
  public boolean isLeftAlone(boolean there) {
    return switch (wishes.mode()) {
      case WHOLE, MERGE -> false;
      case IF_ABSENT -> there;
      case IGNORE -> true;
    };
  }

  /** The same, applied under another name. */
  public Wanted appliedAs(String name) {
    return new Wanted(key, kind, body, name, digest, ignored, wishes, where);
  }

  /** Whether only what the manifest names is ours. */
  public boolean merges() {
    return wishes.merges();
  }

  /** Why it cannot be delivered as it asks; empty when it can. */
  public Optional<String> objection() {
    return wishes.objection().map(Wishes.Objection::sentence);
  }

  /** Whether fields of it are left to others. */
  public boolean leavesFields() {
    return !ignored.isEmpty();
  }

  /** What is sent for the object as it is now. */
  public MapNode bodyFor(Meta live) {
    return ignored.isEmpty() ? body : ignored.without(body, live, manager);
  }
}
