package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.model.MapNode;
import dev.plumbline.reconcile.generate.Triple;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Syncs that the people of a Tenant write in its hubNamespace. */
@Tag("SEC-TEN-03")
final class RefersOnlyToItsOwnTest {
  private static ControlPlane plane;
  private static Fleet fleet;
  private static String tenant;
  private static String theirs;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    plane = ControlPlane.shared();
    fleet = Fleet.on(plane, "hub");
    fleet.start();
    var tenants = Tenants.of(fleet);
    plane.kubectl("label", "target", "guarded", "env=dev", "-n", fleet.namespace());
    fleet.apply(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Environment
        metadata: {name: none}
        spec:
          repositoryRef: {name: fleet}
          branch: main
          overlay: overlays/none
          targets: {matchLabels: {env: dev}}
        """);
    fleet.repository("other", fleet.git().url("fleet"), "");
    theirs = plane.namespace("people");
    tenant = tenants.add("acme", "createNamespaces: true\nhubNamespace: " + theirs);
    tenants.declare("neighbour", "[\"neighbour-*\"]", "");
    app = new Objects(tenant + "-web", plane);
    fleet.repository().write("apps/web/a.yaml", app.configMap("a", "1"));
    fleet.repository().write("others/web/a.yaml", app.configMap("b", "1")).push("First");
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void what_is_the_tenants_is_delivered() {
    write("good", manifest("good", "fleet", "apps/web", "guarded", tenant));

    assertThat(awaitReason("good", "Ready")).isEqualTo("1 objects are as wanted");
    assertThat(app.value("a")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          repository | other | apps/web   | guarded | Repository other is not Tenant TENANT's, which has fleet
          path       | fleet | others/web | guarded | path others/web is not inside apps, which is Tenant TENANT's
          beside     | fleet | apps-2     | guarded | path apps-2 is not inside apps, which is Tenant TENANT's
          target     | fleet | apps/web   | local   | Target local is in none of the Environments of Tenant TENANT
          """)
  void what_is_not_is_refused(
      String name, String repository, String path, String target, String why) {
    write(name, manifest(name, repository, path, target, tenant));

    assertThat(awaitReason(name, "OutsideTenant")).isEqualTo(why.replace("TENANT", tenant));
  }

  @Test
  void another_tenant_cannot_be_named() {
    write("foreign", manifest("foreign", "fleet", "apps/web", "guarded", "neighbour"));

    assertThat(awaitReason("foreign", "OutsideTenant"))
        .isEqualTo("Tenant neighbour takes no Syncs from namespace " + theirs);
  }

  @Test
  void what_is_refused_is_nothing_the_target_has() throws Exception {
    fleet.sync("platforms", "others/web", "");
    write("greedy", manifest("greedy", "fleet", "apps/web", "local", tenant));
    awaitReason("greedy", "OutsideTenant");
    Await.until(
        "the Syncs of the Target are counted",
        () -> fleet.object("targets", "local").text("status", "syncs", "total").isPresent());
    Thread.sleep(Duration.ofSeconds(3)); // statuses are summed up a while after they changed

    assertThat(fleet.object("targets", "local").text("status", "syncs", "total")).contains("1");
  }

  @Test
  void what_a_sync_that_is_refused_follows_is_not_even_fetched() {
    fleet.repository().branch("wild").write("apps/wild/d.yaml", app.configMap("d", "1"));
    fleet.repository().push("Wild");
    fleet.repository().git("checkout", "--quiet", "main");
    String follows = "source: {name: fleet, branch: wild}";
    write(
        "wild",
        manifest("wild", "fleet", "apps/wild", "guarded", "neighbour")
            .replace("source: {name: fleet, branch: main}", follows));
    awaitReason("wild", "OutsideTenant");
    write("looked", manifest("looked", "fleet", "apps/looked", "guarded", tenant));

    fleet.repository().write("apps/looked/e.yaml", app.configMap("e", "1")).push("Looked");
    awaitReason("looked", "Ready");
    String head = fleet.repository().head();
    Await.until("it was looked at", () -> observed("main").equals(Optional.of(head)));

    assertThat(observed("wild")).isEmpty();

    write(
        "wild",
        manifest("wild", "fleet", "apps/wild", "guarded", tenant)
            .replace("source: {name: fleet, branch: main}", follows));
    awaitReason("wild", "Ready");
    assertThat(observed("wild")).isPresent();
  }

