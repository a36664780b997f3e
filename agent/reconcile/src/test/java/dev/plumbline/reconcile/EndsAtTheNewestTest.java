package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What happens while a Sync is in the middle of applying many objects. */
final class EndsAtTheNewestTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    app = new Objects(PLANE, "app");
    fleet.repository().write("README.md", "fleet").push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void pushes_in_quick_succession_end_at_the_last() {
    deploy("quick", 80, "0");

    for (int i = 1; i <= 4; i++) {
      push("quick", 80, "" + i);
    }

    Await.until(
        PATIENCE,
        "the last is live",
        () ->
            fleet
                .of("quick", ".status.revision.applied")
                .equals("main@sha1:" + fleet.repository().head()));
    assertThat(app.value("quick-0")).isEqualTo("4");
    assertThat(app.value("quick-79")).isEqualTo("4");
    fleet.awaitPhase("quick", "Ready");
  }

  @Test
  void a_sync_deleted_in_mid_apply_leaves_nothing() {
    push("deleted", 80, "1");
    fleet.sync("deleted", "deleted", "");
    Await.until("some are there", () -> count("deleted") > 0);

    PLANE.kubectl("delete", "sync", "deleted", "-n", fleet.namespace(), "--timeout=120s");

    assertThat(count("deleted")).isZero();
  }

  @Test
  void three_hundred_objects_go_through_one_sync_and_a_restart() throws Exception {
    deploy("large", 300, "1");
    assertThat(fleet.of("large", ".status.inventory.head.entries")).isEqualTo("300");
    fleet.stop();
    fleet.restart();

    push("large", 299, "2");

    Await.until(PATIENCE, "the last is pruned", () -> count("large") == 299);
    awaitReady("large");
    assertThat(app.value("large-298")).isEqualTo("2");
    assertThat(fleet.of("large", ".status.objects.summary")).isEqualTo("299/299");

    PLANE.kubectl("delete", "sync", "large", "-n", fleet.namespace(), "--timeout=120s");
    assertThat(count("large")).isZero();
    assertThat(PLANE.kubectl("get", "inventories", "-n", fleet.namespace(), "-o", "name"))
        .isEmpty();
  }

  private static void deploy(String name, int objects, String value) {
    push(name, objects, value);
    fleet.sync(name, name, "");
    awaitReady(name);
  }

  private static void push(String name, int objects, String value) {
    var file = new StringBuilder();
    for (int i = 0; i < objects; i++) {
      file.append("---\n").append(app.configMap(name + "-" + i, value));
    }
    fleet.repository().write(name + "/all.yaml", file.toString()).push(name + " " + value);
  }

  private static void awaitReady(String sync) {
    Await.until(
        PATIENCE,
        sync + " is Ready",
        () -> fleet.status(sync).text("phase").orElse("").equals("Ready"));
  }

  private static long count(String sync) {
    return PLANE
        .kubectl("get", "configmaps", "-n", app.namespace(), "-o", "name")
        .lines()
        .filter(name -> name.startsWith("configmap/" + sync + "-"))
        .count();
  }
}
