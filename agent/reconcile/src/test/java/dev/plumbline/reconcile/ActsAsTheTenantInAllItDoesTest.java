package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.AuditLog;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole life of a Sync with a Tenant; every request to its target is in the audit log. */
@Tag("SEC-TEN-01")
@Tag("SEC-TEN-02")
final class ActsAsTheTenantInAllItDoesTest {
  private final ControlPlane plane = ControlPlane.shared();
  private Fleet fleet;
  private Tenants tenants;
  private String tenant;
  private Objects app;
  private long mark;

  @BeforeEach
  void start() throws Exception {
    fleet = Fleet.on(plane, "hub").requiringTenants();
    mark = plane.audit().mark();
    fleet.start();
    tenants = Tenants.of(fleet);
    tenant = tenants.add("acme", "createNamespaces: true");
    app = new Objects(tenant + "-web", plane);
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void every_read_and_every_write_is_the_tenants() throws Exception {
    live();

    List<AuditLog.Entry> sent = sent();

    assertThat(sent)
        .filteredOn(entry -> !isTheAgentsOwn(entry))
        .isNotEmpty()
        .allSatisfy(
            entry ->
                assertThat(entry.impersonated())
                    .as("%s %s", entry.verb(), entry.uri())
                    .contains(Tenants.account(tenant, "plumbline")));
    assertThat(sent)
        .filteredOn(this::isTheAgentsOwn)
        .isNotEmpty()
        .allSatisfy(
            entry ->
                assertThat(entry.impersonated()).as("%s %s", entry.verb(), entry.uri()).isEmpty());
    assertThat(sent)
        .filteredOn(entry -> entry.impersonated().isPresent())
        .extracting(AuditLog.Entry::verb)
        .contains("get", "patch", "delete")
        .doesNotContain("list", "watch");
    assertThat(sent)
        .filteredOn(entry -> entry.impersonated().isPresent())
        .anyMatch(entry -> entry.uri().contains("dryRun=All"));
  }

  /** Created, changed, pruned, repaired, read back, compared in full, and taken leave of. */
  private void live() throws Exception {
    fleet
        .repository()
        .write("apps/web/a.yaml", app.configMap("a", "1"))
        .write("apps/web/b.yaml", app.configMap("b", "1"))
        .write("apps/web/s.yaml", app.service("s", ""))
        .push("First");
    tenants.sync("web", tenant, "apps/web", "deletionPolicy: Prune");
    fleet.awaitPhase("web", "Ready");
    fleet
        .repository()
        .write("apps/web/a.yaml", app.configMap("a", "2"))
        .delete("apps/web/b.yaml")
        .push("Second");
    app.awaitValue("a", "2");
    Await.until("b is gone", () -> !app.exists("configmaps", "b"));
    fleet.awaitPhase("web", "Ready");

    app.vandalise("a");
    app.awaitValue("a", "2");
    plane.kubectl("delete", "service", "s", "-n", app.namespace());
    Await.until("s is back", () -> app.exists("services", "s"));
    plane.kubectl("label", "configmap", "a", "-n", app.namespace(), "plumbline.dev/hub-");
    Await.until(
        "the label is back",
        () ->
            !plane
                .kubectl(
                    "get", "cm", "-n", app.namespace(), "-l", "plumbline.dev/hub", "-o", "name")
                .isEmpty());

    fleet.stop();
    fleet.restart();
    plane.kubectl(
        "annotate", "sync", "web", "-n", fleet.namespace(), "plumbline.dev/requested-at=now");
    Await.until(
        "it was compared in full",
        () -> fleet.of("web", ".status.handled.requestedAt").equals("now"));

    plane.kubectl("delete", "sync", "web", "-n", fleet.namespace(), "--timeout=30s");
    assertThat(app.exists("configmaps", "a")).isFalse();
  }

  private List<AuditLog.Entry> sent() {
    String last = "configmaps/a";
    return Await.value(
        "the last request is in the audit log",
        () -> {
          var sent = plane.audit().since(mark, entry -> entry.user().equals(tenants.agent()));
          boolean complete =
              sent.stream()
                  .anyMatch(entry -> entry.verb().equals("delete") && entry.uri().contains(last));
          return complete ? Optional.of(sent) : Optional.empty();
        });
  }

  /** Discovery, shared watches, who the cluster is, whose account is there, and new namespaces. */
  private boolean isTheAgentsOwn(AuditLog.Entry entry) {
    String path = entry.uri().replaceFirst("[?].*", "");
    return switch (entry.verb()) {
      case "get" ->
          path.matches("/version|/api|/apis|/api/v1/namespaces/kube-system")
              || path.equals("/api/v1/namespaces/" + app.namespace())
              || path.equals(
                  "/api/v1/namespaces/%s-system/serviceaccounts/plumbline".formatted(tenant));
      case "watch" ->
          entry.uri().contains("labelSelector=plumbline.dev%2Fhub")
              || path.equals("/api/v1/namespaces");
      case "patch" -> path.equals("/api/v1/namespaces/" + app.namespace());
      default -> false;
    };
  }
}
