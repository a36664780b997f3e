package dev.plumbline.kube;

import dev.plumbline.kube.Asked.How;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The port over HTTP: every method is one request, plus what finds the kind. */
final class HttpCluster implements Cluster {
  private static final String MANAGER = "plumbline";
  static final String APPLY = "application/apply-patch+yaml";
  private static final String JSON_PATCH = "application/json-patch+json";

  private final Requests requests;
  private final HttpDiscovery discovery;
  private final CreateGuards guards;
  private final Lists lists;

  HttpCluster(Requests requests, HttpDiscovery discovery, CreateGuards guards) {
    this.requests = requests;
    this.discovery = discovery;
    this.guards = guards;
    this.lists = new Lists(requests);
  }

  @Override
  public Identity identity() {
    return requests.caller().identity();
  }

  @Override
  public Discovery discovery() {
    return discovery;
  }

  @Override
  public Answer apply(ApplyRequest request) {
    return onKind(
        request.key(),
        Optional.of(request.body()),
        kind ->
            request.guard().isPresent()
                ? update(kind, request, request.guard().get())
                : createOnly(kind, request));
  }

  private Answer update(ServedKind kind, ApplyRequest request, Guard guard) {
    var body =
        request
            .body()
            .with(List.of("metadata", "uid"), ScalarNode.of(guard.uid()))
            .with(List.of("metadata", "resourceVersion"), ScalarNode.of(guard.resourceVersion()));
    return send(kind, request, body, How.CHANGE);
  }

  private Answer createOnly(ServedKind kind, ApplyRequest request) {
    return guards
        .unlessProven(kind, () -> ifAbsent(request, () -> firstCreate(kind, request)))
        .orElseGet(
            () ->
                guards.of(kind) == CreateGuards.State.GUARDED
                    ? guardedCreate(kind, request)
                    : ifAbsent(request, () -> send(kind, request, request.body(), How.CREATE)));
  }

  private Answer ifAbsent(ApplyRequest request, Supplier<Answer> creation) {
    try {
      return meta(request.key()).isPresent()
          ? refused(Cause.EXISTS, "%s is there already".formatted(request.key()))
          : creation.get();
    } catch (KubeException e) {
      return new Answer.Refused(e.refusal());
    } catch (IOException e) {
      return refused(Cause.TRANSIENT, e.getMessage());
    }
  }

  private Answer guardedCreate(ServedKind kind, ApplyRequest request) {
    var body = request.body().with(List.of("metadata", "resourceVersion"), ScalarNode.of("1"));
    return send(kind, request, body, How.CREATE);
  }

  // The object stands there now, so a second, dry run must be refused.
  private Answer firstCreate(ServedKind kind, ApplyRequest request) {
    var answer = guardedCreate(kind, request);
    if (exists(answer)) {
      guards.proven(kind, true);
    } else if (answer instanceof Answer.Done && !request.dryRun()) {
      var again = guardedCreate(kind, request.asDryRun());
      if (exists(again) || again instanceof Answer.Done) {
        guards.proven(kind, exists(again));
      }
    }
    return answer;
  }

  private static boolean exists(Answer answer) {
    return answer instanceof Answer.Refused(var refusal) && refusal.cause() == Cause.EXISTS;
  }

  private Answer send(ServedKind kind, ApplyRequest request, MapNode body, How how) {
    String path = ResourcePath.of(kind, request.key());
    path = Call.with(path, "fieldManager", request.fieldManager());
    path = Call.with(path, "force", Boolean.toString(request.force()));
    path = Call.with(path, "fieldValidation", "Strict");
    return write("PATCH", dry(path, request.dryRun()), APPLY, body, how, request.key(), kind);
  }

  @Override
  public Answer delete(DeleteRequest request) {
    var guard = request.guard();
    var preconditions =
        MapNode.EMPTY
            .with("uid", ScalarNode.of(guard.uid()))
            .with("resourceVersion", ScalarNode.of(guard.resourceVersion()));
    var options =
        MapNode.EMPTY
            .with("apiVersion", ScalarNode.of("v1"))
            .with("kind", ScalarNode.of("DeleteOptions"))
            .with("preconditions", preconditions)
            .with(
                "propagationPolicy",
                ScalarNode.of(request.foreground() ? "Foreground" : "Background"));
    // A server that finds options in the body does not look at those in the query: a dry run told
    // only there deletes.
    var body =
        request.dryRun()
            ? options.with("dryRun", ListNode.of(List.of(ScalarNode.of("All"))))
            : options;
    return onKind(
        request.key(),
        Optional.empty(),
        kind -> {
          String path = dry(ResourcePath.of(kind, request.key()), request.dryRun());
          return write("DELETE", path, Call.JSON, body, How.DELETE, request.key(), kind);
        });
  }

