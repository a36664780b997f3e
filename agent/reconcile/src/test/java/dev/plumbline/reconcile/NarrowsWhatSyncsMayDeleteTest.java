package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Tenant bounds what its Syncs may delete, whatever they say themselves. */
final class NarrowsWhatSyncsMayDeleteTest {
  private static ControlPlane plane;
  private static Fleet fleet;
  private static Tenants tenants;

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
  void name() {
    sync = ControlPlane.unique("web");
  }

  @Test
  void nothing_where_the_tenant_prunes_nothing() {
    Objects app = deliver("prune: {enabled: false}", "prune: {enabled: true}");

    fleet.repository().delete("apps/%s/b.yaml".formatted(sync)).push("Without b");

    Await.until(
        "b is forgotten", () -> fleet.status(sync).list("inventory", "entries").size() == 1);
    fleet.awaitPhase(sync, "Ready");
    assertThat(app.exists("configmaps", "b")).isTrue();
  }

  @Test
  void no_more_than_the_smaller_of_both_budgets() {
    Objects app = deliver("prune: {budget: 0}", "prune: {budget: \"50%\"}");

    fleet.repository().delete("apps/%s/b.yaml".formatted(sync)).push("Without b");

    assertThat(fleet.awaitReason(sync, "PruneBudgetExceeded"))
        .contains("would delete 1 objects, 0 are allowed at once");
    assertThat(app.exists("configmaps", "b")).isTrue();
  }

  @Test
  void nothing_with_the_sync_either() {
    Objects app = deliver("prune: {enabled: false}", "deletionPolicy: Prune");

    plane.kubectl("delete", "sync", sync, "-n", fleet.namespace());

    assertThat(app.exists("configmaps", "a")).isTrue();
    assertThat(app.exists("configmaps", "b")).isTrue();
    Await.until(
        "it is told", () -> fleet.events(sync).contains("lets nothing be deleted: 2 objects stay"));
  }

  @ParameterizedTest
  @CsvSource({"false, true, false", "true, false, false", "true, true, true"})
  void a_claim_only_where_both_consent(boolean tenantDoes, boolean syncDoes, boolean goes) {
    String consent = "prune: {persistentVolumeClaims: %s}";
    Objects app = deliver(consent.formatted(tenantDoes), consent.formatted(syncDoes));
    String claim = "apps/%s/claim.yaml".formatted(sync);
    fleet.repository().write(claim, app.claim("data")).push("With a claim");
    Await.until("the claim is there", () -> app.exists("persistentvolumeclaims", "data"));

    fleet.repository().delete(claim).push("Without it");

    if (goes) {
      // It goes for good when nobody protects it any more.
      Await.until("the claim is deleted", () -> !deleted(app).isEmpty());
    } else {
      fleet.awaitPhase(sync, "Blocked");
      assertThat(fleet.of(sync, ".status.blocked[0].reason")).isEqualTo("NeedsConsent");
      assertThat(deleted(app)).isEmpty();
    }
  }

  private static String deleted(Objects app) {
    String claim = app.path("persistentvolumeclaims", "data");
    return plane.api().text(claim, ".metadata.deletionTimestamp");
  }

  private Objects deliver(String ofTenant, String ofSync) {
    String tenant = tenants.add("acme", "createNamespaces: true\n" + ofTenant);
    var app = new Objects(tenant + "-web", plane);
    fleet
        .repository()
        .write("apps/%s/a.yaml".formatted(sync), app.configMap("a", "1"))
        .write("apps/%s/b.yaml".formatted(sync), app.configMap("b", "1"))
        .push("Both");
    tenants.sync(sync, tenant, "apps/" + sync, ofSync);
    fleet.awaitPhase(sync, "Ready");
    return app;
  }
}
