package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sets labels or annotations: the same entries in every map that the fields name. */
record EntriesTransformer(SortedMap<String, String> entries, FieldSpecs fields)
    implements Transformer {
  EntriesTransformer(Map<String, String> entries, FieldSpecs fields) {
    this(new TreeMap<>(entries), fields);
  }

  @Override
  public void transform(ResMap map) {
    if (!entries.isEmpty()) {
      map.replaceAll(resource -> resource.isEmpty() ? resource : with(resource));
    }
  }

  private Resource with(Resource resource) {
    var result = resource;
    for (var entry : entries.entrySet()) {
      var edit = new Edit();
      var shared = Edit.shared(Trees.string(entry.getValue(), resource.position()));
      var body = result.body();
      for (var spec : fields.list()) {
        body =
            FieldWalk.apply(
                result,
                body,
                edit,
                spec,
                FieldWalk.Created.MAP,
                node -> with(node, entry.getKey(), shared, edit));
      }
      result = result.with(edit.settle(body));
    }
    return result;
  }

  private static Node with(Node node, String key, ScalarNode value, Edit edit) {
    if (!(node instanceof MapNode map)) {
      throw new BuildException(
          node.position(), "wrong node kind: expected MappingNode but got " + Trees.kindName(node));
    }
    var old = map.get(key).orElse(null);
    if (old == null) {
      return map.with(key, value);
    }
    var written = edit.write(old, Trees.string(value.text(), old.position()));
    return map.with(key, written);
  }
}
