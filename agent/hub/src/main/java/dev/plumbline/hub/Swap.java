package dev.plumbline.hub;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One compare and swap on one object, and what became of it. */
final class Swap<S extends Record, T extends Record> {
  private final Cluster cluster;
  private final HubObjects<S, T> objects;
  private final HubObject<S, T> object;

  Swap(Cluster cluster, HubObjects<S, T> objects, HubObject<S, T> object) {
    this.cluster = cluster;
    this.objects = objects;
    this.object = object;
  }

  /** What the object is to be after the write. */
  private record Wish<S extends Record, T extends Record>(
      HubObject<S, T> object, T status, List<String> finalizers) {
    HubObject<S, T> written(Meta meta) {
      return new HubObject<>(object.name(), meta, object.spec(), status);
    }

    boolean isMetBy(HubObject<S, T> newest) {
      return newest.status().equals(status) && newest.finalizers().equals(finalizers);
    }
  }

  Write<S, T> status(T status) {
    if (status.equals(object.status())) {
      return new Write.Written<>(object);
    }
    objects.willWrite(object.name(), status);
    try {
      MapNode body = objects.kind().withStatus(object, status);
      return settle(
          cluster.replace(key(), body, "status"), new Wish<>(object, status, object.finalizers()));
    } finally {
      objects.wrote(object.name());
    }
  }

  Write<S, T> finalizers(List<String> finalizers) {
    var list = ListNode.of(finalizers.stream().map(ScalarNode::of).toList());
    var operation = Cluster.operation("add", "/metadata/finalizers", list);
    var guard = new Guard(object.uid(), object.resourceVersion());
    return settle(
        cluster.patch(key(), guard, List.of(operation)),
        new Wish<>(object, object.status(), finalizers));
  }

  private Write<S, T> settle(Answer answer, Wish<S, T> wish) {
    return switch (answer) {
      case Answer.Done(var meta, var warnings) -> {
        HubObject<S, T> now = wish.written(meta);
        objects.learn(now);
        yield new Write.Written<>(now);
      }
      case Answer.Refused(var refusal) -> refused(refusal, wish);
      case Answer.Unknown(var why) -> readBack(why, wish);
    };
  }

  private Write<S, T> refused(Refusal refusal, Wish<S, T> wish) {
    return switch (refusal.cause()) {
      case GONE -> new Write.Gone<>();
      case CHANGED, CONFLICT -> readBack(refusal.message(), wish);
      case EXISTS,
          NAMESPACE_MISSING,
          NAMESPACE_TERMINATING,
          WAITING_FOR_CLUSTER,
          FORBIDDEN,
          NO_SUCH_KIND,
          INVALID,
          IMMUTABLE,
          TRANSIENT,
          UNAUTHORIZED ->
          new Write.Failed<>(refusal.message(), refusal.permanent());
    };
  }

  private Write<S, T> readBack(String why, Wish<S, T> wish) {
    try {
      Optional<MapNode> found = cluster.get(key());
      return found.isEmpty() ? new Write.Gone<>() : readBack(found.get(), why, wish);
    } catch (IOException e) {
      return new Write.Failed<>(why + "; and then: " + e.getMessage(), false);
    }
  }

  private Write<S, T> readBack(MapNode body, String why, Wish<S, T> wish) {
    return switch (objects.kind().read(body)) {
      case Lookup.Absent<S, T> absent -> new Write.Gone<>();
      case Lookup.Malformed<S, T> malformed -> new Write.Failed<>(malformed.sentence(), false);
      case Lookup.Found<S, T>(var newest) -> {
        if (!newest.uid().equals(object.uid())) {
          yield new Write.Gone<>();
        }
        if (newest.resourceVersion().equals(object.resourceVersion())) {
          yield new Write.Failed<>(why, false);
        }
        objects.learn(newest);
        yield wish.isMetBy(newest) ? new Write.Written<>(newest) : new Write.Superseded<>(newest);
      }
    };
  }

  private ObjectKey key() {
    return objects.kind().key(object.name());
  }
}
