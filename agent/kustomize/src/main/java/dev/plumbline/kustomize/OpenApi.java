package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A schema of the user's own: OpenAPI 2 definitions, which take the place of the built-in ones. It
 * is looked at where a merge leads to, so types may refer to each other in circles.
 */
final class OpenApi {
  private static final String KIND = "x-kubernetes-group-version-kind";
  private static final int MAX_REFERENCES = 50;

  private final MapNode definitions;
  private final MapNode paths;
  private boolean fallback;

  private OpenApi(MapNode document) {
    this.definitions = document.map("definitions").orElse(MapNode.EMPTY);
    this.paths = document.map("paths").orElse(MapNode.EMPTY);
  }

  static OpenApi read(Loader.Loaded file) {
    var node = ConfigFiles.read(file);
    if (!(node instanceof MapNode map)) {
      throw new BuildException(node.position(), "invalid schema file: expected a map");
    }
    return new OpenApi(map);
  }

  /**
   * @param withBuiltIn whether the built-in definitions stay beside these
   */
  Schemas schemas(boolean withBuiltIn) {
    fallback = withBuiltIn;
    Map<Gvk, Schema> kinds = new HashMap<>(withBuiltIn ? Schemas.BUILT_IN.kinds() : Map.of());
    for (Node definition : definitions.entries().values()) {
      if (definition instanceof MapNode map) {
        map.list(KIND).forEach(kind -> kinds.put(gvk(kind), new Typed(map)));
      }
    }
    return Schemas.custom(kinds);
  }

  /** Kinds that are only read outside of namespaces, besides the built-in ones. */
  Scope scope() {
    Set<Gvk> cluster = new HashSet<>();
    Set<Gvk> namespaced = new HashSet<>();
    paths
        .entries()
        .forEach(
            (path, operations) -> {
              var kind =
                  operations instanceof MapNode map ? map.at("get", KIND).orElse(null) : null;
              if (kind != null) {
                (path.contains("namespaces/{namespace}") ? namespaced : cluster).add(gvk(kind));
              }
            });
    cluster.removeAll(namespaced);
    return Scope.BUILT_IN.and(cluster);
  }

  private static Gvk gvk(Node kind) {
    var map = kind instanceof MapNode m ? m : MapNode.EMPTY;
    return new Gvk(Trees.text(map, "group"), Trees.text(map, "version"), Trees.text(map, "kind"));
  }

  private Schema typed(Node node) {
    var here = node;
    for (int i = 0; i < MAX_REFERENCES && here instanceof MapNode map; i++) {
      String reference = Trees.text(map, "$ref");
      if (reference.isEmpty()) {
        return new Typed(map);
      }
      String name = reference.substring(reference.lastIndexOf('/') + 1);
      here = definitions.get(name).orElse(null);
      if (here == null && fallback) {
        return Schemas.definition(name);
      }
    }
    return null;
  }

  /** One definition, or a part of one. */
  private final class Typed implements Schema {
    private final MapNode node;

    Typed(MapNode node) {
      this.node = node;
    }

    @Override
    public Schema field(String name) {
      return node.at("properties", name)
          .or(() -> node.map("additionalProperties").map(map -> map))
          .map(OpenApi.this::typed)
          .orElse(null);
    }

    @Override
    public boolean isKeyed() {
      String strategies = Trees.text(node, "x-kubernetes-patch-strategy");
      return Arrays.asList(strategies.split(",", -1)).contains("merge");
    }

    @Override
    public List<String> keys() {
      var keys = node.list("x-kubernetes-list-map-keys").stream().map(Trees::text).toList();
      String key = Trees.text(node, "x-kubernetes-patch-merge-key");
      return !keys.isEmpty() ? keys : key.isEmpty() ? List.of() : List.of(key);
    }

    @Override
    public Schema elements() {
      return Trees.text(node, "type").equals("array")
          ? node.get("items").map(OpenApi.this::typed).orElse(null)
          : null;
    }
  }
}
