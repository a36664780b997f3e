package dev.plumbline.kube;

import dev.plumbline.model.ObjectKey;
import java.util.Optional;

/**
 * What a request asked for, as far as it matters for what a no means.
 *
 * @param key empty for questions about no single object
 */
record Asked(Optional<ObjectKey> key, How how) {
  enum How {
    READ,
    CREATE,
    CHANGE,
    DELETE
  }

  static Asked nothing() {
    return new Asked(Optional.empty(), How.READ);
  }

  static Asked to(How how, ObjectKey key) {
    return new Asked(Optional.of(key), how);
  }

  /** Whether the answer may hold what must not be shown. */
  boolean secret() {
    return key.filter(k -> k.group().isEmpty() && k.kind().equals("Secret")).isPresent();
  }
}
