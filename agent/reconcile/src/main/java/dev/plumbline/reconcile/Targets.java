package dev.plumbline.reconcile;

import dev.plumbline.model.Name;
import dev.plumbline.reconcile.TargetState.Connected;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The targets we know, each with its connection and its index of what is live. */
final class Targets implements AutoCloseable {
  private final Map<Name, TargetState> states = new ConcurrentHashMap<>();
  private final Map<Name, Name> usedBy = new ConcurrentHashMap<>();

  /** Empty while it was not tried yet, or does not exist. */
  Optional<TargetState> get(Name target) {
    return Optional.ofNullable(states.get(target));
  }

  /** Publishes what is known now; a connection that is replaced is closed. */
  void put(Name target, TargetState state) {
    close(states.put(target, state), state);
  }

  void remove(Name target) {
    close(states.remove(target), null);
  }

  /** Remembers where a Sync delivers to; the index of a target it left forgets it. */
  void use(Name sync, Name target) {
    Name before = usedBy.put(sync, target);
    if (before != null && !before.equals(target)) {
      forgetIn(before, sync);
    }
  }

  /** The Sync is gone. */
  void forget(Name sync) {
    Name target = usedBy.remove(sync);
    if (target != null) {
      forgetIn(target, sync);
    }
  }

  private void forgetIn(Name target, Name sync) {
    if (states.get(target) instanceof Connected connected) {
      connected.live().forget(sync);
    }
  }

  private static void close(TargetState old, TargetState now) {
    if (old instanceof Connected before
        && !(now instanceof Connected after && after.connection() == before.connection())) {
      before.live().close();
      before.connection().close();
    }
  }

  @Override
  public void close() {
    states.keySet().forEach(this::remove);
  }
}
