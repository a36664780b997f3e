package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SEC-TEN-05")
final class StopsWithoutAnAccountTest {
  private final ControlPlane plane = ControlPlane.shared();
  private Fleet fleet;
  private String tenant;
  private Objects app;

  @BeforeEach
  void deliver() throws Exception {
    fleet = Fleet.on(plane, "hub").requiringTenants().start();
    var tenants = Tenants.of(fleet);
    tenant = tenants.add("acme", "createNamespaces: true");
    app = new Objects(tenant + "-web", plane);
    fleet
        .repository()
        .write("apps/web/a.yaml", app.configMap("a", "1"))
        .write("apps/web/b.yaml", app.configMap("b", "1"))
        .push("Both");
    tenants.sync("web", tenant, "apps/web", "deletionPolicy: Prune");
    fleet.awaitPhase("web", "Ready");
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void a_tenant_that_deletes_its_account_stops_its_syncs_and_nothing_is_forgotten()
      throws Exception {
    String inventory = fleet.of("web", ".status.inventory");
    fleet.stop();
    plane.kubectl("delete", "serviceaccount", "plumbline", "-n", tenant + "-system");
    fleet.repository().delete("apps/web/b.yaml").push("Without b");

    fleet.restart();

    assertThat(fleet.awaitReason("web", "AccountMissing"))
        .isEqualTo(
            "service account %s-system/plumbline does not exist on Target guarded; until it does,"
                    .formatted(tenant)
                + " nothing is applied or deleted there");
    assertThat(fleet.of("web", ".status.conditions[?(@.type==\"Stalled\")].status"))
        .isEqualTo("True");
    assertThat(fleet.of("web", ".status.inventory")).isEqualTo(inventory);
    assertThat(app.exists("configmaps", "b")).isTrue();

    plane.kubectl("delete", "sync", "web", "-n", fleet.namespace(), "--wait=false");
    Await.until(
        "the farewell waits, too", () -> fleet.message("web").contains("deletionPolicy: Orphan"));
    assertThat(app.exists("configmaps", "a")).isTrue();

    plane.kubectl("create", "serviceaccount", "plumbline", "-n", tenant + "-system");
    Await.until(
        Duration.ofMinutes(1),
        "it looks again and goes",
        () -> fleet.object("syncs", "web").isEmpty());
    assertThat(app.exists("configmaps", "a")).isFalse();
    assertThat(app.exists("configmaps", "b")).isFalse();
  }

  @Test
  void an_account_without_rights_holds_every_object_back_and_nothing_is_forgotten()
      throws Exception {
    fleet.stop();
    plane.kubectl("delete", "clusterrolebinding", tenant);
    fleet
        .repository()
        .write("apps/web/a.yaml", app.configMap("a", "2"))
        .delete("apps/web/b.yaml")
        .push("Second");

    fleet.restart();

    fleet.awaitPhase("web", "Blocked");
    assertThat(fleet.of("web", ".status.blocked[*].reason")).isEqualTo("Forbidden Forbidden");
    assertThat(fleet.of("web", ".status.blocked[*].message"))
        .contains("system:serviceaccount:%s-system:plumbline".formatted(tenant));
    assertThat(app.value("a")).isEqualTo("1");
    assertThat(app.exists("configmaps", "b")).isTrue();
    assertThat(fleet.of("web", ".status.inventory.entries")).contains("b").contains("a");
  }
}
