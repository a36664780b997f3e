package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the status of a Target says of the Syncs that deliver there. */
final class SumsUpTargetsTest {
  private final ControlPlane plane = ControlPlane.shared();
  private Fleet fleet;
  private Objects app;

  @BeforeEach
  void start() throws Exception {
    fleet = Fleet.on(plane, "hub");
    app = new Objects(plane, "app");
    fleet
        .repository()
        .write("one/a.yaml", app.configMap("a", "1"))
        .write("two/b.yaml", app.configMap("b", "1"))
        .write("two/c.yaml", app.configMap("c", "1"))
        .write("bad/d.yaml", app.configMap("d", "1") + "wrong: field\n")
        .push("First");
    fleet.start();
    fleet.target("other", plane.kubeconfig());
    fleet.sync("one", "one", "");
    fleet.sync("two", "two", "");
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void how_many_syncs_and_objects_there_are() {
    await("local", "2/2", "3");
    await("other", "0/0", "0");
  }

  @Test
  void and_how_many_of_them_cannot_go_on() {
    fleet.sync("bad", "bad", "");

    await("local", "2/3", "4");
    assertThat(of("local", ".status.syncs.failed")).isEqualTo("1");
  }

  @Test
  void less_when_one_goes_or_is_delivered_elsewhere() {
    await("local", "2/2", "3");

    plane.kubectl("delete", "sync", "one", "-n", fleet.namespace());
    await("local", "1/1", "2");

    fleet.sync("two", "fleet", "two", "other", "adopt: All");
    await("local", "0/0", "0");
    Await.until("it counts there", () -> of("other", ".status.objects").equals("2"));
  }

  @Test
  void and_it_stays_when_the_cluster_itself_is_told_of() {
    await("local", "2/2", "3");

    plane.kubectl(
        "patch",
        "target",
        "local",
        "-n",
        fleet.namespace(),
        "--type=merge",
        "-p",
        "{\"spec\":{\"suspend\":true}}");

    Await.until("it is suspended", () -> of("local", ".status.phase").equals("Suspended"));
    assertThat(of("local", ".status.syncs.total")).isEqualTo("2");
    assertThat(of("local", ".status.objects")).isEqualTo("3");
  }

  private void await(String target, String syncs, String objects) {
    Await.until(
        "Target %s has %s Syncs and %s objects".formatted(target, syncs, objects),
        () ->
            of(target, ".status.syncs.summary").equals(syncs)
                && of(target, ".status.objects").equals(objects));
  }

  private String of(String target, String path) {
    return plane
        .api()
        .text(
            "/apis/plumbline.dev/v1alpha1/namespaces/%s/targets/%s"
                .formatted(fleet.namespace(), target),
            path);
  }
}
