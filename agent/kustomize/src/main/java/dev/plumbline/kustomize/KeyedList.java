package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Merges two lists whose elements are found by keys. Every step is kustomize's, the surprising ones
 * too: blanks match anything when an element is taken out, patch elements come first, an element
 * without the only key leaves nothing else in the list.
 */
final class KeyedList {
  /** The key of scalars: the element itself. */
  private static final String ITSELF = "";

  private final StrategicMerge merge;
  private final Schema schema;
  private final List<String> keys;

  KeyedList(StrategicMerge merge, Schema schema) {
    this.merge = merge;
    this.schema = schema;
    this.keys = schema.keys().isEmpty() ? List.of(ITSELF) : schema.keys();
  }

  /**
   * @param target changed in place of the original; the patch itself when there was none
   * @param patch null when there is none
   */
  Node merge(ListNode target, ListNode patch) {
    var tuples = tuples(target, patch);
    if (tuples.isEmpty()) {
      return target;
    }
    if (keys.size() > 1) {
      unite(tuples);
    }
    List<Node> rest = new ArrayList<>(target.items());
    List<Node> merged = new ArrayList<>();
    var used = usedKeys(tuples);
    for (var tuple : tuples) {
      var values = used.stream().map(key -> tuple.get(keys.indexOf(key))).toList();
      var old = find(rest, tuple);
      var asked =
          Trees.same(patch, target) ? old : find(patch == null ? null : patch.items(), tuple);
      var element = merge.walk(old, asked, schema.elements());
      if (Trees.isNull(element) || (element instanceof MapNode map && map.isEmpty())) {
        rest = set(rest, null, used, values);
      } else {
        element = withKeys(element, used, values);
        if (isMergedInPlace(old, asked)) {
          replace(rest, old, element);
        }
        merged = set(merged, element, used, values);
      }
    }
    return new ListNode(append(merged, rest, used), target.position());
  }

  // A replacement is another element, and the old one is still in its list.
  private static boolean isMergedInPlace(Node old, Node asked) {
    return old instanceof MapNode
        && !(asked instanceof MapNode map && Trees.text(map, "$patch").equals("replace"));
  }

