package dev.plumbline.cli;

import dev.plumbline.cli.Table.Cell;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ScalarNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One thing people want to know of an object.
 *
 * @param wide whether only those who ask for more see it
 */
record Column(String header, boolean wide, Content content) {

  /** What stands in a column. */
  interface Content {
    Cell of(MapNode object, Look look);
  }

  /** How things look to whom: with colours or without, and when it is. */
  record Look(boolean coloured, Instant now) {}

  static Column text(String header, String... path) {
    return new Column(header, false, (object, _) -> Cell.plain(textOf(object, path)));
  }

  Column onlyWide() {
    return new Column(header, true, content);
  }

  static Column name(String header) {
    return text(header, "metadata", "name");
  }

  /** The state in one word. */
  static Column phase() {
    return new Column(
        "STATUS",
        false,
        (object, look) ->
            dressed(object.text("status", "phase").orElse("Pending"), look.coloured()));
  }

  static Column age() {
    return new Column("AGE", false, (object, look) -> Cell.plain(age(object, look.now())));
  }

  /** A list of words, as {@code a,b,c}. */
  static Column words(String header, String... path) {
    return new Column(
        header,
        false,
        (object, _) ->
            Cell.plain(
                object.list(path).stream()
                    .filter(ScalarNode.class::isInstance)
                    .map(item -> ((ScalarNode) item).text())
                    .collect(Collectors.joining(","))));
  }

  static Cell dressed(String phase, boolean coloured) {
    if (!coloured) {
      return Cell.plain(phase);
    }
    String colour =
        switch (phase) {
          case "Ready" -> Ink.GREEN;
          case "Degraded", "Failed", "Blocked" -> Ink.RED;
          default -> Ink.YELLOW;
        };
    return new Cell(phase, colour, Ink.OFF);
  }

  private static String age(MapNode object, Instant now) {
    return object
        .text("metadata", "creationTimestamp")
        .flatMap(Column::instant)
        .map(created -> Age.of(Duration.between(created, now)))
        .orElse("");
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static String textOf(MapNode object, String... path) {
    return object.text(path).orElse("");
  }
}
