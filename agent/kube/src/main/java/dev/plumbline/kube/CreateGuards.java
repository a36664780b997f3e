package dev.plumbline.kube;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Whether resourceVersion {@code "1"} makes an apply create-only. It does on kube-apiserver; an
 * aggregated server may differ, so it is proven once per group and version, on the first object
 * created there, which is looked for first. Others that are to be created wait for that proof.
 */
final class CreateGuards {
  enum State {
    UNPROVEN,
    GUARDED,
    UNGUARDED
  }

  private final Map<String, State> known = new ConcurrentHashMap<>();
  private final Map<String, ReentrantLock> proofs = new ConcurrentHashMap<>();

  State of(ServedKind kind) {
    return known.getOrDefault(kind.apiVersion(), State.UNPROVEN);
  }

  /**
   * Carries out a creation that may prove it, one at a time, unless it is proven: then empty. One
   * that proves nothing leaves it to the next.
   */
  <T> Optional<T> unlessProven(ServedKind kind, Supplier<T> creation) {
    if (of(kind) != State.UNPROVEN) {
      return Optional.empty();
    }
    var proof = proofs.computeIfAbsent(kind.apiVersion(), version -> new ReentrantLock());
    proof.lock();
    try {
      return of(kind) == State.UNPROVEN ? Optional.of(creation.get()) : Optional.empty();
    } finally {
      proof.unlock();
    }
  }

  /** An apply over an object that is there was refused, or it was not. */
  void proven(ServedKind kind, boolean refused) {
    known.put(kind.apiVersion(), refused ? State.GUARDED : State.UNGUARDED);
  }
}
