package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Everything one Sync wants on its target now.
 *
 * @param objects those whose kind the server serves
 * @param unserved those whose kind it does not serve (yet), each with the reason for people
 */
public record Desired(List<Wanted> objects, List<Unserved> unserved) {
  public static final Desired NOTHING = new Desired(List.of(), List.of());

  public Desired {
    objects = List.copyOf(objects);
    unserved = List.copyOf(unserved);
  }

  /**
   * @param definedHere whether a CustomResourceDefinition of the same Sync defines the kind
   */
  public record Unserved(ObjectKey key, String apiVersion, Position where, boolean definedHere) {}

  Set<ObjectKey> keys() {
    var keys = objects.stream().map(Wanted::key).collect(Collectors.toSet());
    unserved.forEach(object -> keys.add(object.key()));
    return keys;
  }
}
