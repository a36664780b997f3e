package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RepairsDriftWhileGitIsAwayTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private Fleet fleet;

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void also_when_the_agent_was_restarted_meanwhile() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    var app = new Objects(PLANE, "app");
    fleet.repository().write("d/d.yaml", app.configMap("one", "1")).push("First");
    fleet.start();
    fleet.sync("one", "d", "");
    fleet.awaitPhase("one", "Ready");
    fleet.stop();
    fleet.git().stop();
    app.vandalise("one");

    fleet.restart();

    app.awaitValue("one", "1");
    assertThat(fleet.awaitReason("one", "ConnectionFailed")).endsWith("Connection refused");
    app.vandalise("one");
    app.awaitValue("one", "1");

    fleet.git().restart();
    fleet.repository().write("d/d.yaml", app.configMap("one", "2")).push("Second");
    app.awaitValue("one", "2");
    fleet.awaitPhase("one", "Ready");
  }
}