  @Override
  public Answer patch(ObjectKey key, Guard guard, List<MapNode> operations) {
    // Writing the version that is expected makes the server compare it: a failed "test" operation
    // would be answered like any broken patch.
    var guarded = new ArrayList<Node>();
    guarded.add(
        Cluster.operation(
            "replace", "/metadata/resourceVersion", ScalarNode.of(guard.resourceVersion())));
    guarded.addAll(operations);
    return onKind(
        key,
        Optional.empty(),
        kind -> {
          String path = Call.with(ResourcePath.of(kind, key), "fieldManager", MANAGER);
          return write("PATCH", path, JSON_PATCH, ListNode.of(guarded), How.CHANGE, key, kind);
        });
  }

  @Override
  public Answer create(ObjectKey key, MapNode body) {
    return onKind(
        key,
        Optional.of(body),
        kind -> {
          String path = strict(ResourcePath.of(kind, key.namespace()));
          return write("POST", path, Call.JSON, body, How.CREATE, key, kind);
        });
  }

  @Override
  public Answer replace(ObjectKey key, MapNode body, String subresource) {
    if (body.text("metadata", "resourceVersion").orElse("").isEmpty()) {
      throw new IllegalArgumentException(key + ": a replace needs the resourceVersion it replaces");
    }
    return onKind(
        key,
        Optional.of(body),
        kind -> {
          String path = ResourcePath.of(kind, key);
          path = strict(subresource.isEmpty() ? path : path + "/" + Call.encode(subresource));
          return write("PUT", path, Call.JSON, body, How.CHANGE, key, kind);
        });
  }

  @Override
  public Optional<MapNode> get(ObjectKey key) throws IOException {
    var kind = find(key, Optional.empty());
    return read(Call.read(ResourcePath.of(kind, key), Call.JSON), key);
  }

  @Override
  public Optional<Meta> meta(ObjectKey key) throws IOException {
    var kind = find(key, Optional.empty());
    var object = read(Call.read(ResourcePath.of(kind, key), Call.METADATA), key);
    return object.isEmpty() ? Optional.empty() : Optional.of(MetaReader.read(kind, object.get()));
  }

  private Optional<MapNode> read(Call call, ObjectKey key) throws IOException {
    try {
      return Optional.of(requests.read(call, Asked.to(How.READ, key)));
    } catch (KubeException e) {
      if (e.refusal().cause() == Cause.GONE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public List<Meta> list(ServedKind kind, String labelSelector) throws IOException {
    return lists.metas(kind, labelSelector);
  }

  @Override
  public List<MapNode> listBodies(
      ServedKind kind, String namespace, String labelSelector, int limit) throws IOException {
    return lists.bodies(kind, namespace, labelSelector, limit);
  }

  private Answer write(
      String method, String path, String type, Node body, How how, ObjectKey key, ServedKind kind) {
    var call = Call.write(method, path, new Call.Body(type, Json.write(body)));
    var answer = requests.write(call, Asked.to(how, key), kind);
    if (answer instanceof Answer.Refused(var no) && no.cause() == Cause.NO_SUCH_KIND) {
      discovery.doubt();
    }
    return answer;
  }

  private Answer onKind(
      ObjectKey key, Optional<MapNode> body, Function<ServedKind, Answer> action) {
    try {
      return action.apply(find(key, body));
    } catch (KubeException e) {
      return new Answer.Refused(e.refusal());
    } catch (IOException e) {
      return refused(Cause.TRANSIENT, e.getMessage());
    }
  }

  private ServedKind find(ObjectKey key, Optional<MapNode> body) throws IOException {
    String version = body.flatMap(b -> b.text("apiVersion")).orElse("");
    var found =
        version.isEmpty() ? discovery.find(key.groupKind()) : discovery.find(version, key.kind());
    if (found.isEmpty()) {
      throw new KubeException(unknown(key, version));
    }
    var mistake = ResourcePath.mistake(found.get(), key);
    if (mistake.isPresent()) {
      throw new KubeException(Classification.ours(Cause.INVALID, mistake.get()));
    }
    return found.get();
  }

  // A group whose discovery failed says nothing about its kinds.
  private Refusal unknown(ObjectKey key, String version) throws IOException {
    if (discovery.staleGroups().contains(key.group())) {
      return Classification.ours(
          Cause.TRANSIENT, "the server cannot say now what it serves of " + key.group());
    }
    String kind = version.isEmpty() ? key.groupKind().toString() : version + " " + key.kind();
    return Classification.ours(Cause.NO_SUCH_KIND, "the server does not serve " + kind);
  }

  private static Answer refused(Cause cause, String why) {
    return new Answer.Refused(Classification.ours(cause, why));
  }

  private static String strict(String path) {
    return Call.with(Call.with(path, "fieldManager", MANAGER), "fieldValidation", "Strict");
  }

  private static String dry(String path, boolean dryRun) {
    return dryRun ? Call.with(path, "dryRun", "All") : path;
  }
}
