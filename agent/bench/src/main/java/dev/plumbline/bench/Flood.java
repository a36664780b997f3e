package dev.plumbline.bench;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.yaml.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The floor: all objects of a load applied, as many at once as the connection lets through. */
final class Flood {
  private static final String PREFIX = "flood";

  private Flood() {}

  static Duration of(ControlPlane plane, Load load) throws Exception {
    plane.kubectlWith(Load.namespaces(PREFIX), "apply", "-f", "-");
    var requests = new ArrayList<ApplyRequest>();
    for (int sync = 0; sync < load.syncs(); sync++) {
      requests.addAll(requests(PREFIX, sync, load.each()));
    }
    var kubeconfig = (Kubeconfig.Reading.Usable) Kubeconfig.read(plane.kubeconfig());
    try (var connections = new Connections("bench", Clock.system(), Metrics.none());
        var connection = connections.open(kubeconfig.kubeconfig());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Cluster cluster = connection.as(new Identity.Agent());
      var answers = new ArrayList<Future<Answer>>();
      long began = System.nanoTime();
      requests.forEach(request -> answers.add(threads.submit(() -> cluster.apply(request))));
      for (var answer : answers) {
        demandDone(answer);
      }
      return Duration.ofNanos(System.nanoTime() - began);
    }
  }

  /** The creation of all objects of one Sync. */
  static List<ApplyRequest> requests(String prefix, int sync, int each) {
    var requests = new ArrayList<ApplyRequest>();
    for (int number = 0; number < each; number++) {
      var body = (MapNode) Json.read(Load.object(prefix, sync, number));
      var name = body.map("metadata").orElseThrow().text("name").orElseThrow();
      var key = new ObjectKey("", "ConfigMap", Load.namespace(prefix, sync), name);
      requests.add(ApplyRequest.createOnly(key, body, "flood"));
    }
    return requests;
  }

  private static void demandDone(Future<Answer> answer)
      throws InterruptedException, ExecutionException {
    if (!(answer.get() instanceof Answer.Done)) {
      throw new IllegalStateException("the flood met " + answer.get());
    }
  }
}
