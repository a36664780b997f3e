package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Since when objects were seen to be absent of which a create may still arrive: the API server may
 * hold a request back for a minute, however dead its sender is. Not thread-safe.
 */
final class Absences {
  /** The longest time limit of a request, and some more. */
  static final Duration LATEST_ARRIVAL = Duration.ofSeconds(75);

  private static final int MOST = 10_000;

  private final Map<ObjectKey, Instant> since =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, Instant> eldest) {
          return size() > MOST;
        }
      };

  Instant since(ObjectKey key, Instant now) {
    return since.computeIfAbsent(key, k -> now);
  }

  void end(ObjectKey key) {
    since.remove(key);
  }
}
