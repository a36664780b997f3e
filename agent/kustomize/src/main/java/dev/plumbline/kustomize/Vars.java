package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Values of fields that others name as {@code $(NAME)}. */
final class Vars {
  private final SortedMap<String, Var> all = new TreeMap<>();

  /** An entry of {@code vars}. */
  record Var(
      String name, Gvk gvk, String objectName, String namespace, String path, Position where) {
    static Var read(Fields fields) {
      var reference = fields.object("objref", "Target");
      var field = fields.object("fieldref", "FieldSelector");
      if (reference == null) {
        reference = new Fields(MapNode.EMPTY, "Target");
      }
      String apiVersion = reference.text("apiVersion");
      var gvk = Kustomization.gvk(reference);
      if (!apiVersion.isEmpty()) {
        gvk = Gvk.of(apiVersion, gvk.kind());
      }
      String path = field == null ? "" : field.text("fieldPath");
      var read =
          new Var(
              fields.text("name"),
              gvk,
              reference.text("name"),
              reference.text("namespace"),
              path.isEmpty() ? "metadata.name" : path,
              fields.position());
      reference.done();
      if (field != null) {
        field.done();
      }
      return read;
    }
  }

  List<Var> list() {
    return List.copyOf(all.values());
  }

  void add(Var added) {
    if (all.putIfAbsent(added.name(), added) != null) {
      throw new BuildException(
          added.where(), "var '%s' already encountered".formatted(added.name()));
    }
  }

  /** Notes at the resource that a var takes its value from it. */
  static void record(ResMap map, Var named, Scope scope) {
    boolean cluster = scope.isCluster(named.gvk());
    var id = new ResId(named.gvk(), named.objectName(), named.namespace(), cluster);
    boolean anyNamespace = named.namespace().isEmpty() && !cluster;
    var matches = new ArrayList<Integer>();
    for (int i = 0; i < map.size(); i++) {
      if (matches(map.get(i), id, anyNamespace)) {
        matches.add(i);
      }
    }
    if (matches.size() > 1) {
      throw new BuildException(
          named.where(),
          "found %d resId matches for var %s (unable to disambiguate)"
              .formatted(matches.size(), named.name()));
    }
    for (int i : matches) {
      map.set(i, map.get(i).with(map.get(i).history().withVar(named.name())));
    }
  }

  private static boolean matches(Resource resource, ResId wanted, boolean anyNamespace) {
    if (resource.isEmpty()) {
      return false;
    }
    var ids = new ArrayList<>(resource.previousIds());
    ids.add(resource.currentId());
    return ids.stream()
        .anyMatch(
            id ->
                anyNamespace
                    ? id.name().equals(wanted.name()) && id.gvk().equals(wanted.gvk())
                    : id.equals(wanted));
  }

  /** Replaces all vars in the fields that may hold them. */
  void resolve(ResMap map, FieldSpecs fields) {
    if (all.isEmpty()) {
      return;
    }
    var values = new TreeMap<String, ScalarNode>();
    all.values().forEach(named -> values.put(named.name(), value(map, named)));
    map.replaceAll(resource -> resolved(resource, fields, values));
  }

  private static Resource resolved(
      Resource resource, FieldSpecs fields, Map<String, ScalarNode> values) {
    var edit = new Edit(false);
    var body = resource.body();
    for (var spec : fields.list()) {
      body =
          FieldWalk.apply(
              resource,
              body,
              edit,
              spec,
              FieldWalk.Created.NOTHING,
              node -> replaced(node, values, edit));
    }
    return resource.with(edit.settle(body));
  }

  // Null when the value is no scalar: then the var stays as it is written.
  private static ScalarNode value(ResMap map, Var named) {
    for (var resource : map.resources()) {
      if (!resource.history().vars().contains(named.name())) {
        continue;
      }
      Node found;
      try {
        found = Lookup.find(resource.body(), indexed(named.path()));
      } catch (BuildException e) {
        found = null;
      }
      if (found == null) {
        throw new BuildException(
            named.where(),
            "field specified in var '%s' not found in corresponding resource"
                .formatted(named.name()));
      }
      return found instanceof ScalarNode scalar && !scalar.isNull() ? scalar : null;
    }
    throw new BuildException(
        named.where(),
        "var '%s' cannot be mapped to a field in the set of known resources"
            .formatted(named.name()));
  }

  /** {@code a[0]} is a and its first element. */
  private static List<String> indexed(String path) {
    var result = new ArrayList<String>();
    for (String part : Lookup.split(path)) {
      int open = part.indexOf('[');
      if (open > 0 && part.endsWith("]")) {
        result.add(part.substring(0, open));
        result.add(part.substring(open + 1, part.length() - 1));
      } else {
        result.add(part);
      }
    }
    return result;
  }

  private static Node replaced(Node node, Map<String, ScalarNode> values, Edit edit) {
    return switch (node) {
      case ScalarNode scalar -> Trees.isText(scalar) ? expanded(scalar, values) : scalar;
      case MapNode map -> {
        var changes = new MapChange(map);
        map.entries()
            .forEach(
                (key, value) -> {
                  if (Trees.isText(value)) {
                    var text = edit.write(value, expanded((ScalarNode) value, values));
                    if (text != value) {
                      changes.put(key, text);
                    }
                  }
                });
        yield changes.result();
      }
      case ListNode list -> {
        var items = new ArrayList<Node>();
        for (Node item : list.items()) {
          if (!Trees.isText(item)) {
            throw new BuildException(item.position(), "invalid value type expect a string");
          }
          items.add(edit.write(item, expanded((ScalarNode) item, values)));
        }
        yield list.with(items);
      }
    };
  }

  private static Node expanded(ScalarNode scalar, Map<String, ScalarNode> values) {
    String input = scalar.text();
    if (input.indexOf('$') < 0) {
      return rewritten(scalar, input);
    }
    var out = new StringBuilder();
    int copied = 0;
    for (int at = 0; at < input.length(); at++) {
      if (input.charAt(at) != '$' || at + 1 == input.length()) {
        continue;
      }
      out.append(input, copied, at);
      char next = input.charAt(at + 1);
      int close = next == '(' ? input.indexOf(')', at + 2) : -1;
      if (close >= 0) {
        String name = input.substring(at + 2, close);
        var value = values.get(name);
        boolean whole = at == 0 && close == input.length() - 1;
        if (whole && value != null) {
          return typed(value, scalar.position());
        }
        out.append(value == null ? "$(" + name + ")" : value.text());
        at = close;
      } else {
        out.append(next == '$' ? "$" : "$" + next);
        at++;
      }
      copied = at + 1;
    }
    out.append(input, Math.min(copied, input.length()), input.length());
    return rewritten(scalar, out.toString());
  }

  // A text that is looked at is written anew, and is no folded one afterwards.
  private static ScalarNode rewritten(ScalarNode scalar, String text) {
    return scalar.style() == ScalarNode.Style.FOLDED || !text.equals(scalar.text())
        ? Trees.generated(text, scalar.position())
        : scalar;
  }

  private static ScalarNode typed(ScalarNode value, Position position) {
    return value.isString()
        ? Trees.string(value.text(), position)
        : new ScalarNode(value.text(), value.type(), ScalarNode.Style.PLAIN, position);
  }
}
