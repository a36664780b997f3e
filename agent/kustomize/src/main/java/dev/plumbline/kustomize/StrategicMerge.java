package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.TreeSet;

/**
 * Merges a patch into a tree as kustomize's walker does, which is not what the API server does. The
 * whole tree is walked, not only what the patch names: keyed lists lose repeated elements, empty
 * values go, explicit nulls stay.
 */
final class StrategicMerge {
  private static final String DIRECTIVE = "$patch";

  private final Schemas schemas;
  private final Surprises surprises;
  private final Edit edit = new Edit();

  StrategicMerge(Schemas schemas, Surprises surprises) {
    this.schemas = schemas;
    this.surprises = surprises;
  }

  /** The patched tree; an empty map when the patch deletes it. */
  Node merge(MapNode target, MapNode patch) {
    var merged = edit.settle(walk(target, patch, null));
    return merged == null ? MapNode.EMPTY : merged;
  }

  /** What a directive asks for. */
  private enum Strategy {
    MERGE,
    REPLACE,
    DELETE
  }

  /**
   * @return null when the field goes away
   */
  Node walk(Node target, Node patch, Schema known) {
    var schema = known != null ? known : embedded(target, patch);
    var shape = !Trees.isNull(target) ? target : !Trees.isNull(patch) ? patch : null;
    return switch (shape) {
      case null -> walkMap(target, patch, schema);
      case MapNode map -> {
        demandKind(map, target);
        demandKind(map, patch);
        yield walkMap(target, patch, schema);
      }
      case ListNode list -> {
        demandKind(list, target);
        demandKind(list, patch);
        yield schema != null && schema.isKeyed()
            ? walkKeyed(target, patch, schema)
            : patch != null ? patch : target;
      }
      case ScalarNode scalar -> {
        demandKind(scalar, target);
        demandKind(scalar, patch);
        yield patch != null ? patch : target;
      }
    };
  }

  // Where the schema ends, an object with its own kind and apiVersion starts another one.
  private Schema embedded(Node target, Node patch) {
    var found = schemaOf(target);
    return found != null ? found : schemaOf(patch);
  }

  private Schema schemaOf(Node node) {
    if (!(node instanceof MapNode map)) {
      return null;
    }
    String apiVersion = Trees.text(map, "apiVersion");
    String kind = Trees.text(map, "kind");
    return apiVersion.isEmpty() || kind.isEmpty() ? null : schemas.of(apiVersion, kind);
  }

  private static void demandKind(Node shape, Node node) {
    if (!Trees.isNull(node) && shape.getClass() != node.getClass()) {
      throw new BuildException(
          node.position(),
          "wrong node kind: expected %s but got %s"
              .formatted(Trees.kindName(shape), Trees.kindName(node)));
    }
  }

  private Node walkMap(Node target, Node patch, Schema schema) {
    if (Trees.isNull(target)) {
      return added(target, patch, schema);
    }
    if (patch == null) {
      return mergeFields((MapNode) target, null, schema);
    }
    if (Trees.isNull(patch)) {
      return null;
    }
    var asked = (MapNode) patch;
    var plain = asked.without(DIRECTIVE);
    return switch (strategy(asked)) {
      case DELETE -> null;
      case REPLACE -> mergeFields(plain, plain, schema);
      // What is walked with itself loses the directive on both sides.
      case MERGE ->
          mergeFields(Trees.same(target, patch) ? plain : (MapNode) target, plain, schema);
    };
  }

  /** A new field is walked with itself, so that nulls and directives inside it are cleaned. */
  private Node added(Node target, Node patch, Schema schema) {
    if (patch == null) {
      // An explicit null stays, an empty value goes.
      return target != null && !Trees.text(target).isEmpty() ? target : null;
    }
    if (!(patch instanceof MapNode map)) {
      return null;
    }
    if (Trees.text(map, DIRECTIVE).equals("delete")) {
      return null;
    }
    var plain = isDirective(Trees.text(map, DIRECTIVE)) ? map.without(DIRECTIVE) : map;
    return mergeFields(plain, plain, schema);
  }

  private static boolean isDirective(String word) {
    return word.equals("merge") || word.equals("replace") || word.equals("delete");
  }

  private static Strategy strategy(MapNode patch) {
    var directive = patch.get(DIRECTIVE);
    return directive.isEmpty() ? Strategy.MERGE : strategy(directive.get());
  }

  private static Strategy strategy(Node directive) {
    return switch (Trees.text(directive)) {
      case "merge" -> Strategy.MERGE;
      case "replace" -> Strategy.REPLACE;
      case "delete" -> Strategy.DELETE;
      case String other ->
          throw new BuildException(
              directive.position(), "unknown patch strategy '%s'".formatted(other));
    };
  }

  private MapNode mergeFields(MapNode target, MapNode patch, Schema schema) {
    var keys = new TreeSet<>(target.entries().keySet());
    if (patch != null) {
      keys.addAll(patch.entries().keySet());
    }
    var changes = new MapChange(target);
    for (String key : keys) {
      var old = target.get(key).orElse(null);
      var asked = patch == null ? null : patch.get(key).orElse(null);
      var value = walk(old, asked, schema == null ? null : schema.field(key));
      if (value == null || (Trees.isNull(value) && asked != null)) {
        changes.remove(key);
      } else if (value != old) {
        changes.put(key, old == null ? value : edit.write(old, value));
      } else if (Trees.lacksQuotes(value)) {
        changes.put(key, edit.quoted((ScalarNode) value));
      }
    }
    return changes.result();
  }

  private Node walkKeyed(Node target, Node patch, Schema schema) {
    var into = target;
    var from = patch;
    if (Trees.isNull(target)) {
      into = patch;
    } else if (patch != null) {
      if (Trees.isNull(patch)) {
        return null;
      }
      var asked = (ListNode) patch;
      var directive = listDirective(asked);
      if (directive != null) {
        var strategy = strategy(directive);
        from = KeyedList.withoutMatches(asked, DIRECTIVE, Trees.text(directive));
        if (strategy == Strategy.DELETE) {
          return null;
        }
        into = strategy == Strategy.REPLACE ? from : target;
      }
    }
    if (!(into instanceof ListNode list)) {
      return null;
    }
    var patches = from instanceof ListNode asked ? asked : null;
    var merged = new KeyedList(this, schema).merge(list, patches);
    if (patches != null && !schema.keys().isEmpty() && merged instanceof ListNode result) {
      int lost = KeyedListLosses.count(schema.keys(), list, patches, result);
      if (lost > 0) {
        surprises.inList(patches, lost);
      }
    }
    return merged;
  }

  /** The value of an element that is nothing but a directive, if the first one with it is that. */
  private static Node listDirective(ListNode patch) {
    for (Node item : patch.items()) {
      if (item instanceof MapNode map && map.get(DIRECTIVE).isPresent()) {
        return map.entries().size() == 1 ? map.get(DIRECTIVE).get() : null;
      }
    }
    return null;
  }
}
