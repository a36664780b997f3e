package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.testkit.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it measures time")
final class StopsInTimeTest {
  private static final ControlPlane PLANE = ControlPlane.shared();

  @Test
  void with_a_target_that_hangs_it_stops_in_time_with_all_recorded_and_sends_nothing_more()
      throws Exception {
    var app = new Objects(PLANE, "app");
    try (var proxy = FaultProxy.before(PLANE);
        var fleet = Fleet.on(PLANE, "hub")) {
      fleet
          .repository()
          .write("web/a.yaml", app.configMap("a", "1"))
          .write("web/b.yaml", app.configMap("b", "1"))
          .push("First");
      fleet.target("slow", proxy.kubeconfig());
      proxy.always(sent -> sent.method().equals("PATCH"), new FaultProxy.Fault.Hangs());
      fleet.start().sync("web", "fleet", "web", "slow", "");
      Await.until("writes hang", () -> writes(proxy) == 2);

      long began = System.nanoTime();
      fleet.stop();
      Duration took = Duration.ofNanos(System.nanoTime() - began);

      assertThat(took).isLessThan(Duration.ofSeconds(5));
      assertThat(fleet.status("web").list("inventory", "entries")).hasSize(2);
      assertThat(fleet.awaitReason("web", "Retrying")).contains("web/a.yaml:1: ConfigMap");
      long sent = proxy.sent().size();
      new CountDownLatch(1).await(1, TimeUnit.SECONDS);
      assertThat(proxy.sent()).hasSize((int) sent);

      proxy.heal();
      fleet.restart();
      fleet.awaitPhase("web", "Ready");
      app.awaitValue("b", "1");
    }
  }

  @Test
  void an_agent_at_rest_stops_at_once() throws Exception {
    try (var fleet = Fleet.on(PLANE, "hub")) {
      fleet.repository().write("README.md", "fleet").push("First");
      fleet.start();

      long began = System.nanoTime();
      fleet.stop();

      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
    }
  }

  private static long writes(FaultProxy proxy) {
    return proxy.sent().stream().filter(sent -> sent.method().equals("PATCH")).count();
  }
}
