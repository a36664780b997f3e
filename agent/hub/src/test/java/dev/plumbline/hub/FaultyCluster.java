package dev.plumbline.hub;

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
import java.util.function.Supplier;

/** A real cluster whose answers get lost, or whose requests do, for the verbs a test names. */
final class FaultyCluster implements Cluster {
  private final Cluster cluster;
  private String lostAnswers = "";
  private String lostRequests = "";
  private Optional<List<Meta>> listed = Optional.empty();

  FaultyCluster(Cluster cluster) {
    this.cluster = cluster;
  }

  /** The request is carried out, and nobody hears of it. */
  FaultyCluster losingAnswersOf(String verb) {
    lostAnswers = verb;
    return this;
  }

  /** The process dies before the request, or the network does. */
  FaultyCluster losingRequestsOf(String verb) {
    lostRequests = verb;
    return this;
  }

  /** Lists show what was there earlier. */
  FaultyCluster listing(List<Meta> earlier) {
    listed = Optional.of(earlier);
    return this;
  }

  private Answer send(String verb, Supplier<Answer> request) {
    if (verb.equals(lostRequests)) {
      return new Answer.Unknown("the connection broke");
    }
    Answer answer = request.get();
    return verb.equals(lostAnswers) ? new Answer.Unknown("the connection broke") : answer;
  }

  @Override
  public Answer create(ObjectKey key, MapNode body) {
    return send("create", () -> cluster.create(key, body));
  }

  @Override
  public Answer replace(ObjectKey key, MapNode body, String subresource) {
    return send("replace", () -> cluster.replace(key, body, subresource));
  }

  @Override
  public Answer patch(ObjectKey key, Guard guard, List<MapNode> operations) {
    return send("patch", () -> cluster.patch(key, guard, operations));
  }

  @Override
  public Answer delete(DeleteRequest request) {
    return send("delete", () -> cluster.delete(request));
  }

  @Override
  public Answer apply(ApplyRequest request) {
    return send("apply", () -> cluster.apply(request));
  }

  @Override
  public Identity identity() {
    return cluster.identity();
  }

  @Override
  public Discovery discovery() {
    return cluster.discovery();
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
    return listed.isPresent() ? listed.get() : cluster.list(kind, labelSelector);
  }

  @Override
  public List<MapNode> listBodies(
      ServedKind kind, String namespace, String labelSelector, int limit) throws IOException {
    return cluster.listBodies(kind, namespace, labelSelector, limit);
  }
}
