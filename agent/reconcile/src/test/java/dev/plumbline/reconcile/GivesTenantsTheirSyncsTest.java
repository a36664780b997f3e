package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A Tenant whose people see and write their own Syncs, in a namespace of theirs. */
final class GivesTenantsTheirSyncsTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static TenantFleet fleet;
  private static String own;

  @BeforeAll
  static void start() throws Exception {
    fleet = new TenantFleet(PLANE).target("eu", "env: prod");
    fleet.environment("prod", "env: prod");
    own = ControlPlane.unique("acme");
    fleet.overlay("acme", "prod", "1").overlay("acme", "extra", "1");
    fleet.fleet().repository().push("All");
    fleet.fleet().restart();
    fleet.tenant("acme", "environments: [prod]\nhubNamespace: " + own);
    assertThat(fleet.awaitReason("acme", "NamespaceMissing"))
        .startsWith("namespace " + own + ", where its Syncs are to be, is not there");
    PLANE.kubectl("create", "namespace", own);
    fleet.awaitLive("acme", "prod", "1");
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void its_syncs_are_there_and_use_what_the_tenant_has() {
    fleet.awaitReason("acme", "Ready");
    assertThat(fleet.sync(own, "acme", "prod", "eu").text("status", "phase")).contains("Ready");
    assertThat(fleet.sync("acme", "prod", "eu").isEmpty()).isTrue();
  }

  @Test
  void a_push_reaches_them() {
    fleet.overlay("acme", "prod", "2").fleet().repository().push("Two");

    fleet.awaitLive("acme", "prod", "2");
  }

  @Test
  void a_sync_its_people_write_is_delivered() {
    written("extra", "fleet", "tenants/acme/overlays/extra", "eu", "tenantRef: {name: acme}");

    fleet.awaitLive("acme", "extra", "1");
    PLANE.kubectl("delete", "sync", "extra", "-n", own, "--timeout=30s");
    assertThat(fleet.isLive("acme", "extra")).isFalse();
  }

  @Test
  void one_that_names_another_tenant_is_nothing_that_tenant_has() {
    fleet.tenant("other", "environments: [prod]");
    fleet.awaitReason("other", "NothingToDeliver");

    written("stray", "fleet", "tenants/other", "eu", "tenantRef: {name: other}");

    Await.until(
        "it was looked at",
        () ->
            !PLANE
                .kubectl("get", "sync", "stray", "-n", own, "-o", "jsonpath={.status.phase}")
                .isEmpty());
    assertThat(fleet.status("other").text("syncs", "total")).contains("0");
    fleet.kubectl("delete", "tenant", "other", "--timeout=20s");
  }

  @Test
  void what_lost_its_target_goes_with_its_objects() {
    fleet.target("us", "env: stage").environment("stage", "env: stage");
    fleet.overlay("acme", "stage", "1").overlay("acme", "stage-extra", "1");
    fleet.fleet().repository().push("Stage");
    fleet.tenant("acme", "environments: [prod, stage]\nhubNamespace: " + own);
    fleet.awaitLive("acme", "stage", "1");
    written("us", "fleet", "tenants/acme/overlays/stage-extra", "us", "tenantRef: {name: acme}");
    fleet.awaitLive("acme", "stage-extra", "1");

    fleet.kubectl("label", "target", "us", "env-");

    Await.until("the Sync is gone", () -> fleet.sync(own, "acme", "stage", "us").isEmpty());
    assertThat(fleet.isLive("acme", "stage")).isFalse();
    // A person's stays, is refused, and goes when the person says so.
    assertThat(fleet.isLive("acme", "stage-extra")).isTrue();
    PLANE.kubectl("delete", "sync", "us", "-n", own, "--timeout=30s");
    assertThat(fleet.isLive("acme", "stage-extra")).isFalse();
  }

  private static void written(String name, String source, String path, String target, String more) {
    PLANE.kubectlWith(
        Fleet.manifest(name, source, "main", path, target, more), "apply", "-n", own, "-f", "-");
  }
}