  private static Optional<String> observed(String branch) {
    return fleet.object("repositories", "fleet").text("status", "observed", branch, "commit");
  }

  @Test
  void nobody_speaks_for_an_environment_by_an_annotation_of_his_own() throws Exception {
    String name = new Triple("neighbour", "none", "guarded").syncName();
    write(
        name,
        manifest(name, "fleet", "apps/web", "guarded", "neighbour")
            .replace(
                "metadata: {name: %s}".formatted(name),
                "metadata: {name: %s, namespace: %s, annotations: {%s: neighbour/none/guarded}}"
                    .formatted(name, theirs, Marks.GENERATED_FOR)));
    awaitReason(name, "OutsideTenant");
    Thread.sleep(Duration.ofSeconds(3)); // statuses are summed up a while after they changed

    MapNode environment = fleet.object("environments", "none").map("status").orElseThrow();

    assertThat(environment.text("syncs", "total")).contains("0");
    assertThat(Fleet.ready(environment, "message")).doesNotContain(name);
  }

  @Test
  void nor_for_cleaning_up() {
    String good = manifest("mine", "fleet", "apps/mine", "guarded", tenant);
    fleet.repository().write("apps/mine/c.yaml", app.configMap("c", "1")).push("Mine");
    write("mine", good);
    awaitReason("mine", "Ready");

    write("mine", good.replace("tenantRef: {name: " + tenant, "tenantRef: {name: neighbour"));
    awaitReason("mine", "OutsideTenant");
    plane.kubectl("delete", "sync", "mine", "-n", theirs, "--wait=false");

    Await.until("it is refused", () -> message("mine").contains("deletionPolicy: Orphan"));
    assertThat(message("mine"))
        .startsWith("Tenant neighbour takes no Syncs from namespace " + theirs);
    assertThat(app.value("c")).isEqualTo("1");
    write("mine", good);
    Await.until("it is gone", () -> !plane.api().get(path("mine")).good());
    assertThat(app.exists("configmaps", "c")).isFalse();
  }

  @Test
  void nor_can_the_tenant_be_left_out_though_the_platform_may() {
    String manifest = Fleet.manifest("nobodys", "fleet", "main", "apps/web", "guarded", "");
    write("nobodys", manifest);

    assertThat(awaitReason("nobodys", "TenantRequired"))
        .isEqualTo(
            "a Sync in namespace %s must name the Tenant it is of: set spec.tenantRef"
                .formatted(theirs));
  }

  @Test
  void a_reference_names_no_namespace() {
    var reply =
        plane
            .api()
            .post(
                "/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs".formatted(theirs),
                """
                {"apiVersion": "plumbline.dev/v1alpha1", "kind": "Sync",
                 "metadata": {"name": "slash"},
                 "spec": {"source": {"name": "fleet", "branch": "main"},
                          "targetRef": {"name": "%s/local"}}}"""
                    .formatted(fleet.namespace()));

    assertThat(reply.code()).isEqualTo(422);
    assertThat(reply.json().text("message").orElseThrow()).contains("spec.targetRef.name");
  }

  private static String awaitReason(String sync, String reason) {
    return Await.value(
        "Sync %s says %s".formatted(sync, reason),
        () ->
            Optional.of(status(sync))
                .filter(status -> Fleet.ready(status, "reason").equals(reason))
                .map(status -> Fleet.ready(status, "message")));
  }

  private static String message(String sync) {
    return Fleet.ready(status(sync), "message");
  }

  private static MapNode status(String sync) {
    return plane.api().get(path(sync)).json().map("status").orElse(MapNode.EMPTY);
  }

  private static String path(String sync) {
    return "/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs/%s".formatted(theirs, sync);
  }

  private static String manifest(
      String name, String repository, String path, String target, String tenant) {
    return Fleet.manifest(
        name, repository, "main", path, target, "tenantRef: {name: %s}".formatted(tenant));
  }

  private static void write(String name, String manifest) {
    plane.kubectlWith(
        manifest.replace(
            "metadata: {name: %s}".formatted(name),
            "metadata: {name: %s, namespace: %s}".formatted(name, theirs)),
        "apply",
        "-f",
        "-");
  }
}
