package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Creates of which nobody knows the end, and when they were sent or at the latest noticed: the API
 * server may hold a request back for a minute, however dead its sender is. So an object that is
 * absent may still arrive, and its entry has to stay. Not thread-safe.
 */
final class LateCreates {
  /** The longest time limit of a request, and some more. */
  private static final Duration LATEST_ARRIVAL = Duration.ofSeconds(75);

  private static final int MOST = 10_000;

  private final Map<ObjectKey, Instant> since =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, Instant> eldest) {
          return size() > MOST;
        }
      };

  /** A create was sent, and how it ended is not known. */
  void sent(ObjectKey key, Instant now) {
    since.put(key, now);
  }

  /** An earlier process may have sent one. */
  void noticed(ObjectKey key, Instant now) {
    since.putIfAbsent(key, now);
  }

  /** Until when one may arrive; empty when none can. */
  Optional<Instant> until(ObjectKey key, Instant now) {
    return Optional.ofNullable(since.get(key))
        .map(sent -> sent.plus(LATEST_ARRIVAL))
        .filter(now::isBefore);
  }
}
