package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A control plane of its own is hub and target, because the definitions are tampered with. */
final class RefusesHostileObjectsTest {
  private static final String SYNCS = "/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs";
  private static ControlPlane plane;
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    plane = ControlPlane.own();
    fleet = Fleet.on(plane, "hub");
    app = new Objects(plane, "app");
    fleet.repository().write("web/a.yaml", app.configMap("web", "1")).push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
    plane.close();
  }

  @ParameterizedTest
  @CsvSource({
    "timeout, -5m",
    "timeout, 0s",
    "resync, -1h",
    "resync, 999999h",
    "path, LONG",
    "path, ../../etc",
    "preflight, Sometimes",
  })
  void a_value_out_of_bounds_is_refused_by_the_definition(String field, String value) {
    var reply = plane.api().post(SYNCS.formatted(fleet.namespace()), sync("hostile", field, value));

    assertThat(reply.code()).isEqualTo(422);
    assertThat(reply.json().text("message").orElseThrow()).contains("spec." + field);
  }

  @Test
  void what_cannot_be_read_is_told_by_an_event_and_stops_nobody_else() {
    loosenDefinition("syncs");
    Await.until(
        "the loose definition is in force",
        () ->
            plane
                .api()
                .post(
                    SYNCS.formatted(fleet.namespace()),
                    sync(ControlPlane.unique("bad"), "timeout", "-5m"))
                .good());

    fleet.sync("web", "web", "");
    fleet.awaitPhase("web", "Ready");

    Await.until(
        "an event tells",
        () ->
            plane
                .kubectl(
                    "get",
                    "events",
                    "-n",
                    fleet.namespace(),
                    "-o",
                    "jsonpath={range .items[*]}{.reason}{\": \"}{.message}{\"\\n\"}{end}")
                .lines()
                .anyMatch(
                    line -> line.startsWith("Malformed: Sync") && line.contains("spec.timeout")));
  }

  @Test
  @Tag("SEC-TEN-08")
  void a_tenant_that_cannot_be_read_keeps_its_namespaces() throws Exception {
    var tenants = Tenants.of(fleet);
    String older = tenants.add("older", "createNamespaces: true");
    Thread.sleep(1100); // ages are told in seconds
    String younger = tenants.add("younger", "createNamespaces: true");
    tenants.declare(
        younger, "[\"%s-*\", \"%s-web\"]".formatted(younger, older), "createNamespaces: true");
    var own = new Objects(younger + "-web", plane);
    var theirs = new Objects(older + "-web", plane);
    fleet
        .repository()
        .write("apps/both/a.yaml", own.configMap("a", "1"))
        .write("apps/both/b.yaml", theirs.configMap("b", "1"))
        .push("Both");

    loosenDefinition("tenants");
    Await.until(
        "the older Tenant cannot be read",
        () -> {
          plane.kubectl(
              "patch",
              "tenant",
              older,
              "-n",
              fleet.namespace(),
              "--type=merge",
              "-p",
              "{\"spec\":{\"quota\":{\"objects\":\"many\"}}}");
          return fleet.events(older).contains("Malformed");
        });
    tenants.sync("both", younger, "apps/both", "");

    fleet.awaitPhase("both", "Blocked");
    own.awaitValue("a", "1");
    assertThat(theirs.exists("configmaps", "b")).isFalse();
    assertThat(fleet.blocked("both"))
        .endsWith(
            "namespace %s may be Tenant %s's, which is older and cannot be read"
                .formatted(theirs.namespace(), older));
  }

  private static String sync(String name, String field, String value) {
    String path = field.equals("path") ? "" : "\"path\": \"web\",";
    return """
        {"apiVersion": "plumbline.dev/v1alpha1", "kind": "Sync", "metadata": {"name": "%s"},
         "spec": {"source": {"kind": "Repository", "name": "fleet", "branch": "main"}, %s
                  "targetRef": {"name": "local"},
                  "%s": "%s"}}"""
        .formatted(name, path, field, value.equals("LONG") ? "x".repeat(100_000) : value);
  }

  // As an older or hand-made definition would be.
  private static void loosenDefinition(String kind) {
    plane.kubectl(
        "patch",
        "crd",
        kind + ".plumbline.dev",
        "--type=json",
        "-p",
        """
        [{"op": "replace", "path": "/spec/versions/0/schema/openAPIV3Schema", "value":
          {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}]""");
  }
}
