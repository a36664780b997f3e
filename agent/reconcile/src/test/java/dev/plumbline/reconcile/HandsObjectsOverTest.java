package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that move from the directory of one Sync to that of another, by one push. */
final class HandsObjectsOverTest {
  private static final int MOVING = 20;

  private final ControlPlane plane = ControlPlane.shared();
  private Fleet fleet;
  private Objects app;

  @BeforeEach
  void deliver() throws Exception {
    fleet = Fleet.on(plane, "hub");
    app = new Objects(plane, "app");
    fleet
        .repository()
        .write("left/stays.yaml", app.configMap("left", "1"))
        .write("right/stays.yaml", app.configMap("right", "1"));
    IntStream.range(0, MOVING).forEach(i -> write("left", i));
    fleet.repository().push("First");
    fleet.start();
    fleet.sync("left", "left", "");
    fleet.sync("right", "right", "");
    fleet.awaitPhase("left", "Ready");
    fleet.awaitPhase("right", "Ready");
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void nothing_is_deleted_and_made_again() {
    List<String> before = uids();
    IntStream.range(0, MOVING)
        .forEach(
            i -> {
              fleet.repository().delete("left/m%d.yaml".formatted(i));
              write("right", i);
            });
    fleet.repository().push("Moved");

    Await.until(
        "the right one has all",
        () -> fleet.of("right", ".status.objects.summary").equals("21/21"));
    Await.until(
        "the left one has let go",
        () ->
            fleet.of("left", ".status.objects.summary").equals("1/1")
                && fleet.status("left").list("inventory", "entries").size() == 1);
    fleet.awaitPhase("left", "Ready");
    fleet.awaitPhase("right", "Ready");
    assertThat(uids()).isEqualTo(before);
    assertThat(fleet.of("right", ".status.drift")).isEmpty();
  }

  @Test
  void a_deleted_sync_leaves_its_objects_to_the_one_that_renders_them_now() {
    List<String> before = uids();
    fleet.sync("renamed", "left", "");
    Await.until(
        "it is told whose they are", () -> fleet.of("renamed", ".status.phase").equals("Blocked"));

    plane.kubectl("delete", "sync", "left", "-n", fleet.namespace(), "--timeout=60s");

    fleet.awaitPhase("renamed", "Ready");
    assertThat(uids()).isEqualTo(before);
  }

  private void write(String directory, int i) {
    fleet.repository().write("%s/m%d.yaml".formatted(directory, i), app.configMap("m" + i, "1"));
  }

  private List<String> uids() {
    return plane
        .kubectl(
            "get",
            "configmaps",
            "-n",
            app.namespace(),
            "-o",
            "jsonpath={range .items[*]}{.metadata.name}={.metadata.uid}{\"\\n\"}{end}")
        .lines()
        .filter(line -> line.startsWith("m") || line.startsWith("left"))
        .sorted()
        .toList();
  }
}
