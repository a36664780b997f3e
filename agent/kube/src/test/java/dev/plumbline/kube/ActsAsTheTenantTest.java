package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CONNECTION;
import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.body;
import static dev.plumbline.kube.Live.configMap;
import static dev.plumbline.kube.Live.createOnly;
import static dev.plumbline.kube.Live.done;
import static dev.plumbline.kube.Live.guard;
import static dev.plumbline.kube.Live.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.testkit.AuditLog;
import dev.plumbline.testkit.Await;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SEC-TEN-01")
@Tag("SEC-TEN-02")
final class ActsAsTheTenantTest {
  private final String namespace = PLANE.namespace("tenant");
  private final Identity.ServiceAccount account =
      new Identity.ServiceAccount(namespace, "plumbline");
  private final Cluster tenant = CONNECTION.as(account);

  @Test
  void every_request_is_sent_as_the_service_account() throws Exception {
    allow("edit", namespace);
    var kind = tenant.discovery().find(new GroupKind("", "ConfigMap")).orElseThrow();
    long start = PLANE.audit().mark();

    var key = configMap(namespace, "a");
    var meta = done(tenant.apply(createOnly(key, "v")));
    tenant.get(key);
    tenant.meta(key);
    tenant.listBodies(kind, namespace, "", 10);
    assertThatThrownBy(() -> tenant.list(kind, "")).isInstanceOf(KubeException.class);
    var guard = guard(meta);
    done(tenant.apply(ApplyRequest.update(key, body(key, "w"), "plumbline", guard).asDryRun()));
    done(tenant.delete(DeleteRequest.of(key, guard).asDryRun()));
    meta = done(tenant.patch(key, guard, List.of(label())));
    var versioned =
        body(key, "w")
            .with(List.of("metadata", "resourceVersion"), ScalarNode.of(meta.resourceVersion()));
    meta = done(tenant.replace(key, versioned, ""));
    done(tenant.delete(DeleteRequest.of(key, guard(meta))));
    done(tenant.create(configMap(namespace, "b"), body(configMap(namespace, "b"), "v")));

    var sent = sentAfter(start, "create");
    assertThat(sent)
        .extracting(AuditLog.Entry::impersonated)
        .containsOnly(Optional.of(account.username()));
    assertThat(sent)
        .extracting(AuditLog.Entry::verb)
        .contains("get", "list", "patch", "update", "delete", "create");
  }

  @Test
  void the_server_knows_the_groups_of_the_account() {
    long start = PLANE.audit().mark();

    refused(tenant.create(configMap(namespace, "a"), body(configMap(namespace, "a"), "v")));

    assertThat(sentAfter(start, "create"))
        .allSatisfy(
            entry ->
                assertThat(entry.impersonatedGroups())
                    .containsExactlyInAnyOrder(
                        "system:serviceaccounts",
                        "system:serviceaccounts:" + namespace,
                        "system:authenticated"));
  }

  @Test
  void what_the_tenant_may_not_do_is_refused_though_the_agent_may() {
    var key = configMap(namespace, "a");

    var refusal = refused(tenant.create(key, body(key, "v")));

    assertThat(refusal.cause()).isEqualTo(Cause.FORBIDDEN);
    assertThat(refusal.permanent()).isTrue();
    assertThat(refusal.message())
        .isEqualTo(
            "configmaps is forbidden: User \"%s\" cannot create resource \"configmaps\" in API"
                    .formatted(account.username())
                + " group \"\" in the namespace \"%s\"".formatted(namespace));
  }

  @Test
  void what_the_tenant_may_not_read_is_not_shown() {
    var theirs = configMap(PLANE.namespace("other"), "a");
    done(Live.CLUSTER.apply(createOnly(theirs, "v")));

    assertThatThrownBy(() -> tenant.get(theirs))
        .isInstanceOfSatisfying(
            KubeException.class, e -> assertThat(e.refusal().cause()).isEqualTo(Cause.FORBIDDEN));
  }

  @Test
  void nobody_cannot_be_named() {
    assertThatThrownBy(() -> new Identity.ServiceAccount(namespace, " "))
        .hasMessageContaining("needs a namespace and a name");
  }

  private List<AuditLog.Entry> sentAfter(long start, String last) {
    String path = "/api/v1/namespaces/%s/configmaps".formatted(namespace);
    return Await.value(
        "the last request is in the audit log",
        () -> {
          var sent =
              PLANE
                  .audit()
                  .since(
                      start,
                      entry -> entry.uri().contains(path) && entry.userAgent().startsWith("plumb"));
          return sent.stream().anyMatch(entry -> entry.verb().equals(last))
              ? Optional.of(sent)
              : Optional.empty();
        });
  }

  private void allow(String role, String in) {
    PLANE.kubectl(
        "create",
        "rolebinding",
        "tenant",
        "-n",
        in,
        "--clusterrole",
        role,
        "--serviceaccount",
        namespace + ":plumbline");
    Await.until("the account has its rights", this::mayPatch);
  }

  private boolean mayPatch() {
    return PLANE
        .api()
        .post(
            "/apis/authorization.k8s.io/v1/subjectaccessreviews",
            """
            {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview",
             "spec": {"user": "%s", "resourceAttributes":
               {"namespace": "%s", "verb": "patch", "resource": "configmaps"}}}"""
                .formatted(account.username(), namespace))
        .json()
        .text("status", "allowed")
        .filter("true"::equals)
        .isPresent();
  }

  private static MapNode label() {
    return Cluster.operation(
        "add", "/metadata/labels", MapNode.EMPTY.with("team", ScalarNode.of("a")));
  }
}
