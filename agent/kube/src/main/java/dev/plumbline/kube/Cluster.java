package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * One cluster as one {@link Identity} sees it. Every request is sent as that identity, carries a
 * time limit, waits for a permit of the connection, and is never repeated here.
 *
 * <p>Reads throw {@link IOException} when they could not find out, {@link KubeException} when the
 * server refused them. Writes throw {@code Fence.Closed} when the port has a fence and it closed.
 */
public interface Cluster {
  Identity identity();

  Discovery discovery();

  /** Server-side apply with strict field validation, answered by metadata only. */
  Answer apply(ApplyRequest request);

  /** Deletes the very object of the guard. */
  Answer delete(DeleteRequest request);

  /**
   * JSON patch (RFC 6902) of the very object and version of the guard; used to restore our entry in
   * {@code managedFields} and to set finalizers.
   */
  Answer patch(ObjectKey key, Guard guard, List<MapNode> operations);

  Optional<MapNode> get(ObjectKey key) throws IOException;

  Optional<Meta> meta(ObjectKey key) throws IOException;

  /** Metadata of all objects of a kind in all namespaces, by a consistent list. */
  List<Meta> list(ServedKind kind, String labelSelector) throws IOException;

  /**
   * Full objects of a kind, by a consistent list.
   *
   * @param namespace empty for all
   * @param limit no more than this many are read, whatever there is
   */
  List<MapNode> listBodies(ServedKind kind, String namespace, String labelSelector, int limit)
      throws IOException;

  /** Creates by POST: {@code EXISTS} when something is there. */
  Answer create(ObjectKey key, MapNode body);

  /**
   * Replaces by PUT with the resourceVersion in the body: compare and swap.
   *
   * @param subresource {@code status}, or empty for the object itself
   */
  Answer replace(ObjectKey key, MapNode body, String subresource);

  /** One operation of a JSON patch. */
  static MapNode operation(String op, String path, Node value) {
    return MapNode.EMPTY
        .with("op", ScalarNode.of(op))
        .with("path", ScalarNode.of(path))
        .with("value", value);
  }
}
