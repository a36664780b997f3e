package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything one Sync wants on its target now.
 *
 * @param objects those whose kind the server serves
 * @param unserved those whose kind it does not serve (yet)
 * @param ambiguous those that are rendered more than once, so that nobody knows what is wanted
 */
public record Desired(List<Wanted> objects, List<Unserved> unserved, List<Ambiguous> ambiguous) {
  public static final Desired NOTHING = new Desired(List.of(), List.of(), List.of());

  public Desired {
    objects = List.copyOf(objects);
    unserved = List.copyOf(unserved);
    ambiguous = List.copyOf(ambiguous);
  }

  /**
   * @param definition the CustomResourceDefinition of the same Sync that defines the kind
   * @param wishes what it asks for by its annotations
   */
  public record Unserved(
      ObjectKey key,
      String apiVersion,
      Position where,
      Optional<ObjectKey> definition,
      Wishes wishes) {
    /** Why it cannot be delivered as it asks; empty when it can. */
    public Optional<String> objection() {
      return wishes.objection().map(Wishes.Objection::sentence);
    }
  }

  /**
   * @param also where else it is
   */
  public record Ambiguous(ObjectKey key, Position where, Position also) {}

  /** How many objects are wanted. */
  public int size() {
    return objects.size() + unserved.size() + ambiguous.size();
  }

  public Set<ObjectKey> keys() {
    var keys = new HashSet<ObjectKey>();
    objects.forEach(object -> keys.add(object.key()));
    unserved.forEach(object -> keys.add(object.key()));
    ambiguous.forEach(object -> keys.add(object.key()));
    return keys;
  }
}
