package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code tenant/NAME} is every Sync of the Tenant, where its hubNamespace has them. */
final class StandsForTheSyncsOfATenantTest {
  private TestHub hub;
  private String home;

  @BeforeEach
  void two_of_acme_and_one_of_nobody() {
    hub = TestHub.in("tenants");
    home = PLANE.namespace("acme");
    hub.create(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Tenant
        metadata: {name: acme}
        spec:
          repositoryRef: {name: fleet}
          environments: [dev]
          hubNamespace: %s
          namespaces: ["acme-*"]
          serviceAccount: {namespace: acme-system, name: plumbline}
        """
            .formatted(home));
    PLANE.kubectlWith(
        TestHub.repository("fleet")
            + ofAcme("dev")
            + ofAcme("prod")
            + TestHub.sync("other", "eu-1"),
        "create",
        "-n",
        home,
        "-f",
        "-");
  }

  @Test
  void sync_asks_those_that_go_and_tells_of_those_that_are_suspended() {
    suspended("dev");

    var ran = hub.plumb("sync", "tenant/acme");

    assertThat(ran)
        .isEqualTo(
            new Ran(
                ExitCode.REFUSED,
                "Sync prod was asked to look now%n".formatted(),
                "Sync dev is suspended by bob: freeze; plumb resume lets it go on%n".formatted()));
    assertThat(requested("prod")).isPresent();
    assertThat(requested("dev")).isEmpty();
    assertThat(requested("other")).isEmpty();
  }

  @Test
  void sync_asks_all_where_none_is_suspended() {
    var ran = hub.plumb("sync", "tenant", "acme");

    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .isEqualTo("Sync dev was asked to look now%nSync prod was asked to look now%n".formatted());
  }

  @Test
  void suspend_and_resume_stop_them_and_let_them_go_on() {
    var ran = hub.plumb("suspend", "tenant/acme", "--reason", "freeze");

    assertThat(ran)
        .isEqualTo(new Ran(0, "Sync dev is suspended%nSync prod is suspended%n".formatted(), ""));
    assertThat(sync("dev").text("spec", "suspend", "reason")).contains("freeze");
    assertThat(sync("prod").text("spec", "suspend", "reason")).contains("freeze");
    assertThat(sync("other").at("spec", "suspend")).isEmpty();

    assertThat(hub.plumb("resume", "tenant/acme").out())
        .isEqualTo("Sync dev goes on%nSync prod goes on%n".formatted());
    assertThat(sync("dev").at("spec", "suspend")).isEmpty();
    assertThat(sync("prod").at("spec", "suspend")).isEmpty();
  }

  @Test
  void and_a_tenant_that_is_not_there_or_has_none_is_said_to_be_so() {
    PLANE.kubectl("delete", "sync", "dev", "prod", "-n", home);

    assertThat(hub.plumb("sync", "tenant/acme").err())
        .isEqualTo("plumb: Tenant acme has no Syncs in namespace %s%n".formatted(home));
    assertThat(hub.plumb("suspend", "tenant/globex").err())
        .isEqualTo("plumb: no Tenant globex in namespace %s%n".formatted(hub.namespace()));
  }

  private static String ofAcme(String name) {
    return TestHub.sync(name, "eu-1").replace("spec: {", "spec: {tenantRef: {name: acme}, ");
  }

  private void suspended(String name) {
    patch(name, "{\"spec\": {\"suspend\": {\"by\": \"bob\", \"reason\": \"freeze\"}}}");
    patch(
        name,
        """
        {"status": {"phase": "Suspended", "conditions": [
          {"type": "Ready", "status": "False", "reason": "Suspended",
           "message": "suspended by bob: freeze", "lastTransitionTime": "2026-11-30T00:00:00Z"}]}}
        """,
        "--subresource=status");
  }

  private void patch(String name, String patch, String... more) {
    var words =
        Stream.concat(
            Stream.of("patch", "sync", name, "-n", home, "--type=merge", "--patch=" + patch),
            Stream.of(more));
    PLANE.kubectl(words.toArray(String[]::new));
  }

  private Optional<String> requested(String name) {
    return sync(name).text("metadata", "annotations", "plumbline.dev/requested-at");
  }

  private MapNode sync(String name) {
    return PLANE
        .api()
        .get("/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs/%s".formatted(home, name))
        .json();
  }
}
