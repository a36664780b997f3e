package dev.plumbline.cli;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A person's changes to objects of ours, each of the very version that was read. */
final class Edits {
  // The agent writes the status of the same object.
  private static final int ATTEMPTS = 10;

  private final Session session;
  private final String namespace;

  Edits(Session session, String namespace) {
    this.session = session;
    this.namespace = namespace;
  }

  /** The object; a refusal where there is none. */
  MapNode get(ShownKind kind, String name) {
    return find(kind, name)
        .orElseThrow(
            () ->
                Failure.refused(
                    "no %s %s in namespace %s".formatted(kind.kind(), name, namespace)));
  }

  Optional<MapNode> find(ShownKind kind, String name) {
    try {
      return session.cluster().get(kind.key(namespace, name));
    } catch (IOException e) {
      throw session.told(e);
    }
  }

  /**
   * Sets fields, and nothing else, by server-side apply.
   *
   * @param manager the name under which exactly these fields are ours
   */
  void set(ShownKind kind, String name, String manager, MapNode fields) {
    ObjectKey key = kind.key(namespace, name);
    MapNode body =
        fields
            .with("apiVersion", ScalarNode.of(kind.served().apiVersion()))
            .with("kind", ScalarNode.of(kind.kind()))
            .with(List.of("metadata", "name"), ScalarNode.of(name))
            .with(List.of("metadata", "namespace"), ScalarNode.of(namespace));
    change(
        kind,
        name,
        object ->
            Optional.of(
                session.cluster().apply(ApplyRequest.update(key, body, manager, guard(object)))));
  }

  /** Takes a field away, whoever set it; nothing where it is not there. */
  void remove(ShownKind kind, String name, String... path) {
    var operation =
        MapNode.EMPTY
            .with("op", ScalarNode.of("remove"))
            .with("path", ScalarNode.of("/" + String.join("/", path)));
    change(
        kind,
        name,
        object ->
            object.at(path).isEmpty()
                ? Optional.empty()
                : Optional.of(patch(kind.key(namespace, name), object, operation)));
  }

  /** Writes over a field, whoever set it. */
  void replace(ShownKind kind, String name, ScalarNode value, String... path) {
    var operation = Cluster.operation("add", "/" + String.join("/", path), value);
    change(kind, name, object -> Optional.of(patch(kind.key(namespace, name), object, operation)));
  }

  private Answer patch(ObjectKey key, MapNode object, MapNode operation) {
    return session.cluster().patch(key, guard(object), List.of(operation));
  }

  private void change(ShownKind kind, String name, Function<MapNode, Optional<Answer>> write) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      switch (write.apply(get(kind, name)).orElse(null)) {
        case null -> {
          return;
        }
        case Answer.Done _ -> {
          return;
        }
        case Answer.Refused(var refusal) when refusal.cause() == Cause.CHANGED -> {
          // Somebody was faster: read it again.
        }
        case Answer.Refused(var refusal) -> throw session.told(new KubeException(refusal));
        case Answer.Unknown(String why) -> throw session.told(new IOException(why));
      }
    }
    throw Failure.unknown(
        "%s %s was changed by others each of %d times".formatted(kind.kind(), name, ATTEMPTS),
        null);
  }

  private static Guard guard(MapNode object) {
    return new Guard(
        object.text("metadata", "uid").orElse(""),
        object.text("metadata", "resourceVersion").orElse(""));
  }
}
