package dev.plumbline.render;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes out of an object what belongs to the API server or to a controller: it would be refused, or
 * fought over for ever, or let Git act for the garbage collector (SEC-POL-04).
 */
final class ServerOwned {
  private static final List<String> METADATA =
      List.of(
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "managedFields",
          "ownerReferences",
          "selfLink");
  private static final List<String> ANNOTATIONS =
      List.of(
          "deployment.kubernetes.io/revision", "kubectl.kubernetes.io/last-applied-configuration");

  private final List<String> dropped = new ArrayList<>();
  private MapNode object;

  ServerOwned(MapNode object) {
    this.object = object;
    drop("status");
    if (is("ClusterRole") && object.map("aggregationRule").isPresent()) {
      drop("rules");
    }
    object.map("metadata").ifPresent(this::dropMetadata);
  }

  /** The object without them. */
  MapNode without() {
    return object;
  }

  /** The fields that held something and are gone. */
  List<String> dropped() {
    return dropped;
  }

  private boolean is(String kind) {
    return object.text("kind").orElse("").equals(kind);
  }

  private void drop(String field) {
    note(object, field, field);
    object = object.without(field);
  }

  private void dropMetadata(MapNode metadata) {
    MapNode kept = metadata;
    for (String field : METADATA) {
      note(kept, field, "metadata." + field);
      kept = kept.without(field);
    }
    MapNode annotations = kept.map("annotations").orElse(MapNode.EMPTY);
    MapNode keptAnnotations = annotations;
    for (String name : ANNOTATIONS) {
      note(keptAnnotations, name, "annotation " + name);
      keptAnnotations = keptAnnotations.without(name);
    }
    if (!keptAnnotations.equals(annotations)) {
      kept = kept.with("annotations", keptAnnotations);
    }
    if (!kept.equals(metadata)) {
      object = object.with("metadata", kept);
    }
  }

  // Tools write "status: {}" and "creationTimestamp: null" everywhere; nobody needs to hear of it.
  private void note(MapNode map, String field, String name) {
    Node value = map.get(field).orElse(null);
    if (value != null && !empty(value)) {
      dropped.add(name);
    }
  }

  private static boolean emptyMap(MapNode map) {
    return map.entries().values().stream().allMatch(ServerOwned::empty);
  }

  private static boolean empty(Node value) {
    return switch (value) {
      case MapNode map -> emptyMap(map);
      case ListNode list -> list.items().isEmpty();
      case ScalarNode scalar -> scalar.isNull() || scalar.text().isEmpty();
    };
  }
}
