package dev.plumbline.kube;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether resourceVersion {@code "1"} makes an apply create-only. It does on kube-apiserver; an
 * aggregated server may differ, so it is proven once per group and version, on the first object
 * created there, and until then looked for first.
 */
final class CreateGuards {
  enum State {
    UNPROVEN,
    GUARDED,
    UNGUARDED
  }

  private final Map<String, State> known = new ConcurrentHashMap<>();

  State of(ServedKind kind) {
    return known.getOrDefault(kind.apiVersion(), State.UNPROVEN);
  }

  /** An apply over an object that is there was refused, or it was not. */
  void proven(ServedKind kind, boolean refused) {
    known.put(kind.apiVersion(), refused ? State.GUARDED : State.UNGUARDED);
  }
}
