package dev.plumbline.cli;

import dev.plumbline.cli.Table.Cell;
import dev.plumbline.model.MapNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Syncs as a person wants to see them: one line each, and below it what is wrong with it. */
final class SyncTable {
  private static final List<String> COLUMNS =
      List.of("SYNC", "TARGET", "REVISION", "STATUS", "OBJECTS", "SIGNED BY", "AGE");
  private static final int MOST_REMARKS = 4;

  private final boolean namespaces;
  private final boolean coloured;
  private final Instant now;

  /**
   * @param namespaces whether the first column says where a Sync is
   */
  SyncTable(boolean namespaces, boolean coloured, Instant now) {
    this.namespaces = namespaces;
    this.coloured = coloured;
    this.now = now;
  }

  Table of(List<MapNode> syncs) {
    var table =
        new Table(
            namespaces
                ? Stream.concat(Stream.of("NAMESPACE"), COLUMNS.stream()).toList()
                : COLUMNS);
    syncs.stream()
        .sorted(
            Comparator.comparing((MapNode sync) -> text(sync, "metadata", "namespace"))
                .thenComparing(sync -> text(sync, "metadata", "name")))
        .forEach(sync -> table.add(cells(sync), remarks(sync)));
    return table;
  }

  private List<Cell> cells(MapNode sync) {
    var cells = new ArrayList<Cell>();
    if (namespaces) {
      cells.add(Cell.plain(text(sync, "metadata", "namespace")));
    }
    cells.add(Cell.plain(text(sync, "metadata", "name")));
    cells.add(Cell.plain(text(sync, "spec", "targetRef", "name")));
    cells.add(Cell.plain(text(sync, "status", "revision", "brief")));
    cells.add(status(sync.text("status", "phase").orElse("Pending")));
    cells.add(Cell.plain(text(sync, "status", "objects", "summary")));
    cells.add(Cell.plain(signer(sync)));
    cells.add(Cell.plain(age(sync)));
    return cells;
  }

  private static String signer(MapNode sync) {
    return sync.text("status", "revision", "verifiedBy")
        .orElse(sync.text("status", "revision", "applied").isPresent() ? "nobody" : "");
  }

  private Cell status(String phase) {
    if (!coloured) {
      return Cell.plain(phase);
    }
    String colour =
        switch (phase) {
          case "Ready" -> "\u001b[32m";
          case "Degraded", "Failed", "Blocked" -> "\u001b[31m";
          default -> "\u001b[33m";
        };
    return new Cell(phase, colour, "\u001b[0m");
  }

  private String age(MapNode sync) {
    return sync.text("metadata", "creationTimestamp")
        .flatMap(SyncTable::instant)
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

  /** What is not as wanted, object by object; and why it is not Ready, where that is not it. */
  private static List<String> remarks(MapNode sync) {
    List<MapNode> blocked = maps(sync, "status", "blocked");
    var remarks = new ArrayList<String>();
    notReady(sync)
        .filter(why -> blocked.stream().noneMatch(object -> why.contains(text(object, "object"))))
        .ifPresent(remarks::add);
    blocked.forEach(
        object ->
            remarks.add(
                "%s: %s: %s"
                    .formatted(
                        text(object, "object"), text(object, "reason"), text(object, "message"))));
    if (remarks.size() > MOST_REMARKS) {
      int more = remarks.size() - MOST_REMARKS + 1;
      remarks.subList(MOST_REMARKS - 1, remarks.size()).clear();
      remarks.add("and %d more: plumb get -o json".formatted(more));
    }
    return remarks;
  }

  private static Optional<String> notReady(MapNode sync) {
    return maps(sync, "status", "conditions").stream()
        .filter(condition -> text(condition, "type").equals("Ready"))
        .filter(condition -> !text(condition, "status").equals("True"))
        .map(condition -> text(condition, "message"))
        .filter(message -> !message.isEmpty())
        .findFirst();
  }

  private static List<MapNode> maps(MapNode map, String... path) {
    return map.list(path).stream()
        .flatMap(item -> item instanceof MapNode found ? Stream.of(found) : Stream.empty())
        .toList();
  }

  private static String text(MapNode map, String... path) {
    return map.text(path).orElse("");
  }
}
