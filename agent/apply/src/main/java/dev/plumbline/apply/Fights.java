package dev.plumbline.apply;

import dev.plumbline.model.Clock;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notices when somebody takes the same field again and again: three times within five minutes, and
 * the repair pauses, one minute first, up to an hour.
 */
public final class Fights {
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int ROUNDS = 3;
  private static final int MOST_FIGHTS = 10_000;

  private final Clock clock;
  private final Map<ObjectKey, Fight> fights = new ConcurrentHashMap<>();

  public Fights(Clock clock) {
    this.clock = clock;
  }

  private record Fight(
      String who, String field, Deque<Instant> rounds, Duration pause, Instant until) {}

  /** Remembers a repaired drift. */
  void repaired(Drift drift) {
    if (fights.size() >= MOST_FIGHTS) {
      fights.values().removeIf(fight -> over(fight, clock.now()));
    }
    String field = drift.fields().isEmpty() ? "" : drift.fields().getFirst();
    fights.compute(drift.key(), (key, known) -> next(known, drift.by(), field));
  }

  private Fight next(Fight known, String who, String field) {
    Instant now = clock.now();
    boolean same = known != null && known.who().equals(who) && known.field().equals(field);
    Deque<Instant> rounds = new ArrayDeque<>(same ? known.rounds() : new ArrayDeque<>());
    rounds.addLast(now);
    // After a pause every further round counts at once: the fight was never settled.
    Duration pause = same ? known.pause() : Duration.ZERO;
    if (pause.isZero()) {
      rounds.removeIf(round -> round.isBefore(now.minus(WINDOW)));
    }
    if (pause.isZero() && rounds.size() < ROUNDS) {
      return new Fight(who, field, rounds, Duration.ZERO, Instant.EPOCH);
    }
    Duration longer = pause.isZero() ? FIRST_PAUSE : min(pause.multipliedBy(2), LONGEST_PAUSE);
    return new Fight(who, field, new ArrayDeque<>(), longer, now.plus(longer));
  }

  /** Why the object is left alone for now; empty when it may be repaired. */
  Optional<String> pausing(ObjectKey key) {
    return until(key)
        .map(
            until -> {
              Fight fight = fights.get(key);
              return ("\"%s\" keeps taking %s; the repair pauses until %s. Leave the field out of"
                      + " Git, or stop the other writer")
                  .formatted(fight.who(), fight.field(), until);
            });
  }

  /** Until when the object is left alone. */
  public Optional<Instant> until(ObjectKey key) {
    Fight fight = fights.get(key);
    return fight != null && clock.now().isBefore(fight.until())
        ? Optional.of(fight.until())
        : Optional.empty();
  }

  private static boolean over(Fight fight, Instant now) {
    return fight.until().plus(LONGEST_PAUSE).isBefore(now);
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
