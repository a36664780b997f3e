package dev.plumbline.kustomize;

import dev.plumbline.model.Digest;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.ResourceYaml;
import java.util.LinkedHashMap;

/** Gives generated resources names that change with their content. */
final class Hashes {
  private Hashes() {}

  static void append(ResMap map) {
    map.replaceAll(
        resource ->
            resource.history().needsHash() && !resource.isEmpty() ? named(resource) : resource);
  }

  private static Resource named(Resource resource) {
    String name = resource.name() + "-" + hash(resource);
    var metadata = resource.body().map("metadata").orElseThrow();
    var old = metadata.get("name").orElseThrow();
    var named = metadata.with("name", Trees.untypedInStyleOf(old, name, old.position()));
    var remembered = resource.remembered();
    return remembered.with(remembered.body().with("metadata", named));
  }

  private static String hash(Resource resource) {
    var body = resource.body();
    var hashed = new LinkedHashMap<String, Node>();
    hashed.put("kind", ScalarNode.of(resource.kind()));
    // The original looks for a field of that name with a slash in it, and never finds one.
    hashed.put("name", ScalarNode.of(""));
    hashed.put("data", value(body, "data"));
    boolean secret = resource.kind().equals("Secret");
    if (secret) {
      hashed.put("type", value(body, "type"));
    }
    String more = secret ? "stringData" : "binaryData";
    if (body.get(more).orElse(null) instanceof MapNode) {
      hashed.put(more, value(body, more));
    }
    return encoded(Digest.of(GoJson.compact(MapNode.of(hashed))).first(10));
  }

  private static Node value(MapNode body, String field) {
    var value = body.get(field).orElse(null);
    return switch (value) {
      case null -> ScalarNode.of("");
      case ScalarNode scalar -> ScalarNode.of(scalar.text());
      default -> ResourceYaml.canonical(JsonTree.reread(value));
    };
  }

  private static String encoded(String hex) {
    return hex.replace('0', 'g')
        .replace('1', 'h')
        .replace('3', 'k')
        .replace('a', 'm')
        .replace('e', 't');
  }
}
