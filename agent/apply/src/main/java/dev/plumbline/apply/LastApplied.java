package dev.plumbline.apply;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.Optional;

/**
 * Recalls what was applied before; asked only when our entry on an object was destroyed, or when
 * others hold fields that Git may have dropped.
 */
@FunctionalInterface
public interface LastApplied {
  /** The body last applied, marks on; empty when it cannot be told any more. */
  Optional<MapNode> body(ObjectKey key) throws IOException;
}
