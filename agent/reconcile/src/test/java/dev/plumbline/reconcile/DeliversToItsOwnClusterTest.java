package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A Target with {@code inCluster: true} is the hub itself, by the connection the agent has. */
final class DeliversToItsOwnClusterTest {
  private static final String UID = "jsonpath={.metadata.uid}";
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    fleet = Fleet.on(PLANE, "own");
    app = new Objects(PLANE, "own-app");
    fleet.repository().write("app/a.yaml", app.configMap("a", "1")).push("First");
    fleet.start();
    fleet.apply(inCluster());
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void it_delivers_repairs_and_takes_away_and_the_hub_outlives_the_target() {
    fleet.sync("app", "fleet", "app", "own", "");
    fleet.awaitPhase("app", "Ready");
    assertThat(PLANE.kubectl("get", "target", "own", "-n", fleet.namespace(), "-o", "yaml"))
        .contains("identity: " + PLANE.kubectl("get", "ns", "kube-system", "-o", UID).strip());

    app.vandalise("a");
    app.awaitValue("a", "1");

    PLANE.kubectl("delete", "sync", "app", "-n", fleet.namespace(), "--timeout=30s");
    assertThat(app.exists("configmaps", "a")).isFalse();

    PLANE.kubectl("delete", "target", "own", "-n", fleet.namespace());
    fleet.repository().write("other/b.yaml", app.configMap("b", "1")).push("Second");
    fleet.sync("other", "fleet", "other", "own", "");
    fleet.awaitReason("other", "TargetNotFound");
    fleet.apply(inCluster());
    Await.until("it goes on", () -> app.exists("configmaps", "b"));
  }

  private static String inCluster() {
    return """
        apiVersion: plumbline.dev/v1alpha1
        kind: Target
        metadata: {name: own}
        spec: {inCluster: true}
        """;
  }
}
