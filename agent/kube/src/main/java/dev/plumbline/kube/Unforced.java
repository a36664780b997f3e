package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The same cluster, where an apply takes no field from another manager. */
public record Unforced(Cluster cluster) implements Cluster {
  @Override
  public Identity identity() {
    return cluster.identity();
  }

  @Override
  public Discovery discovery() {
    return cluster.discovery();
  }

  @Override
  public Answer apply(ApplyRequest request) {
    return cluster.apply(request.withoutForce());
  }

  @Override
  public Answer delete(DeleteRequest request) {
    return cluster.delete(request);
  }

  @Override
  public Answer patch(ObjectKey key, Guard guard, List<MapNode> operations) {
    return cluster.patch(key, guard, operations);
  }

  @Override
  public Optional<MapNode> get(ObjectKey key) throws IOException {
    return cluster.get(key);
  }

  @Override
  public Optional<Meta> meta(ObjectKey key) throws IOException {
    return cluster.meta(key);
  }

  @Override
  public List<Meta> list(ServedKind kind, String labelSelector) throws IOException {
    return cluster.list(kind, labelSelector);
  }

  @Override
  public List<MapNode> listBodies(
      ServedKind kind, String namespace, String labelSelector, int limit) throws IOException {
    return cluster.listBodies(kind, namespace, labelSelector, limit);
  }

  @Override
  public Answer create(ObjectKey key, MapNode body) {
    return cluster.create(key, body);
  }

  @Override
  public Answer replace(ObjectKey key, MapNode body, String subresource) {
    return cluster.replace(key, body, subresource);
  }
}
