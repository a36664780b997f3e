package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An agent that delivers for Tenants only, which is how it starts unless it is told otherwise. */
final class RefusesSyncsWithoutTenantTest {
  private static ControlPlane plane;
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    plane = ControlPlane.shared();
    fleet = Fleet.on(plane, "hub").requiringTenants();
    app = new Objects(plane, "app");
    fleet.repository().write("apps/web/a.yaml", app.configMap("a", "1")).push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  @Tag("SEC-TEN-01")
  void nobody_borrows_the_rights_of_the_agent() {
    fleet.sync("nobodys", "apps/web", "");

    assertThat(fleet.awaitReason("nobodys", "TenantRequired"))
        .isEqualTo(
            "it names no Tenant and would be delivered with the rights of the agent: set"
                + " spec.tenantRef, or start the agent with --allow-untenanted");
    assertThat(fleet.of("nobodys", ".status.conditions[?(@.type==\"Stalled\")].status"))
        .isEqualTo("True");
    assertThat(app.exists("configmaps", "a")).isFalse();
  }

  @Test
  void a_tenant_that_is_not_there_is_named() {
    fleet.sync("somebodys", "apps/web", "tenantRef: {name: nobody}");

    assertThat(fleet.awaitReason("somebodys", "TenantNotFound"))
        .isEqualTo("Tenant nobody does not exist");
    assertThat(app.exists("configmaps", "a")).isFalse();
  }
}
