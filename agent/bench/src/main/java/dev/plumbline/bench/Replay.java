package dev.plumbline.bench;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.Clock;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.yaml.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * The other floor: what the agent sent for its Syncs is sent once more, by the same client and in
 * the same order for each, with copies of the Syncs as they came out and other objects. So it is
 * what the API server needs for these requests when nobody thinks about them.
 */
final class Replay {
  private static final String PREFIX = "replay";
  private static final String SYNCS = "/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs";
  private static final int AT_ONCE = 32;
  private static final ListNode FINALIZERS =
      ListNode.of(List.of(ScalarNode.of("plumbline.dev/sync")));

  private final Cluster cluster;
  private final Load load;

  private Replay(Cluster cluster, Load load) {
    this.cluster = cluster;
    this.load = load;
  }

  /** A Sync as the agent left it, and the copy of it that is to get there. */
  private record Copy(int number, MapNode made, MapNode status) {}

  static Duration of(ControlPlane plane, Load load) throws Exception {
    plane.kubectlWith(Load.namespaces(PREFIX), "apply", "-f", "-");
    plane.kubectl("create", "namespace", PREFIX);
    List<Copy> copies = copies(plane);
    var kubeconfig = (Kubeconfig.Reading.Usable) Kubeconfig.read(plane.kubeconfig());
    try (var connections = new Connections("bench", Clock.system(), Metrics.none());
        var connection = connections.open(kubeconfig.kubeconfig());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var replay = new Replay(connection.as(new Identity.Agent()), load);
      var few = new Semaphore(AT_ONCE);
      var all = new ArrayList<Future<?>>();
      long began = System.nanoTime();
      for (Copy copy : copies) {
        all.add(
            threads.submit(
                () -> {
                  few.acquire();
                  try {
                    return replay.send(copy);
                  } finally {
                    few.release();
                  }
                }));
      }
      for (var one : all) {
        one.get();
      }
      return Duration.ofNanos(System.nanoTime() - began);
    }
  }

  private static List<Copy> copies(ControlPlane plane) {
    var copies = new ArrayList<Copy>();
    for (var item : plane.api().get(SYNCS.formatted(AgentRun.NAMESPACE)).json().list("items")) {
      var sync = (MapNode) item;
      MapNode copy =
          MapNode.EMPTY
              .with("apiVersion", ScalarNode.of("plumbline.dev/v1alpha1"))
              .with("kind", ScalarNode.of("Sync"))
              .with(
                  List.of("metadata", "name"),
                  ScalarNode.of(sync.text("metadata", "name").orElseThrow()))
              .with("spec", sync.map("spec").orElseThrow());
      MapNode made = plane.api().created(SYNCS.formatted(PREFIX), Json.write(copy));
      copies.add(new Copy(copies.size(), made, sync.map("status").orElseThrow()));
    }
    return copies;
  }

  private Meta send(Copy copy) throws InterruptedException, ExecutionException {
    MapNode sync = copy.made();
    String name = sync.text("metadata", "name").orElseThrow();
    var key = new ObjectKey("plumbline.dev", "Sync", PREFIX, name);
    var guard =
        new Guard(
            sync.text("metadata", "uid").orElseThrow(),
            sync.text("metadata", "resourceVersion").orElseThrow());
    var add = Cluster.operation("add", "/metadata/finalizers", FINALIZERS);
    Meta held = done(cluster.patch(key, guard, List.of(add)));
    MapNode intent =
        MapNode.EMPTY
            .with("phase", ScalarNode.of("Applying"))
            .with("inventory", copy.status().map("inventory").orElseThrow());
    Meta recorded = done(cluster.replace(key, at(sync, held, intent), "status"));
    applied(copy.number());
    return done(cluster.replace(key, at(sync, recorded, copy.status()), "status"));
  }

  private void applied(int sync) throws InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<Answer>>();
      for (ApplyRequest request : Flood.requests(PREFIX, sync, load.each())) {
        answers.add(threads.submit(() -> cluster.apply(request)));
      }
      for (var answer : answers) {
        done(answer.get());
      }
    }
  }

  private static MapNode at(MapNode sync, Meta version, MapNode status) {
    return sync.with(
            List.of("metadata", "resourceVersion"), ScalarNode.of(version.resourceVersion()))
        .with(List.of("metadata", "finalizers"), FINALIZERS)
        .with("status", status);
  }

  private static Meta done(Answer answer) {
    if (answer instanceof Answer.Done(Meta meta, var ignored)) {
      return meta;
    }
    throw new IllegalStateException("the replay met " + answer);
  }
}
