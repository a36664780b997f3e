package dev.plumbline.render;

import dev.plumbline.kustomize.BuildResult;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.ScalarNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is sent to clusters of what was built: without the fields that only the cluster writes,
 * which would be fought over or refused, and with every key of a Secret where it can be watched.
 */
final class Delivered {
  private static final List<String> SERVER_METADATA =
      List.of(
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "managedFields",
          "selfLink");
  private static final String DEPLOYMENT_REVISION = "deployment.kubernetes.io/revision";

  private final List<String> findings = new ArrayList<>();
  private final Map<ObjectKey, Position> seen = new HashMap<>();

  private Delivered() {}

  /** An object that cannot be delivered by anybody. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(Position where, String why) {
      super(where.known() ? where + ": " + why : why);
    }
  }

  static Rendered.Content of(BuildResult.Built built, ReadSet reads) throws Unusable {
    var delivered = new Delivered();
    delivered.findings.addAll(built.warnings());
    var objects = new ArrayList<RenderedObject>();
    for (MapNode object : built.objects()) {
      objects.add(delivered.object(object));
    }
    return new Rendered.Content(built, objects, delivered.findings, reads);
  }

  private RenderedObject object(MapNode object) throws Unusable {
    Position where = object.position();
    ObjectKey key = key(object, where);
    if (key.kind().endsWith("List") && object.at("items").orElse(null) instanceof ListNode) {
      throw new Unusable(where, "a %s hides objects; list them one by one".formatted(key.kind()));
    }
    Position other = seen.putIfAbsent(key, where);
    if (other != null) {
      throw new Unusable(where, "%s is there twice; the other one is at %s".formatted(key, other));
    }
    return new RenderedObject(key, withoutServerFields(withData(object, key), key), where);
  }

  private static ObjectKey key(MapNode object, Position where) throws Unusable {
    String apiVersion = object.text("apiVersion").orElse("");
    String kind = object.text("kind").orElse("");
    if (apiVersion.isEmpty() || kind.isEmpty()) {
      throw new Unusable(where, "an object needs apiVersion and kind");
    }
    String name = object.text("metadata", "name").orElse("");
    if (name.isEmpty()) {
      boolean generated = object.at("metadata", "generateName").isPresent();
      throw new Unusable(
          where,
          generated
              ? "%s has generateName; give it a name: what the server names cannot be kept true"
                  .formatted(kind)
              : "%s has no name".formatted(kind));
    }
    int slash = apiVersion.indexOf('/');
    return new ObjectKey(
        slash < 0 ? "" : apiVersion.substring(0, slash),
        kind,
        object.text("metadata", "namespace").orElse(""),
        name);
  }

  // The API server moves stringData into data itself, and our entry would never show that somebody
  // changed it there.
  private MapNode withData(MapNode object, ObjectKey key) {
    boolean secret = key.group().isEmpty() && key.kind().equals("Secret");
    if (!secret || object.map("stringData").isEmpty()) {
      return object;
    }
    MapNode data = object.map("data").orElse(MapNode.EMPTY);
    for (Map.Entry<String, Node> entry :
        object.map("stringData").orElseThrow().entries().entrySet()) {
      if (entry.getValue() instanceof ScalarNode value && value.isString()) {
        byte[] bytes = value.text().getBytes(StandardCharsets.UTF_8);
        String encoded = Base64.getEncoder().encodeToString(bytes);
        data =
            data.with(
                entry.getKey(),
                new ScalarNode(
                    encoded, ScalarNode.Type.STRING, ScalarNode.Style.PLAIN, value.position()));
      } else {
        return object; // the server says what is wrong with it, and where
      }
    }
    return object.without("stringData").with("data", data);
  }

  private MapNode withoutServerFields(MapNode object, ObjectKey key) {
    MapNode clean = drop(object, "status", key, "");
    MapNode metadata = clean.map("metadata").orElse(MapNode.EMPTY);
    for (String field : SERVER_METADATA) {
      metadata = drop(metadata, field, key, "metadata.");
    }
    if (metadata
        .map("annotations")
        .filter(a -> a.get(DEPLOYMENT_REVISION).isPresent())
        .isPresent()) {
      MapNode annotations = metadata.map("annotations").orElseThrow();
      metadata =
          metadata.with(
              "annotations", drop(annotations, DEPLOYMENT_REVISION, key, "metadata.annotations."));
    }
    return clean.with("metadata", metadata);
  }

  // An empty status or a null timestamp is what generators leave behind; nobody needs to hear of
  // it.
  private MapNode drop(MapNode map, String field, ObjectKey key, String prefix) {
    var value = map.get(field);
    if (value.isEmpty()) {
      return map;
    }
    if (!isNothing(value.get())) {
      findings.add("%s: %s%s is written by the cluster; left out".formatted(key, prefix, field));
    }
    return map.without(field);
  }

  private static boolean isNothing(Node value) {
    return switch (value) {
      case MapNode map -> map.isEmpty();
      case ListNode list -> list.items().isEmpty();
      case ScalarNode scalar -> scalar.isNull();
    };
  }
}
