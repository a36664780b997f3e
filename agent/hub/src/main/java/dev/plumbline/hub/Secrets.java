package dev.plumbline.hub;

import dev.plumbline.kube.Cluster;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads Secrets when they are needed, and keeps none. */
final class Secrets {
  private final Cluster cluster;

  Secrets(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * @return the decoded data; empty where there is no such Secret
   */
  Optional<Secret<Map<String, byte[]>>> read(Name name) throws IOException {
    var key = new ObjectKey("", "Secret", name.namespace(), name.name());
    Optional<MapNode> found = cluster.get(key);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    var data = new HashMap<String, byte[]>();
    for (var entry : found.get().map("data").orElse(MapNode.EMPTY).entries().entrySet()) {
      if (entry.getValue() instanceof ScalarNode scalar) {
        data.put(entry.getKey(), decoded(key, entry.getKey(), scalar.text()));
      }
    }
    return Optional.of(Secret.of(Map.copyOf(data)));
  }

  private static byte[] decoded(ObjectKey key, String field, String base64) throws IOException {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      // Without the cause: its message quotes a character of the value.
      throw new IOException("%s: data.%s is not base64".formatted(key, field));
    }
  }
}
