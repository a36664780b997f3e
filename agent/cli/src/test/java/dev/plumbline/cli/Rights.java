package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.testkit.AuditLog;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What roles allow, and what was asked for: {@code update syncs.plumbline.dev/status}. */
final class Rights {
  private static final Pattern RESOURCE =
      Pattern.compile(
          "/(?:api|apis/(?<group>[^/]+))/[^/]+/(?:namespaces/[^/]+/)?(?<resource>[a-z]+)"
              + "(?:/[^/]+(?:/(?<subresource>[a-z]+))?)?(?:[?].*)?");

  private Rights() {}

  /** The rights of all rules of a role, whatever they are narrowed to. */
  static Set<String> granted(List<MapNode> objects, String role) {
    var rights = new TreeSet<String>();
    objects.stream()
        .filter(object -> object.text("metadata", "name").orElse("").equals(role))
        .flatMap(object -> object.list("rules").stream())
        .map(MapNode.class::cast)
        .forEach(rule -> addAll(rights, rule));
    return rights;
  }

  private static void addAll(Set<String> rights, MapNode rule) {
    for (Node group : rule.list("apiGroups")) {
      for (Node resource : rule.list("resources")) {
        for (Node verb : rule.list("verbs")) {
          rights.add(right(verb.toString(), resource.toString(), group.toString()));
        }
      }
    }
  }

  /** What a request needed; nothing where it was for no resource. */
  static Set<String> needed(AuditLog.Entry entry) {
    Matcher path = RESOURCE.matcher(entry.uri());
    if (!path.matches()) {
      return Set.of();
    }
    String sub = path.group("subresource");
    String group = path.group("group");
    String resource = path.group("resource") + (sub == null ? "" : "/" + sub);
    // An apply that finds nothing is asked whether it may create, too.
    boolean created = entry.verb().equals("patch") && entry.code() == 201;
    return (created ? Stream.of("patch", "create") : Stream.of(entry.verb()))
        .map(verb -> right(verb, resource, group == null ? "" : group))
        .collect(Collectors.toSet());
  }

  private static String right(String verb, String resource, String group) {
    String[] parts = resource.split("/", 2);
    return "%s %s%s%s"
        .formatted(
            verb,
            parts[0],
            group.isEmpty() ? "" : "." + group,
            parts.length > 1 ? "/" + parts[1] : "");
  }
}
