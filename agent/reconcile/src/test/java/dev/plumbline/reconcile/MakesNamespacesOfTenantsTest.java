package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cluster runs no controller that empties namespaces: tests do that by hand. */
final class MakesNamespacesOfTenantsTest {
  private static ControlPlane plane;
  private static Fleet fleet;
  private static Tenants tenants;

  private String tenant;
  private Objects app;
  private String sync;

  @BeforeAll
  static void start() throws Exception {
    plane = ControlPlane.shared();
    fleet = Fleet.on(plane, "hub").requiringTenants();
    fleet.repository().write("readme.md", "apps").push("First");
    fleet.start();
    tenants = Tenants.of(fleet);
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @BeforeEach
  void tenant() {
    sync = ControlPlane.unique("web");
  }

  @Test
  void a_namespace_that_is_missing_is_made_and_labelled_and_outlives_the_sync() {
    deliver("createNamespaces: true");
    fleet.awaitPhase(sync, "Ready");

    assertThat(label("plumbline\\.dev/tenant")).isEqualTo(tenant);
    assertThat(fleet.of(sync, ".status.namespaces[0].name")).isEqualTo(app.namespace());
    assertThat(fleet.of(sync, ".status.namespaces[0].uid")).isEqualTo(uid());

    plane.kubectl("delete", "sync", sync, "-n", fleet.namespace(), "--timeout=30s");
    assertThat(app.exists("configmaps", "a")).isFalse();
    assertThat(uid()).isNotEmpty();
  }

  @Test
  void without_the_tenants_word_none_is_made() {
    deliver("createNamespaces: false");

    Await.until(
        "it says what is missing",
        () -> fleet.of(sync, ".status.blocked[0].message").contains("has no createNamespaces"));
    assertThat(plane.api().get("/api/v1/namespaces/" + app.namespace()).code()).isEqualTo(404);
  }

  @Test
  @Tag("SEC-TEN-07")
  void a_namespace_that_somebody_else_made_again_is_closed_until_it_is_labelled() {
    deliver("createNamespaces: false");
    plane.kubectl("create", "namespace", app.namespace());
    fleet.awaitPhase(sync, "Ready");
    fleet.stop();
    remove();
    plane.kubectl("create", "namespace", app.namespace());
    restart();

    fleet.awaitPhase(sync, "Blocked");
    assertThat(fleet.blocked(sync))
        .endsWith(
            "namespace %s was made again by somebody else; label it plumbline.dev/tenant=%s to"
                    .formatted(app.namespace(), tenant)
                + " deliver into it");
    assertThat(app.exists("configmaps", "a")).isFalse();

    plane.kubectl("label", "namespace", app.namespace(), "plumbline.dev/tenant=" + tenant);
    fleet.awaitPhase(sync, "Ready");
    assertThat(app.value("a")).isEqualTo("1");
    assertThat(fleet.of(sync, ".status.namespaces[0].uid")).isEqualTo(uid());
  }

  @Test
  @Tag("SEC-TEN-07")
  void one_that_we_make_again_ourselves_stays_open() {
    deliver("createNamespaces: true");
    fleet.awaitPhase(sync, "Ready");
    String before = uid();

    fleet.stop();
    remove();
    restart();

    app.awaitValue("a", "1");
    fleet.awaitPhase(sync, "Ready");
    assertThat(uid()).isNotEqualTo(before);
  }

  @Test
  void one_that_bears_the_label_of_another_tenant_is_closed() {
    tenant = tenants.add("acme", "");
    app = new Objects(tenant + "-web", plane);
    plane.kubectl("create", "namespace", app.namespace());
    plane.kubectl("label", "namespace", app.namespace(), "plumbline.dev/tenant=globex");
    push();

    tenants.sync(sync, tenant, "apps/" + sync, "");

    fleet.awaitPhase(sync, "Blocked");
    assertThat(fleet.blocked(sync))
        .endsWith("namespace %s bears the label of Tenant globex".formatted(app.namespace()));
  }

  private void deliver(String more) {
    tenant = tenants.add("acme", more);
    app = new Objects(tenant + "-web", plane);
    push();
    tenants.sync(sync, tenant, "apps/" + sync, "retry: {max: 1s}");
  }

  private void push() {
    fleet.repository().write("apps/%s/a.yaml".formatted(sync), app.configMap("a", "1")).push("A");
  }

  private static void restart() {
    try {
      fleet.restart();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void remove() {
    plane.kubectl("delete", "configmap", "--all", "-n", app.namespace());
    plane.kubectl("delete", "namespace", app.namespace(), "--wait=false");
    Await.until(
        "the namespace is gone",
        () -> {
          var path = "/api/v1/namespaces/" + app.namespace();
          plane.api().put(path + "/finalize", finalized());
          return plane.api().get(path).code() == 404;
        });
  }

  private String finalized() {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"},\"spec\":{\"finalizers\":[]}}"
        .formatted(app.namespace());
  }

  private String uid() {
    return plane
        .api()
        .get("/api/v1/namespaces/" + app.namespace())
        .json()
        .text("metadata", "uid")
        .orElse("");
  }

  private String label(String name) {
    return plane.kubectl(
        "get",
        "namespace",
        app.namespace(),
        "-o",
        "jsonpath={.metadata.labels.%s}".formatted(name));
  }
}
