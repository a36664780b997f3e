package dev.plumbline.render;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.yaml.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is delivered of the objects that were built. */
final class Delivery {
  private final RenderLimits limits;
  private final Map<ObjectKey, RenderedObject> objects = new LinkedHashMap<>();
  private final List<Finding> notes = new ArrayList<>();
  private final List<Finding> errors = new ArrayList<>();

  private Delivery(RenderLimits limits) {
    this.limits = limits;
  }

  /**
   * @throws Failure with everything that is wrong with any of the objects
   */
  static Delivery of(List<MapNode> built, RenderLimits limits) throws Failure {
    var delivery = new Delivery(limits);
    for (MapNode object : built) {
      delivery.add(object);
    }
    if (!delivery.errors.isEmpty()) {
      throw new Failure(delivery.errors);
    }
    return delivery;
  }

  List<RenderedObject> objects() {
    return List.copyOf(objects.values());
  }

  List<Finding> notes() {
    return notes;
  }

  private void add(MapNode object) throws Failure {
    try {
      Identity identity = Identity.of(object);
      var owned = new ServerOwned(object);
      if (!owned.dropped().isEmpty()) {
        notes.add(
            new Finding(
                object.position(),
                "%s: left out %s, which the cluster itself sets"
                    .formatted(identity.key(), String.join(", ", owned.dropped()))));
      }
      MapNode body = StringData.folded(owned.without(), identity);
      checkSize(body, identity);
      addOnce(new RenderedObject(identity.key(), identity.apiVersion(), body, object.position()));
    } catch (Failure e) {
      errors.addAll(e.findings());
      if (errors.size() >= limits.findings()) {
        throw new Failure(errors);
      }
    }
  }

  private void checkSize(MapNode body, Identity identity) throws Failure {
    String json = Json.write(body);
    if (json.length() <= limits.objectBytes() / 4) {
      return;
    }
    int size = json.getBytes(StandardCharsets.UTF_8).length;
    if (size > limits.objectBytes()) {
      throw new Failure(
          body.position(),
          "%s has %d bytes as JSON, and API servers take at most %d"
              .formatted(identity.key(), size, limits.objectBytes()));
    }
  }

  private void addOnce(RenderedObject object) throws Failure {
    RenderedObject first = objects.putIfAbsent(object.key(), object);
    if (first != null) {
      throw new Failure(
          object.where(), "%s is already defined at %s".formatted(object.key(), first.where()));
    }
  }
}
