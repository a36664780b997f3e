package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SEC-TEN-08")
final class KeepsTenantsApartTest {
  private static ControlPlane plane;
  private static Fleet fleet;
  private static Tenants tenants;

  private String tenant;
  private Objects app;
  private Objects theirs;
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
    tenant = tenants.add("acme", "createNamespaces: true");
    app = new Objects(tenant + "-web", plane);
    theirs = new Objects(plane, "globex");
    sync = ControlPlane.unique("web");
  }

  @Test
  void what_reaches_into_anothers_namespace_is_held_back_and_the_rest_goes_on() {
    push("a.yaml", app.configMap("a", "1"), "b.yaml", theirs.configMap("b", "1"));

    tenants.sync(sync, tenant, "apps/" + sync, "");

    fleet.awaitPhase(sync, "Blocked");
    app.awaitValue("a", "1");
    assertThat(theirs.exists("configmaps", "b")).isFalse();
    assertThat(blocked())
        .containsExactly(
            "ConfigMap %s/b NotAllowed apps/%s/b.yaml:1: Tenant %s may deliver into namespaces %s-*;"
                    .formatted(theirs.namespace(), sync, tenant, tenant)
                + " namespace %s is none of its".formatted(theirs.namespace()));
  }

  @Test
  void the_final_object_is_judged() {
    push(
        "a.yaml",
        app.configMap("a", "1").replace(", namespace: " + app.namespace(), ""),
        "b.yaml",
        app.configMap("b", "1"));

    tenants.sync(sync, tenant, "apps/" + sync, "");

    fleet.awaitPhase(sync, "Blocked");
    assertThat(blocked())
        .singleElement()
        .asString()
        .contains("ConfigMap default/a NotAllowed")
        .contains("namespace default is none of its");
  }

  @Test
  void what_was_delivered_before_it_was_refused_is_neither_touched_nor_pruned() {
    push("a.yaml", app.configMap("a", "1"), "b.yaml", app.configMap("b", "1"));
    tenants.sync(sync, tenant, "apps/" + sync, "");
    fleet.awaitPhase(sync, "Ready");

    tenants.declare(tenant, "[\"%s-other\"]".formatted(tenant), "createNamespaces: true");

    fleet.awaitPhase(sync, "Blocked");
    app.vandalise("a");
    fleet.repository().delete("apps/%s/b.yaml".formatted(sync)).push("Without b");
    Await.until(
        "the push was seen",
        () -> fleet.of(sync, ".status.revision.wanted").endsWith(fleet.repository().head()));
    assertThat(blocked()).hasSize(2).allMatch(text -> text.contains("NotAllowed"));
    assertThat(app.value("a")).isEqualTo("taken");
    assertThat(app.exists("configmaps", "b")).isTrue();

    tenants.declare(tenant, "[\"%s-*\"]".formatted(tenant), "createNamespaces: true");
    fleet.awaitPhase(sync, "Ready");
    app.awaitValue("a", "1");
    assertThat(app.exists("configmaps", "b")).isFalse();
  }

  @Test
  void a_deleted_sync_leaves_alone_what_its_tenant_may_no_longer_touch() {
    push("a.yaml", app.configMap("a", "1"));
    tenants.sync(sync, tenant, "apps/" + sync, "deletionPolicy: Prune");
    fleet.awaitPhase(sync, "Ready");
    tenants.declare(tenant, "[\"%s-other\"]".formatted(tenant), "");
    fleet.awaitPhase(sync, "Blocked");

    plane.kubectl("delete", "sync", sync, "-n", fleet.namespace(), "--wait=false");

    String why = fleet.awaitReason(sync, "Deleting");
    assertThat(why).contains("is none of its").contains("deletionPolicy: Orphan");
    assertThat(app.exists("configmaps", "a")).isTrue();
    plane.kubectl(
        "patch",
        "sync",
        sync,
        "-n",
        fleet.namespace(),
        "--type=merge",
        "-p",
        "{\"spec\":{\"deletionPolicy\":\"Orphan\"}}");
    Await.until("it is let go", () -> fleet.object("syncs", sync).isEmpty());
    assertThat(app.exists("configmaps", "a")).isTrue();
  }

  @Test
  @Tag("SEC-POL-13")
  void cluster_scope_and_the_agents_own_kinds_are_no_tenants() {
    push(
        "role.yaml",
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: %s}
        rules: []
        """
            .formatted(sync),
        "sync.yaml",
        Fleet.manifest("evil", "fleet", "main", "apps", "guarded", "")
            .replace("{name: evil}", "{name: evil, namespace: %s}".formatted(app.namespace())));

    tenants.sync(sync, tenant, "apps/" + sync, "");

    fleet.awaitPhase(sync, "Blocked");
    assertThat(blocked()).hasSize(2).allMatch(text -> text.contains("NotAllowed"));
    assertThat(plane.kubectl("get", "clusterroles", "-o", "name")).doesNotContain(sync);
  }

  @Test
  void what_is_listed_may_be_delivered() {
    tenants.declare(
        tenant,
        "[\"%s-*\"]".formatted(tenant),
        "allow: {clusterResources: [Namespace], kinds: [ConfigMap]}");
    push(
        "namespace.yaml",
        "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(app.namespace()),
        "a.yaml",
        app.configMap("a", "1"),
        "s.yaml",
        app.service("s", ""));
    plane.kubectl(
        "create", "clusterrole", tenant, "--verb=create,get,patch,delete", "--resource=namespaces");
    plane.kubectl(
        "create",
        "clusterrolebinding",
        tenant + "-namespaces",
        "--clusterrole=" + tenant,
        "--serviceaccount=%s-system:plumbline".formatted(tenant));

    tenants.sync(sync, tenant, "apps/" + sync, "");

    fleet.awaitPhase(sync, "Blocked");
    app.awaitValue("a", "1");
    assertThat(blocked())
        .singleElement()
        .asString()
        .contains("Service %s/s NotAllowed".formatted(app.namespace()))
        .contains("may deliver only ConfigMap");
  }

  @Test
  void a_namespace_that_two_tenants_claim_is_the_older_ones() throws Exception {
    Thread.sleep(1100); // ages are told in seconds
    String younger = tenants.add("younger", "createNamespaces: true");
    tenants.declare(
        younger, "[\"%s-*\", \"%s-web\"]".formatted(younger, tenant), "createNamespaces: true");
    push("a.yaml", app.configMap("a", "1"));

    tenants.sync(sync, younger, "apps/" + sync, "");

    fleet.awaitPhase(sync, "Blocked");
    assertThat(blocked())
        .singleElement()
        .asString()
        .endsWith(
            "namespace %s is Tenant %s's, which claims it longer"
                .formatted(app.namespace(), tenant));
    assertThat(undisputed(younger, "ClaimedBefore"))
        .isEqualTo(
            "Tenant %s claims %s longer; nothing is delivered there for this Tenant"
                .formatted(tenant, app.namespace()));
    assertThat(undisputed(tenant, "Undisputed"))
        .isEqualTo("no older Tenant claims any of its namespaces");

    tenants.declare(tenant, "[\"%s-other\"]".formatted(tenant), "");

    undisputed(younger, "Undisputed");
    fleet.awaitPhase(sync, "Ready");
    app.awaitValue("a", "1");
  }

  private static String undisputed(String tenant, String reason) {
    return Await.value(
        "Tenant %s is %s".formatted(tenant, reason),
        () ->
            fleet
                .object("tenants", tenant)
                .map("status")
                .orElse(MapNode.EMPTY)
                .list("conditions")
                .stream()
                .map(MapNode.class::cast)
                .filter(condition -> condition.text("type").orElse("").equals("Undisputed"))
                .filter(condition -> condition.text("reason").orElse("").equals(reason))
                .findFirst()
                .flatMap(condition -> condition.text("message")));
  }

  private void push(String... files) {
    for (int i = 0; i < files.length; i += 2) {
      fleet.repository().write("apps/%s/%s".formatted(sync, files[i]), files[i + 1]);
    }
    fleet.repository().push("Objects");
  }

  private List<String> blocked() {
    return fleet.status(sync).list("blocked").stream()
        .map(MapNode.class::cast)
        .map(
            held ->
                "%s %s %s"
                    .formatted(
                        held.text("object").orElse(""),
                        held.text("reason").orElse(""),
                        held.text("message").orElse("")))
        .toList();
  }
}
