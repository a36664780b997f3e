package dev.plumbline.reconcile;

import dev.plumbline.model.Name;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** What this process remembers of each Sync. */
final class Memories {
  private final Map<Name, Memory> memories = new ConcurrentHashMap<>();

  Memory get(Name sync) {
    return memories.getOrDefault(sync, Memory.NOTHING);
  }

  void update(Name sync, UnaryOperator<Memory> change) {
    memories.compute(sync, (name, known) -> change.apply(known == null ? Memory.NOTHING : known));
  }

  void forget(Name sync) {
    memories.remove(sync);
  }
}
