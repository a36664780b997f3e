package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Observer.Seen;
import dev.plumbline.model.GroupKind;
import dev.plumbline.testkit.Wire;
import java.nio.charset.StandardCharsets;
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

  private static Kubeconfig through(Wire wire) {
    String kubeconfig = new String(PLANE.kubeconfig(), StandardCharsets.UTF_8);
    return Live.kubeconfig(
        kubeconfig.replace(PLANE.server(), wire.url()).getBytes(StandardCharsets.UTF_8));
  }
}
