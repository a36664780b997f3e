package dev.plumbline.apply;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.DeleteRequest;
import dev.plumbline.kube.Discovery;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Writes down every request: {@code dry run ConfigMap web/a}, {@code delete ConfigMap web/b}. */
final class CountingCluster implements Cluster {
  private final Cluster cluster;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile Consumer<String> before = request -> {};
  private volatile Discovery discovery;

  CountingCluster(Cluster cluster) {
    this.cluster = cluster;
    this.discovery = cluster.discovery();
  }

  /** From now on the server says something else about what it serves. */
  void discover(Discovery other) {
    discovery = other;
  }

  /** Called before each request is sent; what it throws is what the caller gets. */
  void before(Consumer<String> action) {
    before = action;
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  void forget() {
    requests.clear();
  }

  private void note(String what, Object key) {
    String request = what + " " + key;
    requests.add(request);
    before.accept(request);
  }

  @Override
  public Identity identity() {
    return cluster.identity();
  }

  @Override
  public Discovery discovery() {
    return discovery;
  }

  @Override
  public Answer apply(ApplyRequest request) {
    String what = request.guard().isPresent() ? "apply" : "create";
    note(request.dryRun() ? "dry run" : what, request.key());
    return cluster.apply(request);
  }

  @Override
  public Answer delete(DeleteRequest request) {
    note(request.dryRun() ? "dry run delete" : "delete", request.key());
    return cluster.delete(request);
  }

  @Override
  public Answer patch(ObjectKey key, Guard guard, List<MapNode> operations) {
    note("patch", key);
    return cluster.patch(key, guard, operations);
  }

  @Override
  public Optional<MapNode> get(ObjectKey key) throws IOException {
    note("get", key);
    return cluster.get(key);
  }

  @Override
  public Optional<Meta> meta(ObjectKey key) throws IOException {
    note("read", key);
    return cluster.meta(key);
  }

  @Override
  public List<Meta> list(ServedKind kind, String labelSelector) throws IOException {
    note("list", kind.groupKind());
    return cluster.list(kind, labelSelector);
  }

  @Override
  public List<MapNode> listBodies(
      ServedKind kind, String namespace, String labelSelector, int limit) throws IOException {
    note("list", kind.groupKind());
    return cluster.listBodies(kind, namespace, labelSelector, limit);
  }

  @Override
  public Answer create(ObjectKey key, MapNode body) {
    throw new AssertionError("nothing of a target is created by POST");
  }

  @Override
  public Answer replace(ObjectKey key, MapNode body, String subresource) {
    throw new AssertionError("nothing of a target is replaced");
  }
}
