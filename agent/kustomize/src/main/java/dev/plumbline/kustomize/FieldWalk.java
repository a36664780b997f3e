package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the fields a {@link FieldSpec} names in one resource, and writes them. */
final class FieldWalk {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]{1,18}");

  private final Resource resource;
  private final Edit edit;
  private final FieldSpec spec;
  private final Created created;
  private final Setter setter;
  private final List<String> path;

  /** What a missing last field is made as. */
  enum Created {
    NOTHING,
    SCALAR,
    MAP
  }

  /** The new value of a field that was found or made. */
  @FunctionalInterface
  interface Setter {
    Node set(Node old);
  }

  private FieldWalk(Resource resource, Edit edit, FieldSpec spec, Created created, Setter setter) {
    this.resource = resource;
    this.edit = edit;
    this.spec = spec;
    this.created = created;
    this.setter = setter;
    this.path = spec.segments();
  }

  /** The resource after one spec; itself when the spec is for other kinds. */
  static MapNode apply(
      Resource resource, MapNode body, Edit edit, FieldSpec spec, Created created, Setter setter) {
    if (!spec.selects(resource.gvk())) {
      return body;
    }
    return (MapNode) new FieldWalk(resource, edit, spec, created, setter).walk(body, 0);
  }

  /** The resource after all specs, one after another. */
  static Resource applyAll(
      Resource resource, Iterable<FieldSpec> specs, Created created, Setter setter) {
    var edit = new Edit();
    var body = resource.body();
    for (var spec : specs) {
      body = apply(resource, body, edit, spec, created, setter);
    }
    return resource.with(edit.settle(body));
  }

  private Node walk(Node node, int depth) {
    if (depth == path.size()) {
      var value = setter.set(node);
      return value == node ? node : edit.write(node, value);
    }
    return switch (node) {
      case MapNode map -> walkMap(map, depth);
      case ListNode list -> walkList(list, depth);
      case ScalarNode scalar when scalar.isNull() -> scalar;
      case ScalarNode scalar -> throw failure(scalar, "expected sequence or mapping node");
    };
  }

  private Node walkList(ListNode list, int depth) {
    List<Node> changed = null;
    for (int i = 0; i < list.items().size(); i++) {
      var item = list.items().get(i);
      var value = walk(item, depth);
      if (value != item) {
        changed = changed == null ? new ArrayList<>(list.items()) : changed;
        changed.set(i, value);
      }
    }
    return changed == null ? list : list.with(changed);
  }

  private Node walkMap(MapNode map, int depth) {
    String segment = path.get(depth);
    boolean isList = segment.endsWith("[]");
    String field = isList ? segment.substring(0, segment.length() - 2) : segment;
    demandFieldName(map, field);
    boolean creates = spec.create() && created != Created.NOTHING && !isList;
    var old = map.get(field).orElse(null);
    if (old == null && !creates) {
      return map;
    }
    var found = old;
    if (Trees.isNull(old)) {
      if (creates) {
        found = made(depth == path.size() - 1, map.position());
      } else if (isList) {
        found = new ListNode(List.of(), map.position());
      }
    }
    var value = walk(found, depth + 1);
    if (value == old) {
      return map;
    }
    return map.with(field, value);
  }

  // For kustomize these are elements of a list or a wildcard, whatever the keys of the map are.
  private void demandFieldName(MapNode map, String name) {
    if (name.isEmpty()) {
      throw failure(map, "cannot set or create an empty field name");
    }
    if (name.equals("*")) {
      throw failure(map, "fieldName: *: wildcard is not supported in PathGetter");
    }
    if (NUMBER.matcher(name).matches() || name.equals("-") || Lookup.isElement(name)) {
      throw failure(
          map,
          "fieldName: %s: wrong node kind: expected SequenceNode but got MappingNode"
              .formatted(name));
    }
  }

  private Node made(boolean last, Position position) {
    return last && created == Created.SCALAR
        ? Trees.emptyString(position)
        : new MapNode(java.util.Map.of(), position);
  }

  private BuildException failure(Node node, String why) {
    return new BuildException(
        node.position(),
        "considering field '%s' of object %s: %s"
            .formatted(spec.path(), resource.currentId(), why));
  }
}
