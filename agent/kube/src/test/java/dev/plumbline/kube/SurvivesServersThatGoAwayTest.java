package dev.plumbline.kube;

import static dev.plumbline.kube.Live.configMap;
import static dev.plumbline.kube.Live.createOnly;
import static dev.plumbline.kube.Live.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Observer.Seen;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.GroupKind;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class SurvivesServersThatGoAwayTest {
  private static ControlPlane plane;

  @BeforeAll
  static void start() {
    plane = ControlPlane.own();
  }

  @AfterAll
  static void stop() {
    plane.close();
  }

  @Test
  void a_watch_lists_anew_after_its_version_expired() throws Exception {
    String namespace = plane.namespace("expire");
    var observer = new Observer();
    try (var connection = Live.open(plane);
        var _ = watch(connection, namespace, observer)) {
      observer.await(Seen.Listed.class);

      plane.expire();
      observer.await(Seen.Listing.class);
      observer.await(Seen.Listed.class);
      done(cluster(connection).apply(createOnly(configMap(namespace, "late"), "v")));

      assertThat(observer.nextChanged().meta().key().name()).isEqualTo("late");
    }
  }

  @Test
  void a_watch_misses_nothing_across_a_restart() throws Exception {
    String namespace = plane.namespace("restart");
    var observer = new Observer();
    try (var connection = Live.open(plane);
        var _ = watch(connection, namespace, observer)) {
      observer.await(Seen.Listed.class);

      plane.stop();
      observer.await(Seen.Interrupted.class);
      plane.start();
      plane
          .api()
          .created(
              "/api/v1/namespaces/%s/configmaps".formatted(namespace),
              "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"meanwhile\"}}");

      while (!observer.nextChanged().meta().key().name().equals("meanwhile")) {
        // The list comes first.
      }
    }
  }

  @Test
  void requests_are_refused_at_once_while_it_is_down_and_work_again_soon_after() {
    String namespace = plane.namespace("down");
    try (var connection = Live.open(plane)) {
      var cluster = cluster(connection);
      done(cluster.apply(createOnly(configMap(namespace, "a"), "v")));

      plane.stop();
      Refusal refusal = null;
      for (int attempt = 0; attempt < 6; attempt++) {
        refusal = Live.refused(cluster.apply(createOnly(configMap(namespace, "b"), "v")));
        assertThat(refusal.cause()).isEqualTo(Cause.TRANSIENT);
        assertThat(refusal.code()).isZero();
      }
      assertThat(refusal.message())
          .startsWith("could not reach " + plane.server())
          .contains("not tried: the last 5 attempts failed (")
          .contains("connection refused");
      plane.start();

      Await.until(
          "a write goes through",
          () -> cluster.apply(createOnly(configMap(namespace, "b"), "v")) instanceof Answer.Done);
    }
  }

  private static Cluster cluster(Connection connection) {
    return connection.as(new Identity.Agent());
  }

  private static Watches.Watch watch(Connection connection, String namespace, Observer observer)
      throws Exception {
    var kind = cluster(connection).discovery().find(new GroupKind("", "ConfigMap")).orElseThrow();
    return connection.watches().open(kind, namespace, "", false, observer);
  }
}
