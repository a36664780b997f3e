package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.List;

/**
 * Counts the elements with which a merge of keyed lists does not do what was asked: wiped without a
 * word, not changed, or not deleted.
 */
final class KeyedListLosses {
  // Each element is looked for in the whole result.
  private static final int MOST = 256;
  private static final String DIRECTIVE = "$patch";

  private final List<String> keys;
  private final List<Node> result;

  private KeyedListLosses(List<String> keys, List<Node> result) {
    this.keys = keys;
    this.result = result;
  }

  static int count(List<String> keys, ListNode target, ListNode patch, ListNode result) {
    if (target.items().size() + patch.items().size() > MOST) {
      return 0;
    }
    var losses = new KeyedListLosses(keys, result.items());
    return losses.inPatch(patch) + losses.inTarget(target, patch);
  }

  private int inPatch(ListNode patch) {
    int lost = 0;
    for (Node item : patch.items()) {
      if (item instanceof MapNode asked) {
        String directive = Trees.text(asked, DIRECTIVE);
        boolean there = result.stream().anyMatch(found -> holds(found, asked, false));
        lost += directive.equals("delete") ? hasKey(asked) && there(asked) ? 1 : 0 : there ? 0 : 1;
      }
    }
    return lost;
  }

  private boolean there(MapNode asked) {
    return result.stream().anyMatch(found -> holds(found, asked, true));
  }

  private int inTarget(ListNode target, ListNode patch) {
    int lost = 0;
    for (Node item : target.items()) {
      if (item instanceof MapNode old && !old.isEmpty() && !isAsked(old, patch)) {
        lost += result.stream().anyMatch(found -> holds(found, old, hasKey(old))) ? 0 : 1;
      }
    }
    return lost;
  }

  // What the patch changes or deletes is looked at there.
  private boolean isAsked(MapNode old, ListNode patch) {
    return patch.items().stream()
        .anyMatch(
            item -> item instanceof MapNode asked && hasKey(asked) && holds(old, asked, true));
  }

  private boolean hasKey(MapNode element) {
    return keys.stream().anyMatch(key -> element.get(key).isPresent());
  }

  /** Whether an element has all scalars of another one, or only its keys. */
  private boolean holds(Node found, MapNode asked, boolean onlyKeys) {
    return found instanceof MapNode map
        && asked.entries().entrySet().stream()
            .filter(
                entry ->
                    onlyKeys ? keys.contains(entry.getKey()) : !entry.getKey().equals(DIRECTIVE))
            .filter(
                entry -> entry.getValue() instanceof ScalarNode && !Trees.isNull(entry.getValue()))
            .allMatch(
                entry -> Trees.text(map, entry.getKey()).equals(Trees.text(entry.getValue())));
  }
}
