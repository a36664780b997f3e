package dev.plumbline.cli;

import dev.plumbline.cli.Table.Cell;
import dev.plumbline.model.MapNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What people want to know of the objects of each kind. */
final class Columns {
  private static final int SHORT = 7;

  private Columns() {}

  /**
   * @param wide whether they want to know more
   */
  static List<Column> of(ShownKind kind, boolean wide) {
    return of(kind).stream().filter(column -> wide || !column.wide()).toList();
  }

  private static List<Column> of(ShownKind kind) {
    return switch (kind) {
      case SYNCS ->
          List.of(
              Column.name("SYNC"),
              Column.text("TARGET", "spec", "targetRef", "name"),
              Column.text("REVISION", "status", "revision", "brief"),
              Column.phase(),
              Column.text("OBJECTS", "status", "objects", "summary"),
              new Column("SIGNED BY", false, (sync, _) -> Cell.plain(signer(sync))),
              Column.age(),
              Column.text("SOURCE", "spec", "source", "name").onlyWide(),
              Column.text("PATH", "spec", "path").onlyWide(),
              Column.text("DRIFTED", "status", "objects", "drifted").onlyWide(),
              Column.text("LAST RUN", "status", "operation").onlyWide());
      case TENANTS ->
          List.of(
              Column.name("TENANT"),
              Column.phase(),
              Column.text("DIRECTORY", "status", "directory"),
              Column.text("SYNCS", "status", "syncs", "summary"),
              Column.words("NAMESPACES", "spec", "namespaces"),
              Column.age(),
              Column.text("SERVICE ACCOUNT", "spec", "serviceAccount", "name").onlyWide(),
              Column.text("HUB NAMESPACE", "spec", "hubNamespace").onlyWide());
      case TARGETS ->
          List.of(
              Column.name("TARGET"),
              Column.phase(),
              Column.text("SYNCS", "status", "syncs", "summary"),
              Column.text("VERSION", "status", "version"),
              Column.text("REACHABLE", "status", "reachable"),
              Column.age(),
              Column.text("OBJECTS", "status", "objects").onlyWide(),
              new Column("LABELS", true, (target, _) -> Cell.plain(labels(target))),
              Column.text("IDENTITY", "status", "identity").onlyWide());
      case ENVIRONMENTS ->
          List.of(
              Column.name("ENVIRONMENT"),
              Column.phase(),
              Column.text("BRANCH", "spec", "branch"),
              Column.text("OVERLAY", "spec", "overlay"),
              Column.text("TARGETS", "status", "targets", "count"),
              Column.text("SYNCS", "status", "syncs", "summary"),
              Column.age(),
              Column.text("SOURCE", "spec", "repositoryRef", "name").onlyWide());
      case REPOSITORIES ->
          List.of(
              Column.name("REPOSITORY"),
              Column.phase(),
              Column.text("URL", "spec", "url"),
              new Column("BRANCHES", false, (repository, _) -> Cell.plain(branches(repository))),
              Column.age(),
              Column.text("INTERVAL", "spec", "interval").onlyWide());
    };
  }

  private static String signer(MapNode sync) {
    return sync.text("status", "revision", "verifiedBy")
        .orElse(sync.text("status", "revision", "applied").isPresent() ? "nobody" : "");
  }

  private static String labels(MapNode object) {
    return object.map("metadata", "labels").orElse(MapNode.EMPTY).entries().entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .collect(Collectors.joining(","));
  }

  private static String branches(MapNode repository) {
    return repository.map("status", "observed").orElse(MapNode.EMPTY).entries().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(branch -> branch.getKey() + "@" + commit((MapNode) branch.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String commit(MapNode seen) {
    String commit = seen.text("commit").orElse("");
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }
}
