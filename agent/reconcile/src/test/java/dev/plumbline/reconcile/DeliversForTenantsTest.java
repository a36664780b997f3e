package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** From a directory that is pushed to what is live, and back. */
final class DeliversForTenantsTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static TenantFleet fleet;

  @BeforeAll
  static void start() throws Exception {
    fleet =
        new TenantFleet(PLANE)
            .target("lab", "env: dev")
            .target("eu", "env: prod")
            .environment("dev", "env: dev")
            .environment("prod", "env: prod");
    fleet.fleet().repository().write("README.md", "fleet").push("First");
    fleet.fleet().restart();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void a_directory_that_is_pushed_is_live_in_its_environments() {
    fleet.tenant("acme", "environments: [dev, prod]");
    assertThat(fleet.awaitReason("acme", "NothingToDeliver")).contains("wants a Sync");
    assertThat(message(fleet.status("acme"), "dev"))
        .isEqualTo("branch main has no directory tenants/acme/overlays/dev");

    fleet
        .overlay("acme", "dev", "1")
        .overlay("acme", "prod", "1")
        .fleet()
        .repository()
        .push("Acme");

    fleet.awaitLive("acme", "dev", "1");
    fleet.awaitLive("acme", "prod", "1");
    assertThat(fleet.awaitReason("acme", "Ready")).isEqualTo("2 of 2 Syncs are ready");
    MapNode sync = fleet.sync("acme", "prod", "eu");
    assertThat(sync.text("metadata", "name").orElseThrow()).matches("acme-prod-eu-[0-9a-f]{6}");
    assertThat(fleet.status("acme").text("directory")).contains("tenants/acme");
    assertThat(PLANE.kubectl("get", "tenants,environments", "-n", fleet.fleet().namespace()))
        .containsPattern("acme +tenants/acme +2/2 +Ready +True")
        .containsPattern("prod +main +overlays/prod +1 ");
  }

  @Test
  void what_a_person_set_in_a_generated_sync_stays() {
    live("steady");
    String name = fleet.nameOf("steady", "prod", "eu");
    fleet.kubectl(
        "patch", "sync", name, "--type=merge", "-p", "{\"spec\":{\"suspend\":{\"by\":\"alice\"}}}");

    fleet.tenant("steady", "environments: [prod]\nprune: {budget: 5%}");

    Await.until(
        "the Tenant's prune is in its Sync",
        () ->
            fleet
                .sync("steady", "prod", "eu")
                .text("spec", "prune", "budget")
                .orElse("")
                .equals("5%"));
    assertThat(fleet.sync("steady", "prod", "eu").text("spec", "suspend", "by")).contains("alice");
  }

  @Test
  void what_a_person_changed_of_ours_is_changed_back_and_a_deleted_one_is_made_again() {
    live("edited");
    String name = fleet.nameOf("edited", "prod", "eu");

    fleet.kubectl(
        "patch", "sync", name, "--type=merge", "-p", "{\"spec\":{\"path\":\"tenants/other\"}}");

    Await.until(
        "it is back",
        () ->
            fleet
                .sync("edited", "prod", "eu")
                .text("spec", "path")
                .orElse("")
                .equals("tenants/edited/overlays/prod"));
    String uid = fleet.sync("edited", "prod", "eu").text("metadata", "uid").orElseThrow();
    fleet.kubectl("delete", "sync", name, "--timeout=30s");
    Await.until(
        "there is another",
        () -> !fleet.sync("edited", "prod", "eu").text("metadata", "uid").orElse(uid).equals(uid));
    fleet.awaitLive("edited", "prod", "1");
  }

  @Test
  void a_directory_that_disappears_takes_nothing_with_it_before_a_person_agrees() {
    live("fading");
    fleet.fleet().repository().delete("tenants/fading/overlays/prod/a.yaml").push("Oops");
    String oops = fleet.fleet().repository().head();

    assertThat(fleet.awaitReason("fading", "DirectoryGone"))
        .contains("tenants/fading/overlays/prod is gone since main@sha1:" + oops)
        .contains("plumbline.dev/allow-prune: " + oops);
    assertThat(fleet.isLive("fading", "prod")).isTrue();
    fleet.fleet().repository().write("elsewhere", "1").push("Later");

    fleet.kubectl("annotate", "tenant", "fading", "plumbline.dev/allow-prune=" + oops);

    fleet.awaitNoSync("fading", "prod", "eu");
    assertThat(fleet.isLive("fading", "prod")).isFalse();
    fleet.awaitReason("fading", "NothingToDeliver");
  }

  @Test
  void a_target_that_loses_its_label_loses_what_was_delivered() {
    fleet.environment("moving", "move: yes-please").target("mover", "move: yes-please");
    fleet.overlay("nomad", "moving", "1").fleet().repository().push("Nomad");
    fleet.tenant("nomad", "environments: [moving]");
    fleet.awaitLive("nomad", "moving", "1");

    fleet.kubectl("label", "target", "mover", "move-");

    fleet.awaitNoSync("nomad", "moving", "mover");
    assertThat(fleet.isLive("nomad", "moving")).isFalse();
    fleet.kubectl("label", "target", "mover", "move=yes-please");
    fleet.awaitLive("nomad", "moving", "1");
  }

  @Test
  void a_target_that_is_deleted_holds_up_nobody_and_keeps_what_is_there() {
    fleet.environment("doomed", "doom: near").target("doomed", "doom: near");
    fleet.overlay("heir", "doomed", "1").fleet().repository().push("Heir");
    fleet.tenant("heir", "environments: [doomed]");
    fleet.awaitLive("heir", "doomed", "1");

    fleet.kubectl("delete", "target", "doomed");

    fleet.awaitNoSync("heir", "doomed", "doomed");
    assertThat(fleet.isLive("heir", "doomed")).isTrue();
    Await.until(
        "an event tells of it",
        () ->
            PLANE
                .kubectl("get", "events", "-n", fleet.fleet().namespace())
                .contains("Target doomed does not exist any more: 1 objects were left there"));
  }

  @Test
  void a_deleted_tenant_goes_after_all_that_was_delivered_for_it() {
    live("leaving");
    fleet
        .fleet()
        .apply(
            Fleet.manifest(
                "mine", "fleet", "main", "tenants/leaving", "eu", "tenantRef: {name: leaving}"));

    fleet.kubectl("delete", "tenant", "leaving", "--wait=false");

    Await.until(
        "it says whom it waits for",
        () ->
            Fleet.ready(fleet.status("leaving"), "message")
                .contains("mine, which a person wrote: delete it first"));
    fleet.kubectl("delete", "sync", "mine", "--timeout=30s");
    Await.until("it is gone", () -> fleet.fleet().object("tenants", "leaving").isEmpty());
    assertThat(fleet.isLive("leaving", "prod")).isFalse();
  }

  @Test
  void an_environment_that_is_deleted_takes_its_syncs_with_it() {
    fleet.environment("brief", "env: prod");
    fleet.overlay("guest", "brief", "1").fleet().repository().push("Guest");
    fleet.tenant("guest", "environments: [brief]");
    fleet.awaitLive("guest", "brief", "1");

    fleet.kubectl("delete", "environment", "brief");

    fleet.awaitNoSync("guest", "brief", "eu");
    assertThat(fleet.isLive("guest", "brief")).isFalse();
    Await.until(
        "the Tenant says why",
        () -> message(fleet.status("guest"), "brief").equals("Environment brief does not exist"));
  }

  private static void live(String tenant) {
    fleet.overlay(tenant, "prod", "1").fleet().repository().push(tenant);
    fleet.tenant(tenant, "environments: [prod]");
    fleet.awaitLive(tenant, "prod", "1");
  }

  private static String message(MapNode status, String environment) {
    return status.list("environments").stream()
        .map(MapNode.class::cast)
        .filter(entry -> entry.text("name").orElse("").equals(environment))
        .findFirst()
        .flatMap(entry -> entry.text("message"))
        .orElse("");
  }
}