  private static void replace(List<Node> list, Node old, Node element) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) == old) {
        list.set(i, element);
        return;
      }
    }
  }

  private List<List<String>> tuples(ListNode target, ListNode patch) {
    var tuples = new LinkedHashSet<List<String>>();
    if (patch != null) {
      patch.items().forEach(item -> tuples.add(tuple(item)));
    }
    target.items().forEach(item -> tuples.add(tuple(item)));
    return new ArrayList<>(tuples);
  }

  private List<String> tuple(Node element) {
    return keys.stream()
        .map(
            key -> {
              if (key.equals(ITSELF)) {
                return Trees.text(element);
              }
              var value = element instanceof MapNode map ? map.get(key).orElse(null) : null;
              return Trees.isNull(value) ? "" : Trees.text(value);
            })
        .toList();
  }

  /** Two tuples that agree somewhere and contradict nowhere become one, in place. */
  private static void unite(List<List<String>> tuples) {
    for (int i = 0; i < tuples.size(); i++) {
      // The pair is taken before the inner loop changes it, as the original ranges over a copy.
      var one = tuples.get(i);
      for (int j = 0; j < tuples.size(); j++) {
        var union = union(one, tuples.get(j));
        if (union != null) {
          tuples.set(i, union);
          tuples.set(j, union);
        }
      }
    }
  }

  private static List<String> union(List<String> a, List<String> b) {
    boolean common = false;
    var union = new ArrayList<String>();
    for (int i = 0; i < a.size(); i++) {
      String x = a.get(i);
      String y = b.get(i);
      if (x.equals(y)) {
        common = true;
      } else if (!x.isEmpty() && !y.isEmpty()) {
        return null;
      }
      union.add(x.isEmpty() ? y : x);
    }
    return common ? union : null;
  }

  private List<String> usedKeys(List<List<String>> tuples) {
    var used = new ArrayList<String>();
    for (int i = 0; i < keys.size(); i++) {
      int at = i;
      if (tuples.stream().anyMatch(tuple -> !tuple.get(at).isEmpty())) {
        used.add(keys.get(i));
      }
    }
    return used.isEmpty() ? keys : used;
  }

  /** The first element with exactly the texts of the tuple that are not empty. */
  private Node find(List<Node> list, List<String> tuple) {
    if (list == null) {
      return null;
    }
    boolean blank = tuple.stream().allMatch(String::isEmpty);
    for (Node item : list) {
      if (matches(item, tuple, blank)) {
        return item;
      }
    }
    return null;
  }

  private boolean matches(Node item, List<String> tuple, boolean blank) {
    for (int i = 0; i < keys.size(); i++) {
      String wanted = tuple.get(i);
      if (wanted.isEmpty() && !blank) {
        continue;
      }
      if (keys.get(i).equals(ITSELF)) {
        if (!Trees.text(item).equals(wanted)) {
          return false;
        }
      } else if (!(item instanceof MapNode map)
          || map.get(keys.get(i)).isEmpty()
          || !Trees.text(map, keys.get(i)).equals(wanted)) {
        return false;
      }
    }
    return true;
  }

  private static Node withKeys(Node element, List<String> used, List<String> values) {
    var result = element;
    for (int i = 0; i < used.size(); i++) {
      if (result instanceof MapNode map
          && map.get(used.get(i)).isEmpty()
          && !values.get(i).isEmpty()) {
        result = map.with(used.get(i), Trees.untyped(values.get(i), map.position()));
      }
    }
    return result;
  }

  /**
   * Puts the element in the place of those that match, at the end when none does; without an
   * element those that match go. Fewer values than keys repeat the last answer, none match nothing
   * and keep nothing.
   */
  private static List<Node> set(
      List<Node> list, Node element, List<String> keys, List<String> values) {
    var result = new ArrayList<Node>(list.size() + 1);
    boolean found = false;
    boolean keyed = !keys.getFirst().isEmpty() && !values.isEmpty() && !values.getFirst().isEmpty();
    for (Node item : list) {
      if (Trees.isNull(item) || (item instanceof MapNode map && map.isEmpty())) {
        continue;
      }
      if (keyed && !(item instanceof MapNode)) {
        result.add(item);
      } else if (!has(item, keys, values)) {
        if (!values.isEmpty()) {
          result.add(item);
        }
      } else {
        found = true;
        if (element != null) {
          result.add(element);
        }
      }
    }
    if (element != null && !found) {
      result.add(element);
    }
    return result;
  }

  private static boolean has(Node item, List<String> keys, List<String> values) {
    boolean last = false;
    for (int i = 0; i < keys.size(); i++) {
      if (i < values.size()) {
        last = hasOne(item, keys.get(i), values.get(i));
      }
      if (!last) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasOne(Node item, String key, String value) {
    if (key.equals(ITSELF)) {
      return item instanceof ScalarNode scalar && (value.isEmpty() || scalar.text().equals(value));
    }
    return item instanceof MapNode map
        && map.get(key).isPresent()
        && (value.isEmpty() || Trees.text(map, key).equals(value));
  }

  private static List<Node> append(List<Node> merged, List<Node> rest, List<String> keys) {
    var result = merged;
    for (Node item : rest) {
      if (keys.getFirst().equals(ITSELF)) {
        result = set(result, item, keys, List.of(Trees.text(item)));
        continue;
      }
      var values = new ArrayList<String>();
      for (String key : keys) {
        var value = item instanceof MapNode map ? map.get(key).orElse(null) : null;
        if (value == null) {
          result.add(item);
        } else {
          values.add(Trees.text(value));
        }
      }
      if (keys.size() > 1) {
        result = set(result, null, keys, values);
      }
      result = set(result, item, keys, values);
    }
    return result;
  }

  /** The list without the elements whose field has that text. */
  static ListNode withoutMatches(ListNode list, String key, String text) {
    return new ListNode(set(list.items(), null, List.of(key), List.of(text)), list.position());
  }
}
