package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** 100 Syncs of three objects from one repository, on the real API server; requests are counted. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class CostsOnlyWhatChangedTest {
  private static final int SYNCS = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static ControlPlane plane;
  private static Fleet fleet;
  private static String app;

  @BeforeAll
  static void start() throws Exception {
    plane = ControlPlane.shared();
    fleet = Fleet.on(plane, "hub");
    app = plane.namespace("app");
    var syncs = new StringBuilder();
    for (int i = 0; i < SYNCS; i++) {
      fleet.repository().write("apps/a%d/objects.yaml".formatted(i), objects(i, "1"));
      syncs.append(
          """
          ---
          apiVersion: plumbline.dev/v1alpha1
          kind: Sync
          metadata: {name: a%1$d}
          spec:
            source: {name: fleet, branch: main}
            path: apps/a%1$d
            targetRef: {name: local}
            resync: 744h # else one of them is compared in full every seven minutes
          """
              .formatted(i));
    }
    fleet.repository().push("All");
    fleet.apply(syncs.toString());
    fleet.start();
    Await.until(
        PATIENCE, "every Sync is Ready", () -> phases().equals("Ready ".repeat(SYNCS).strip()));
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  @Order(1)
  void at_rest_nothing_is_asked_about_any_object() throws Exception {
    Await.until(
        "nothing is due",
        () ->
            fleet.agent().depths().get("sync") == SYNCS // each waits for its resync only
                && fleet.agent().depths().get("sums") == 0);
    long mark = plane.audit().mark();

    Thread.sleep(Duration.ofSeconds(30));

    assertThat(ours(mark)).isEmpty();
  }

  @Test
  @Order(2)
  void a_push_that_changes_one_object_of_one_sync_costs_at_most_five_requests() {
    long mark = plane.audit().mark();

    fleet.repository().write("apps/a7/objects.yaml", objects(7, "2")).push("One");

    Await.until(
        "the change is live",
        () ->
            plane
                .api()
                .text("/api/v1/namespaces/%s/configmaps/a7".formatted(app), ".data.value")
                .equals("2"));
    Await.until(
        "the Sync says so",
        () ->
            fleet
                .of("a7", ".status.revision.applied")
                .equals("main@sha1:" + fleet.repository().head()));
    List<String> requests = ours(mark);
    assertThat(requests).hasSizeLessThanOrEqualTo(5);
    assertThat(requests.stream().filter(request -> request.contains("syncs")))
        .allMatch(request -> request.contains("/syncs/a7/status"));
  }

  private static String phases() {
    var syncs = "/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs".formatted(fleet.namespace());
    return plane.api().text(syncs, ".items[*].status.phase");
  }

  /** What this agent sent since the mark, watches and events apart. */
  private static List<String> ours(long mark) {
    return fleet.sent(mark).stream()
        .filter(entry -> !entry.verb().equals("watch"))
        .map(entry -> entry.verb() + " " + entry.uri())
        .filter(request -> !request.contains("/events"))
        .toList();
  }

  private static String objects(int i, String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a%1$d, namespace: %2$s}
        data: {value: "%3$s"}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: b%1$d, namespace: %2$s}
        data: {value: fixed}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: s%1$d, namespace: %2$s}
        spec: {selector: {app: a%1$d}, ports: [{port: 80}]}
        """
        .formatted(i, app, value);
  }
}
