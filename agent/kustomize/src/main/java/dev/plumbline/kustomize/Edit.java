package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;

/**
 * One change of one resource.
 *
 * <p>kustomize puts one and the same value into every label or annotation map that it adds a key
 * to, and later writes into that value in place. So a patch of {@code metadata.labels.app} in an
 * overlay also changes the selector that a base's {@code commonLabels} made. Such values carry a
 * mark here; who writes over one says so, and {@link #settle} writes it everywhere.
 */
final class Edit {
  private static final String SHARED = "!shared";

  private final IdentityHashMap<Node, ScalarNode> written = new IdentityHashMap<>();
  private final boolean keepsStyle;

  Edit() {
    this(true);
  }

  /**
   * @param keepsStyle whether what is written takes on the quotes of what stood there
   */
  Edit(boolean keepsStyle) {
    this.keepsStyle = keepsStyle;
  }

  /** A string that will stand in several places of one resource as one value. */
  static ScalarNode shared(ScalarNode string) {
    return new ScalarNode(string.text(), string.type(), string.style(), string.position(), SHARED);
  }

  private static boolean isShared(Node node) {
    return node instanceof ScalarNode scalar && scalar.tag().filter(SHARED::equals).isPresent();
  }

  /** What stands in the place of {@code old} after {@code value} was written into it. */
  Node write(Node old, Node value) {
    if (old == value) {
      return old;
    }
    var styled = keepsStyle ? Trees.inStyleOf(old, value) : value;
    if (!isShared(old) || !(styled instanceof ScalarNode scalar)) {
      return styled;
    }
    var shared =
        new ScalarNode(scalar.text(), scalar.type(), scalar.style(), scalar.position(), SHARED);
    var earlier = written.put(old, shared);
    if (earlier != null) {
      written.put(earlier, shared);
    }
    return shared;
  }

  /** The same text in quotes, in every place of a shared value. */
  Node quoted(ScalarNode scalar) {
    var quoted = Trees.quoted(scalar);
    return isShared(scalar) ? written.computeIfAbsent(scalar, _ -> quoted) : quoted;
  }

  /** The tree with every shared value that was written over written over everywhere. */
  Node settle(Node root) {
    return written.isEmpty() || root == null ? root : settled(root);
  }

  private Node settled(Node node) {
    return switch (node) {
      case ScalarNode scalar -> {
        var last = scalar;
        for (var next = written.get(last); next != null; next = written.get(last)) {
          last = next;
        }
        yield last;
      }
      case ListNode list -> {
        var items = new ArrayList<Node>(list.items().size());
        list.items().forEach(item -> items.add(settled(item)));
        yield list.with(items);
      }
      case MapNode map -> {
        var entries = new LinkedHashMap<String, Node>();
        map.entries().forEach((key, value) -> entries.put(key, settled(value)));
        yield map.with(entries);
      }
    };
  }
}
