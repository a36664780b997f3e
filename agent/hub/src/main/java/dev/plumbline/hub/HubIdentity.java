package dev.plumbline.hub;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The id of an installation: the value of our label on every delivered object. It stands in a
 * ConfigMap that is made once and never changed by us, so that an agent that is installed anew owns
 * what it owned.
 */
final class HubIdentity {
  private static final String CONFIG_MAP = "plumbline-hub";
  private static final Pattern ID = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final int BYTES = 8;

  private HubIdentity() {}

  /**
   * @param override what the person who starts the agent gave; empty to read it, or make it
   * @throws IOException when it could not be found out; there is no other id to go on with
   */
  static String of(Cluster cluster, String namespace, Optional<String> override)
      throws IOException {
    if (override.isPresent()) {
      return checked(override.get(), "the hub id that was given");
    }
    ObjectKey key = key(namespace);
    Optional<MapNode> found = cluster.get(key);
    if (found.isEmpty()) {
      make(cluster, key);
      found = cluster.get(key);
    }
    String id =
        found
            .flatMap(map -> map.text("data", "id"))
            .orElseThrow(() -> new IOException(unusable(key)));
    return checked(id, "data.id of " + key);
  }

  /** The id that stands there; empty where none was made yet. */
  static Optional<String> read(Cluster cluster, String namespace) throws IOException {
    return cluster.get(key(namespace)).flatMap(map -> map.text("data", "id"));
  }

  private static ObjectKey key(String namespace) {
    return new ObjectKey("", "ConfigMap", namespace, CONFIG_MAP);
  }

  private static void make(Cluster cluster, ObjectKey key) throws IOException {
    var body =
        MapNode.EMPTY
            .with("apiVersion", ScalarNode.of("v1"))
            .with("kind", ScalarNode.of("ConfigMap"))
            .with(List.of("metadata", "name"), ScalarNode.of(key.name()))
            .with(List.of("metadata", "namespace"), ScalarNode.of(key.namespace()))
            .with(List.of("data", "id"), ScalarNode.of(random()));
    switch (cluster.create(key, body)) {
      case Answer.Done done -> {
        // Read back by the caller like any other.
      }
      case Answer.Refused(var refusal) -> {
        if (refusal.cause() != Cause.EXISTS) {
          throw new IOException("could not make %s: %s".formatted(key, refusal.message()));
        }
      }
      case Answer.Unknown(var why) ->
          throw new IOException("could not make %s: %s".formatted(key, why));
    }
  }

  private static String random() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static String checked(String id, String where) throws IOException {
    if (!ID.matcher(id).matches()) {
      throw new IOException(
          where + " is no id: up to 63 lower-case letters, digits and '-' are expected");
    }
    return id;
  }

  private static String unusable(ObjectKey key) {
    return key
        + " has no data.id: put back the id of this installation, or delete the ConfigMap to own"
        + " nothing that was delivered so far";
  }
}
