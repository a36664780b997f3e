package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes a ConfigMap or a Secret, and joins it with one that exists. */
final class Generator {
  private Generator() {}

  static Resource generate(GeneratorArgs args, Loader loader, Build build) {
    Position where = args.where();
    if (args.name().isEmpty()) {
      throw new BuildException(where, "a configmap must have a name");
    }
    var metadata = new LinkedHashMap<String, Node>();
    metadata.put("name", Trees.untyped(args.name(), where));
    if (!args.namespace().isEmpty()) {
      metadata.put("namespace", Trees.untyped(args.namespace(), where));
    }
    putTexts(metadata, "labels", args.options().labels(), where);
    putTexts(metadata, "annotations", args.options().annotations(), where);
    var body = new LinkedHashMap<String, Node>();
    body.put("apiVersion", Trees.string("v1", where));
    body.put("kind", Trees.string(args.secret() ? "Secret" : "ConfigMap", where));
    body.put("metadata", new MapNode(metadata, where));
    if (args.secret()) {
      body.put("type", Trees.string(args.type().isEmpty() ? "Opaque" : args.type(), where));
    }
    putData(body, args, loader, build.surprises);
    if (args.options().immutable()) {
      body.put("immutable", ScalarNode.TRUE);
    }
    var history =
        History.generated(
            History.Behavior.of(args.behavior()), !args.options().disableNameSuffixHash());
    return new Resource(new MapNode(body, where), history, build.patcher.scope());
  }

  private static void putData(
      Map<String, Node> body, GeneratorArgs args, Loader loader, Surprises surprises) {
    var text = new TreeMap<String, Node>();
    var binary = new TreeMap<String, Node>();
    SortedMap<String, byte[]> values;
    try {
      values = KeyValues.of(args, loader, surprises);
    } catch (BuildException e) {
      throw e.at(args.where());
    }
    values.forEach(
        (key, bytes) -> {
          String value = args.secret() ? null : KeyValues.text(bytes);
          if (value != null) {
            text.put(key, Trees.generated(value, args.where()));
          } else {
            var encoded = Trees.string(KeyValues.base64(bytes), args.where());
            (args.secret() ? text : binary).put(key, encoded);
          }
        });
    if (args.secret()) {
      body.put("data", new MapNode(text, args.where()));
    } else {
      putMap(body, "data", text, args.where());
    }
    putMap(body, "binaryData", binary, args.where());
  }

  private static void putTexts(
      Map<String, Node> into, String key, Map<String, String> texts, Position where) {
    var nodes = new TreeMap<String, Node>();
    texts.forEach((k, v) -> nodes.put(k, Trees.string(v, where)));
    putMap(into, key, nodes, where);
  }

  private static void putMap(
      Map<String, Node> into, String key, Map<String, Node> entries, Position where) {
    if (!entries.isEmpty()) {
      into.put(key, new MapNode(entries, where));
    }
  }

  /** Puts a generated resource where its behavior says: at the end, or into one that exists. */
  static void absorb(ResMap map, Resource generated) {
    var id = generated.currentId();
    var places = map.withAnyId(id);
    var behavior = generated.history().behavior();
    boolean joins = behavior == History.Behavior.MERGE || behavior == History.Behavior.REPLACE;
    if (places.isEmpty()) {
      if (joins) {
        throw new BuildException(
            generated.position(),
            "id %s does not exist; cannot merge or replace".formatted(goId(id)));
      }
      map.append(generated);
      return;
    }
    if (places.size() > 1) {
      throw new BuildException(
          generated.position(), "found multiple objects that could accept merge of " + id);
    }
    if (!joins) {
      throw new BuildException(
          generated.position(),
          "id %s exists; can not use behavior: '%s', behavior must be merge or replace"
              .formatted(goId(id), behavior.word));
    }
    int at = places.getFirst();
    map.set(at, joined(map.get(at), generated, behavior == History.Behavior.MERGE));
  }

  private static Resource joined(Resource old, Resource generated, boolean merges) {
    var body = generated.body();
    var metadata = body.map("metadata").orElseThrow();
    metadata = withTexts(metadata, "labels", old.texts("labels"), generated.texts("labels"));
    metadata =
        withTexts(
            metadata, "annotations", old.texts("annotations"), generated.texts("annotations"));
    metadata = metadata.with("name", Trees.untyped(old.name(), metadata.position()));
    metadata =
        old.namespace().isEmpty()
            ? metadata.without("namespace")
            : metadata.with("namespace", Trees.untyped(old.namespace(), metadata.position()));
    body = body.with("metadata", metadata);
    if (merges) {
      for (String field : new String[] {"data", "binaryData"}) {
        body = withTexts(body, field, texts(old, field), texts(generated, field));
      }
    }
    var history =
        old.history().withHash(old.history().needsHash() && generated.history().needsHash());
    var result = generated.with(body).with(history);
    return merges && Origin.isMarked(old) ? Origin.copied(old, result) : result;
  }

  private static Map<String, String> texts(Resource resource, String field) {
    var texts = new TreeMap<String, String>();
    resource
        .body()
        .map(field)
        .ifPresent(map -> map.entries().forEach((k, v) -> texts.put(k, Trees.text(v))));
    return texts;
  }

  private static MapNode withTexts(
      MapNode map, String field, Map<String, String> old, Map<String, String> added) {
    var texts = new TreeMap<>(old);
    texts.putAll(added);
    if (texts.isEmpty()) {
      return map.without(field);
    }
    var nodes = new TreeMap<String, Node>();
    texts.forEach((k, v) -> nodes.put(k, Trees.generated(v, map.position())));
    return map.with(field, new MapNode(nodes, map.position()));
  }

  private static String goId(ResId id) {
    return ("resid.ResId{Gvk:resid.Gvk{Group:\"%s\", Version:\"%s\", Kind:\"%s\","
            + " isClusterScoped:%s}, Name:\"%s\", Namespace:\"%s\"}")
        .formatted(
            id.gvk().group(),
            id.gvk().version(),
            id.gvk().kind(),
            id.clusterScoped(),
            id.name(),
            id.namespace());
  }
}
