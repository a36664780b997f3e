package dev.plumbline.reconcile;

import dev.plumbline.model.Name;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What this process remembers of each Sync. */
final class Memories {
  private final Map<Name, Memory> memories = new ConcurrentHashMap<>();
  private final Consumer<Name> moved;

  /**
   * @param moved told of Syncs that are at another commit than before
   */
  Memories(Consumer<Name> moved) {
    this.moved = moved;
  }

  Memory get(Name sync) {
    return memories.getOrDefault(sync, Memory.NOTHING);
  }

  void update(Name sync, UnaryOperator<Memory> change) {
    Memory before = get(sync);
    Memory now =
        memories.compute(
            sync, (name, known) -> change.apply(known == null ? Memory.NOTHING : known));
    if (!now.commit().equals(before.commit())) {
      moved.accept(sync);
    }
  }

  void forget(Name sync) {
    memories.remove(sync);
  }
}
