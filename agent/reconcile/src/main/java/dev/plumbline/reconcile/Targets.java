package dev.plumbline.reconcile;

import dev.plumbline.model.Name;
import dev.plumbline.model.Turns;
import dev.plumbline.reconcile.TargetState.Connected;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The targets we know, each with its connection and its index of what is live. */
final class Targets implements AutoCloseable {
  private static final int SYNCS_AT_ONCE = 16;

  private final Map<Name, TargetState> states = new ConcurrentHashMap<>();
  private final Map<Name, Name> usedBy = new ConcurrentHashMap<>();
  private final Map<Name, Turns<Optional<Name>>> bulkheads = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Empty while it was not tried yet, or does not exist. */
  Optional<TargetState> get(Name target) {
    return Optional.ofNullable(states.get(target));
  }

  /** Publishes what is known now; a connection that is replaced is closed. */
  void put(Name target, TargetState state) {
    close(states.put(target, state), state);
    if (closed) {
      remove(target);
    }
  }

  void remove(Name target) {
    bulkheads.remove(target);
    close(states.remove(target), null);
  }

  /** How many Syncs may work on it at once, so that a slow target holds up only its own. */
  Turns<Optional<Name>> bulkhead(Name target) {
    return bulkheads.computeIfAbsent(target, name -> WorkQueue.Lane.turns(SYNCS_AT_ONCE));
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
      before.premises().close();
      before.connection().close();
    }
  }

  @Override
  public void close() {
    closed = true;
    states.keySet().forEach(this::remove);
  }
}
