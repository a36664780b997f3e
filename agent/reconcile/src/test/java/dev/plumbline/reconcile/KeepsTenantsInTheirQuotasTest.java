package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KeepsTenantsInTheirQuotasTest {
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
  void more_objects_than_it_may_own_are_held_back_and_what_is_live_stays_true() {
    String tenant = tenants.add("acme", "createNamespaces: true\nquota: {objects: 3}");
    var app = new Objects(tenant + "-web", plane);
    write(app, "a", "b");
    fleet
        .repository()
        .write("apps/%s-other/c.yaml".formatted(sync), app.configMap("c", "1"))
        .push("Three");
    tenants.sync(sync, tenant, "apps/" + sync, "");
    tenants.sync(sync + "-other", tenant, "apps/%s-other".formatted(sync), "");
    fleet.awaitPhase(sync, "Ready");
    fleet.awaitPhase(sync + "-other", "Ready");

    write(app, "d");
    fleet.repository().push("Four");

    assertThat(fleet.awaitReason(sync, "QuotaExceeded"))
        .isEqualTo(
            "Tenant %s may own 3 objects; these 3 would make it 4, with those of its other Syncs"
                .formatted(tenant));
    assertThat(fleet.of(sync, ".status.phase")).isEqualTo("Blocked");
    assertThat(app.exists("configmaps", "d")).isFalse();
    app.vandalise("a");
    app.awaitValue("a", "1");

    fleet.repository().delete("apps/%s/b.yaml".formatted(sync)).push("Three again");
    fleet.awaitPhase(sync, "Ready");
    assertThat(app.exists("configmaps", "d")).isTrue();
  }

  @Test
  void the_newest_syncs_of_too_many_are_not_delivered() throws Exception {
    String tenant = tenants.add("acme", "createNamespaces: true\nquota: {syncs: 1}");
    var app = new Objects(tenant + "-web", plane);
    write(app, "a");
    fleet
        .repository()
        .write("apps/%s-late/z.yaml".formatted(sync), app.configMap("z", "1"))
        .push("Two");
    tenants.sync(sync, tenant, "apps/" + sync, "");
    fleet.awaitPhase(sync, "Ready");
    Thread.sleep(1100); // ages are told in seconds
    tenants.sync(sync + "-late", tenant, "apps/%s-late".formatted(sync), "");

    assertThat(fleet.awaitReason(sync + "-late", "QuotaExceeded"))
        .isEqualTo(
            "Tenant %s may have 1 Syncs and has 2; the newest are not delivered".formatted(tenant));
    assertThat(app.exists("configmaps", "z")).isFalse();
    fleet.awaitPhase(sync, "Ready");
    Await.until("the first one is kept true", () -> app.value("a").equals("1"));
  }

  @Test
  void a_sync_that_names_the_tenant_from_elsewhere_takes_none_of_its_quota() throws Exception {
    String tenant = tenants.add("acme", "createNamespaces: true\nquota: {syncs: 1, objects: 1}");
    String elsewhere = plane.namespace("people");
    tenants.add("globex", "hubNamespace: " + elsewhere);
    var app = new Objects(tenant + "-web", plane);
    write(app, "a");
    fleet.repository().push("One");
    String more = "tenantRef: {name: %s}".formatted(tenant);
    String foreign = Fleet.manifest(sync, "fleet", "main", "apps/" + sync, "guarded", more);
    plane.kubectlWith(foreign, "apply", "-n", elsewhere, "-f", "-");
    plane.kubectl(
        "patch",
        "sync",
        sync,
        "-n",
        elsewhere,
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\":{\"objects\":{\"total\":1,\"ready\":1,\"drifted\":0,\"blocked\":0}}}");
    Thread.sleep(1100); // ages are told in seconds

    tenants.sync(sync, tenant, "apps/" + sync, "");

    fleet.awaitPhase(sync, "Ready");
    assertThat(app.value("a")).isEqualTo("1");
  }

  private void write(Objects app, String... names) {
    for (String name : names) {
      fleet.repository().write("apps/%s/%s.yaml".formatted(sync, name), app.configMap(name, "1"));
    }
  }
}
