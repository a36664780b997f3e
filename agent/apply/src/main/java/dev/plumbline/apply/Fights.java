package dev.plumbline.apply;

import dev.plumbline.model.Clock;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Notices when somebody takes the same field, or the whole object, again and again: three times
 * within five minutes, and the repair pauses, one minute first, up to an hour.
 */
public final class Fights {
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int ROUNDS = 3;
  private static final int MOST_OBJECTS = 10_000;
  private static final int MOST_SIDES = 8;

  private final Clock clock;
  private final Map<ObjectKey, Map<Side, Fight>> fights = new ConcurrentHashMap<>();

  public Fights(Clock clock) {
    this.clock = clock;
  }

  /** Who does what. */
  private record Side(String who, String what) {
    static Side of(Drift drift) {
      String field = drift.fields().isEmpty() ? "its values" : drift.fields().getFirst();
      return switch (drift.how()) {
        case DELETED -> new Side(drift.by(), "deleting it");
        case ADDED -> new Side("\"%s\"".formatted(drift.by()), "adding " + field);
        case TAKEN, DISOWNED, MISSED -> new Side("\"%s\"".formatted(drift.by()), "taking " + field);
      };
    }

    String sentence() {
      return "%s keeps %s".formatted(who, what);
    }
  }

  /**
   * @param pause how long the repair pauses; zero while it does not
   */
  private record Fight(List<Instant> rounds, Duration pause, Instant until) {
    boolean pausing(Instant now) {
      return now.isBefore(until);
    }

    /** Whether it has been quiet for so long that the next round is the first of another fight. */
    boolean over(Instant now) {
      Instant last = pause.isZero() ? rounds.getLast() : until;
      return last.plus(pause.compareTo(WINDOW) > 0 ? pause : WINDOW).isBefore(now);
    }
  }

  /** Remembers a repaired drift. */
  void repaired(Drift drift) {
    Instant now = clock.now();
    if (fights.size() >= MOST_OBJECTS) {
      fights.values().removeIf(sides -> sides.values().stream().allMatch(f -> f.over(now)));
    }
    Side side = Side.of(drift);
    fights.compute(drift.key(), (key, known) -> next(known, side, now));
  }

  private static Map<Side, Fight> next(Map<Side, Fight> known, Side side, Instant now) {
    var sides = new HashMap<Side, Fight>(known == null ? Map.of() : known);
    sides.values().removeIf(fight -> fight.over(now));
    if (sides.size() >= MOST_SIDES && !sides.containsKey(side)) {
      sides.clear();
    }
    sides.put(side, next(sides.get(side), now));
    return Map.copyOf(sides);
  }

  private static Fight next(Fight known, Instant now) {
    var rounds = new ArrayList<Instant>(known == null ? List.of() : known.rounds());
    rounds.add(now);
    rounds.removeIf(round -> round.isBefore(now.minus(WINDOW)));
    boolean paused = known != null && !known.pause().isZero();
    if (!paused && rounds.size() < ROUNDS) {
      return new Fight(List.copyOf(rounds), Duration.ZERO, Instant.EPOCH);
    }
    // After a pause every further round counts at once: the fight was never settled.
    Duration pause = paused ? min(known.pause().multipliedBy(2), LONGEST_PAUSE) : FIRST_PAUSE;
    return new Fight(List.of(), pause, now.plus(pause));
  }

  /** Why the object is left alone for now; empty when it may be repaired. */
  Optional<String> pausing(ObjectKey key) {
    return longest(key)
        .map(
            fight ->
                "%s; the repair pauses until %s. Leave it out of Git, or stop the other writer"
                    .formatted(fight.getKey().sentence(), fight.getValue().until()));
  }

  /** Until when the object is left alone. */
  public Optional<Instant> until(ObjectKey key) {
    return longest(key).map(fight -> fight.getValue().until());
  }

  Instant now() {
    return clock.now();
  }

  private Optional<Map.Entry<Side, Fight>> longest(ObjectKey key) {
    Instant now = clock.now();
    return Stream.ofNullable(fights.get(key))
        .flatMap(sides -> sides.entrySet().stream())
        .filter(side -> side.getValue().pausing(now))
        .max(Comparator.comparing(side -> side.getValue().until()));
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
