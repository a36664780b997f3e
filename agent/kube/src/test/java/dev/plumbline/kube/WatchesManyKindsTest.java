package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Observer.Seen;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Metrics;
import dev.plumbline.testkit.Wire;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** kube-apiserver allows 100 streams on a connection, and each watch holds one for ever. */
final class WatchesManyKindsTest {

  @Test
  void more_than_one_connection_carries() throws Exception {
    String namespace = PLANE.namespace("many");
    var kind = CLUSTER.discovery().find(new GroupKind("", "ConfigMap")).orElseThrow();
    try (var wire = Wire.to(PLANE.server());
        var connection = Live.CONNECTIONS.open(through(wire))) {
      var observers = new ArrayList<Observer>();
      var watches = new ArrayList<Watches.Watch>();
      for (int i = 0; i < 120; i++) {
        observers.add(new Observer());
        watches.add(connection.watches().open(kind, namespace, "", false, observers.getLast()));
      }

      for (Observer observer : observers) {
        observer.await(Seen.Listed.class);
      }
      assertThat(connection.info().version()).startsWith("v1.");

      watches.forEach(Watches.Watch::close);
    }
  }

  @Test
  void and_comes_back_when_the_network_breaks() throws Exception {
    String namespace = PLANE.namespace("many");
    var kind = CLUSTER.discovery().find(new GroupKind("", "ConfigMap")).orElseThrow();
    var observers = List.of(new Observer(), new Observer(), new Observer());
    try (var wire = Wire.to(PLANE.server());
        var connection = Live.CONNECTIONS.open(through(wire))) {
      for (Observer observer : observers) {
        connection.watches().open(kind, namespace, "", false, observer);
      }
      for (Observer observer : observers) {
        observer.await(Seen.Listed.class);
      }

      wire.cut();
      for (Observer observer : observers) {
        observer.await(Seen.Interrupted.class);
      }
      PLANE
          .api()
          .created(
              "/api/v1/namespaces/%s/configmaps".formatted(namespace),
              "{\"metadata\": {\"name\": \"late\"}}");

      for (Observer observer : observers) {
        while (!observer.nextChanged().meta().key().name().equals("late")) {
          // The namespace's own ConfigMap may come in between.
        }
      }
    }
  }

  @Test
  void and_notices_when_the_network_goes_silent() throws Exception {
    String namespace = PLANE.namespace("silent");
    var kind = CLUSTER.discovery().find(new GroupKind("", "ConfigMap")).orElseThrow();
    var observer = new Observer();
    try (var wire = Wire.to(PLANE.server());
        var clients = new HttpClients()) {
      var endpoint = through(wire).endpoint();
      var agent = new Caller(new Identity.Agent(), "plumb/test", Fence.open());
      var transport = new Transport(endpoint, clients, Clock.system(), Metrics.none());
      var lists = new Lists(new Requests(transport, agent));
      var streams = new WatchStreams(endpoint, clients, agent);
      try (var watches = new HttpWatches(streams, lists, Clock.system(), Duration.ofSeconds(2))) {
        watches.open(kind, namespace, "", false, observer);
        observer.await(Seen.Listed.class);

        wire.silence();

        assertThat(observer.await(Seen.Interrupted.class).why())
            .isEqualTo(
                "the watch on ConfigMap in %s broke: nothing came for 2 s".formatted(namespace));
        PLANE
            .api()
            .created(
                "/api/v1/namespaces/%s/configmaps".formatted(namespace),
                "{\"metadata\": {\"name\": \"late\"}}");
        while (!observer.nextChanged().meta().key().name().equals("late")) {
          // The namespace's own ConfigMap may come in between.
        }
      }
    }
  }

  private static Kubeconfig through(Wire wire) {
    String kubeconfig = new String(PLANE.kubeconfig(), StandardCharsets.UTF_8);
    return Live.kubeconfig(
        kubeconfig.replace(PLANE.server(), wire.url()).getBytes(StandardCharsets.UTF_8));
  }
}
