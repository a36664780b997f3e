package dev.plumbline.apply;

import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.Digest128;
import dev.plumbline.yaml.Json;
import java.util.Optional;

/**
 * The digest of our own entry in managedFields: fields and time, not its apiVersion. As long as it
 * does not move, nobody took anything from us.
 */
final class Owned {
  private Owned() {}

  /**
   * @param manager the name we apply under
   */
  static Optional<Digest128> digest(Meta meta, String manager) {
    return meta.appliedBy(manager).map(Owned::digest);
  }

  private static Digest128 digest(ManagedEntry entry) {
    return Digest128.of(Json.canonical(entry.fields().fieldsV1()) + entry.time());
  }
}
