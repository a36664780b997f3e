package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The hub is the shared control plane; the target is one of the test's own, which dies. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class SurvivesOutagesOfATargetTest {
  private static final ControlPlane HUB = ControlPlane.shared();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static ControlPlane target;
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    target = ControlPlane.own();
    fleet = Fleet.on(HUB, "hub");
    app = new Objects(target, "app");
    fleet.repository().write("web/a.yaml", app.configMap("web", "1")).push("First");
    target.stop();
    fleet.target("far", target.kubeconfig());
    fleet.start();
    fleet.sync("web", "fleet", "web", "far", "");
  }

  @AfterAll
  static void stop() {
    fleet.close();
    target.close();
  }

  @Test
  @Order(1)
  void a_target_that_is_down_at_the_start_is_told_and_delivered_to_when_it_is_up() {
    assertThat(fleet.awaitReason("web", "TargetUnreachable"))
        .isEqualTo(
            "cluster far does not answer: could not reach %s: connection refused"
                .formatted(target.server()));
    assertThat(fleet.object("targets", "far").text("status", "phase")).hasValue("Failed");

    target.start();

    awaitReady("web");
    assertThat(app.value("web")).isEqualTo("1");
  }

  @Test
  @Order(2)
  void a_target_that_dies_in_mid_apply_loses_nothing() {
    IntStream.range(0, 80)
        .forEach(i -> fleet.repository().write("many/c%d.yaml".formatted(i), many(i)));
    fleet.repository().push("Many");
    fleet.sync("many", "fleet", "many", "far", "");
    Await.until("some are there", () -> app.exists("configmaps", "many-7"));

    target.stop();
    Await.until(
        PATIENCE,
        "the target is told to be away, or all was applied before",
        () ->
            fleet.object("targets", "far").text("status", "phase").orElse("").equals("Failed")
                || fleet.status("many").text("phase").orElse("").equals("Ready")
                || !fleet.message("many").isEmpty());
    target.start();

    awaitReady("many");
    assertThat(fleet.of("many", ".status.objects.summary")).isEqualTo("80/80");
    assertThat(fleet.status("many").list("inventory", "entries")).hasSize(80);
  }

  @Test
  @Order(3)
  void a_target_that_dies_at_rest_is_told_without_anybody_asking() {
    target.stop();

    awaitReachable("false");
    assertThat(fleet.status("web").text("phase"))
        .as("its Syncs keep their state")
        .hasValue("Ready");

    target.start();
    awaitReachable("true");
    assertThat(fleet.object("targets", "far").text("status", "phase")).hasValue("Ready");
  }

  @Test
  @Order(4)
  void after_a_restart_of_its_api_server_drift_is_seen_again() {
    target.stop();
    target.start();
    Await.until(PATIENCE, "it answers", () -> !app.value("web").isEmpty());

    app.vandalise("web");

    Await.until(PATIENCE, "it is repaired", () -> app.value("web").equals("1"));
    fleet.repository().write("web/a.yaml", app.configMap("web", "2")).push("After");
    Await.until(PATIENCE, "a push is live", () -> app.value("web").equals("2"));
  }

  @Test
  @Order(5)
  void after_watches_expired_drift_is_seen_again() {
    target.expire();

    app.vandalise("web");
    Await.until(PATIENCE, "it is repaired", () -> app.value("web").equals("2"));
    target.kubectl("delete", "configmap", "web", "-n", app.namespace());
    Await.until(PATIENCE, "it is made again", () -> app.value("web").equals("2"));
  }

  @Test
  @Order(6)
  void a_target_that_becomes_another_cluster_gets_nothing_until_a_person_confirms() {
    var elsewhere = new Objects(app.namespace(), HUB);
    HUB.kubectl("create", "namespace", app.namespace());
    awaitReady("web");

    fleet.target("far", HUB.kubeconfig());
    annotate("example.com/touched=1");

    String message = fleet.awaitReason("web", "IdentityChanged");
    String uid = HUB.kubectl("get", "namespace", "kube-system", "-o", "jsonpath={.metadata.uid}");
    assertThat(message)
        .startsWith("Target far is not the cluster this Sync delivered to: its kube-system has uid")
        .contains("Nothing is written until", Marks.CONFIRM_IDENTITY + ": " + uid);
    fleet.repository().write("web/a.yaml", app.configMap("web", "3")).push("Elsewhere");
    Await.until(
        "the push is known",
        () ->
            fleet
                .object("repositories", "fleet")
                .text("status", "observed", "main", "commit")
                .orElse("")
                .equals(fleet.repository().head()));
    assertThat(elsewhere.value("web")).isEmpty();

    annotate(Marks.CONFIRM_IDENTITY + "=" + uid);

    elsewhere.awaitValue("web", "3");
    awaitReady("web");
    assertThat(app.value("web")).as("the other cluster is left alone").isEqualTo("2");
  }

  private static String many(int i) {
    return app.configMap("many-" + i, "1");
  }

  private static void annotate(String annotation) {
    HUB.kubectl("annotate", "target", "far", "-n", fleet.namespace(), "--overwrite", annotation);
  }

  // Sooner than it is looked at by itself.
  private static void awaitReachable(String answers) {
    Await.until(
        PATIENCE,
        "far is told to be reachable: " + answers,
        () ->
            fleet.object("targets", "far").text("status", "reachable").orElse("").equals(answers));
  }

  private static void awaitReady(String sync) {
    Await.until(
        PATIENCE,
        sync + " is Ready",
        () -> fleet.status(sync).text("phase").orElse("").equals("Ready"));
  }
}
