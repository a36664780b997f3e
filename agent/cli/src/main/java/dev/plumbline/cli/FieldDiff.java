package dev.plumbline.cli;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What differs between two versions of one object, field by field. */
final class FieldDiff {
  // What tells the items of a list apart, as the API conventions have it; the first that does.
  private static final List<List<String>> KEYS =
      List.of(
          List.of("name"),
          List.of("key"),
          List.of("type"),
          List.of("mountPath"),
          List.of("containerPort", "protocol"),
          List.of("port", "protocol"),
          List.of("ip"),
          List.of("host"));

  private final List<Change> changes = new ArrayList<>();

  private FieldDiff() {}

  /**
   * One field.
   *
   * @param before empty where it was not there
   * @param after empty where it goes
   */
  record Change(String path, Optional<Node> before, Optional<Node> after) {}

  static List<Change> between(MapNode before, MapNode after) {
    var diff = new FieldDiff();
    diff.maps("", before, after);
    return diff.changes;
  }

  private void nodes(String path, Node before, Node after) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof MapNode a && after instanceof MapNode b) {
      maps(path, a, b);
    } else if (before instanceof ListNode a && after instanceof ListNode b) {
      lists(path, a, b);
    } else {
      changes.add(new Change(path, Optional.of(before), Optional.of(after)));
    }
  }

  private void maps(String path, MapNode before, MapNode after) {
    Set<String> fields = new LinkedHashSet<>(before.entries().keySet());
    fields.addAll(after.entries().keySet());
    for (String field : fields) {
      either(path + step(path, field), before.get(field), after.get(field));
    }
  }

  private void either(String path, Optional<Node> before, Optional<Node> after) {
    if (before.isPresent() && after.isPresent()) {
      nodes(path, before.get(), after.get());
    } else {
      changes.add(new Change(path, before, after));
    }
  }

  private void lists(String path, ListNode before, ListNode after) {
    for (List<String> key : KEYS) {
      var old = keyed(before, key);
      var now = keyed(after, key);
      if (old.isPresent() && now.isPresent()) {
        keyed(path, old.get(), now.get());
        return;
      }
    }
    changes.add(new Change(path, Optional.of(before), Optional.of(after)));
  }

  private void keyed(String path, Map<String, Node> before, Map<String, Node> after) {
    Set<String> keys = new LinkedHashSet<>(before.keySet());
    keys.addAll(after.keySet());
    int changedBefore = changes.size();
    for (String key : keys) {
      either(
          path + "[" + key + "]",
          Optional.ofNullable(before.get(key)),
          Optional.ofNullable(after.get(key)));
    }
    if (changes.size() == changedBefore) {
      // The same items in another order.
      changes.add(new Change(path, Optional.of(list(before)), Optional.of(list(after))));
    }
  }

  private static Node list(Map<String, Node> items) {
    return ListNode.of(items.keySet().stream().map(ScalarNode::of).toList());
  }

  /** The items by what tells them apart; empty where this does not. */
  private static Optional<Map<String, Node>> keyed(ListNode list, List<String> fields) {
    var items = new LinkedHashMap<String, Node>();
    for (Node item : list.items()) {
      if (!(item instanceof MapNode map) || map.text(fields.getFirst()).isEmpty()) {
        return Optional.empty();
      }
      var key = new ArrayList<String>();
      for (String field : fields) {
        map.text(field).ifPresent(value -> key.add(field + "=" + value));
      }
      if (items.put(String.join(",", key), item) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(items);
  }

  private static String step(String path, String field) {
    if (!field.matches("[A-Za-z0-9_-]+")) {
      return "[\"" + field + "\"]";
    }
    return path.isEmpty() ? field : "." + field;
  }
}
