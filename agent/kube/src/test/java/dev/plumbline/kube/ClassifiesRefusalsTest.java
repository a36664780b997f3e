package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.CONNECTION;
import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.createIn;
import static dev.plumbline.kube.Live.json;
import static dev.plumbline.kube.Live.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every row of the table, by what a real API server says. The rows on guards have own tests. */
final class ClassifiesRefusalsTest {
  private static final String DEPLOYMENT =
      """
      {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"},
       "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "a"}},
        "template": {"metadata": {"labels": {"app": "a", "tier": "b"}},
         "spec": {"containers": [{"name": "a", "image": "a"}]}}}}""";

  private final String namespace = PLANE.namespace("refusals");

  @Test
  void a_namespace_that_is_missing() {
    var refusal = refused(createIn("nowhere", configMap("{}")));

    assertThat(refusal.cause()).isEqualTo(Cause.NAMESPACE_MISSING);
    assertThat(refusal.permanent()).isFalse();
    assertThat(refusal.message()).isEqualTo("namespaces \"nowhere\" not found");
  }

  @Test
  void a_namespace_that_is_terminating() {
    PLANE
        .api()
        .created(
            "/api/v1/namespaces/%s/configmaps".formatted(namespace),
            "{\"metadata\": {\"name\": \"held\", \"finalizers\": [\"test.plumbline.dev/hold\"]}}");
    PLANE.api().delete("/api/v1/namespaces/" + namespace);

    var refusal = refused(createIn(namespace, configMap("{}")));

    assertThat(refusal.cause()).isEqualTo(Cause.NAMESPACE_TERMINATING);
    assertThat(refusal.message()).contains("because it is being terminated");
  }

  @Test
  void a_quota_that_is_exceeded() {
    var quota =
        "{\"metadata\": {\"name\": \"none\"}, \"spec\": {\"hard\": {\"count/configmaps\": \"0\"}}}";
    PLANE.api().created("/api/v1/namespaces/%s/resourcequotas".formatted(namespace), quota);

    Await.until(
        "the quota counts",
        () ->
            createIn(namespace, configMap("{}").with("metadata", name(ControlPlane.unique("x"))))
                    instanceof Answer.Refused(var no)
                && no.cause() == Cause.WAITING_FOR_CLUSTER
                && no.message().contains("exceeded quota: none"));
  }

  @Test
  void a_service_account_that_is_not_there_yet() {
    var pod =
        json(
            """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"},
             "spec": {"serviceAccountName": "late",
              "containers": [{"name": "a", "image": "a"}]}}""");

    var refusal = refused(createIn(namespace, pod));

    assertThat(refusal.cause()).isEqualTo(Cause.WAITING_FOR_CLUSTER);
    assertThat(refusal.message()).contains("serviceaccount \"late\" not found");
  }

  @Test
  void a_field_the_server_does_not_know() {
    var refusal = refused(createIn(namespace, deployment("\"replicas\"", "\"replicaz\"")));

    assertThat(refusal.cause()).isEqualTo(Cause.INVALID);
    assertThat(refusal.permanent()).isTrue();
    assertThat(refusal.message()).isEqualTo(".spec.replicaz: field not declared in schema");
  }

  @Test
  void a_field_the_server_does_not_know_in_a_post() {
    var body = configMap("{}").with("dat", MapNode.EMPTY);

    var refusal = refused(CLUSTER.create(Live.key(namespace, body), body));

    assertThat(refusal.cause()).isEqualTo(Cause.INVALID);
    assertThat(refusal.message()).contains("unknown field \"dat\"");
  }

  @Test
  void a_value_of_the_wrong_type() {
    var number = refused(createIn(namespace, deployment("\"replicas\": 1", "\"replicas\": \"x\"")));
    var text = refused(createIn(namespace, configMap("{\"k\": 5}")));

    assertThat(number.cause()).isEqualTo(Cause.INVALID);
    assertThat(number.message())
        .isEqualTo(".spec.replicas: expected numeric (int or float), got string");
    assertThat(text.cause()).isEqualTo(Cause.INVALID);
    assertThat(text.message()).startsWith(".data.k: expected string, got ");
  }

  @Test
  void two_list_entries_with_one_key() {
    var service =
        json(
            """
            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"},
             "spec": {"ports": [{"port": 80, "protocol": "TCP"},
                                {"port": 80, "protocol": "TCP"}]}}""");

    var refusal = refused(createIn(namespace, service));

    assertThat(refusal.cause()).isEqualTo(Cause.INVALID);
    assertThat(refusal.message())
        .isEqualTo(".spec.ports: duplicate entries for key [port=80,protocol=\"TCP\"]");
  }

  @Test
  void a_text_that_does_not_convert() {
    var limit = "\"image\": \"a\", \"resources\": {\"limits\": {\"cpu\": \"10x\"}}";

    var refusal = refused(createIn(namespace, deployment("\"image\": \"a\"", limit)));

    assertThat(refusal.cause()).isEqualTo(Cause.INVALID);
    assertThat(refusal.message()).contains("quantities must match the regular expression");
  }

  @Test
  void an_object_that_does_not_validate() {
    var refusal = refused(createIn(namespace, deployment("{\"app\": \"a\"}", "{\"app\": \"b\"}")));

    assertThat(refusal.cause()).isEqualTo(Cause.INVALID);
    assertThat(refusal.message())
        .startsWith("spec.template.metadata.labels: Invalid value: ")
        .endsWith("`selector` does not match template `labels`");
  }

  @Test
  void an_object_that_is_too_large() {
    var large =
        refused(createIn(namespace, configMap("{\"k\": \"%s\"}".formatted("x".repeat(1_200_000)))));
    var larger =
        refused(createIn(namespace, configMap("{\"k\": \"%s\"}".formatted("x".repeat(4_000_000)))));
    var forEtcd = refused(createIn(namespace, annotated(1_700)));
    var forTheWire = refused(createIn(namespace, annotated(2_400)));

    assertThat(List.of(large, larger, forEtcd, forTheWire))
        .extracting(Refusal::cause)
        .containsOnly(Cause.INVALID);
    assertThat(large.message()).contains("may not be more than 1048576 bytes");
    assertThat(larger.message()).isEqualTo("Request entity too large: limit is 3145728");
    assertThat(forEtcd.message()).isEqualTo("etcdserver: request is too large");
    assertThat(forTheWire.message()).contains("trying to send message larger than max");
  }

  @Test
  void a_policy_that_denies() {
    String policy = ControlPlane.unique("deny");
    PLANE.kubectlWith(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: NAME}
        spec:
          matchConstraints:
            namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAMESPACE}}
            resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
          validations: [{expression: "false", message: "nothing here, please"}]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: NAME}
        spec: {policyName: NAME, validationActions: [Deny]}
        """
            .replace("NAMESPACE", namespace)
            .replace("NAME", policy),
        "apply",
        "-f",
        "-");

    Await.until(
        "the policy denies",
        () ->
            createIn(namespace, configMap("{}").with("metadata", name(ControlPlane.unique("x"))))
                    instanceof Answer.Refused(var no)
                && no.cause() == Cause.INVALID
                && no.message().endsWith("denied request: nothing here, please"));
  }

  @Test
  void a_webhook_that_cannot_be_called() {
    String webhook = ControlPlane.unique("dead");
    PLANE.kubectlWith(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: {name: NAME}
        webhooks:
        - name: dead.example.com
          admissionReviewVersions: [v1]
          sideEffects: None
          timeoutSeconds: 1
          clientConfig: {url: "https://127.0.0.1:1/"}
          namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NAMESPACE}}
          rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
        """
            .replace("NAMESPACE", namespace)
            .replace("NAME", webhook),
        "apply",
        "-f",
        "-");

    Await.until(
        "the webhook is called",
        () ->
            createIn(namespace, configMap("{}").with("metadata", name(ControlPlane.unique("x"))))
                    instanceof Answer.Refused(var no)
                && no.cause() == Cause.TRANSIENT
                && no.reason().equals("InternalError")
                && no.message().contains("failed calling webhook \"dead.example.com\""));
  }

  @Test
  void a_kind_the_server_does_not_serve() {
    var widget =
        json(
            "{\"apiVersion\": \"acme.io/v1\", \"kind\": \"Widget\", \"metadata\": {\"name\": \"a\"}}");

    var refusal =
        refused(
            CLUSTER.apply(
                ApplyRequest.createOnly(
                    new ObjectKey("acme.io", "Widget", namespace, "a"), widget, "plumbline")));

    assertThat(refusal.cause()).isEqualTo(Cause.NO_SUCH_KIND);
    assertThat(refusal.message()).isEqualTo("the server does not serve acme.io/v1 Widget");
  }

  @Test
  void names_and_namespaces_that_no_object_has() {
    assertThat(refused(createIn("", configMap("{}"))).message())
        .isEqualTo("ConfigMap a needs a namespace");
    assertThat(refused(createIn(namespace, configMap("{}").with("metadata", name("a/status")))))
        .satisfies(no -> assertThat(no.cause()).isEqualTo(Cause.INVALID))
        .satisfies(no -> assertThat(no.message()).endsWith("not a name an object can have"));
    assertThat(
            refused(createIn(namespace, configMap("{}").with("metadata", name("A_b")))).message())
        .startsWith("metadata.name: ")
        .contains("RFC 1123 subdomain");
  }

  @Test
  void credentials_the_server_does_not_accept() {
    String kubeconfig =
        new String(PLANE.kubeconfig(), StandardCharsets.UTF_8)
            .replaceFirst("token: [^}]*", "token: wrong");
    var connection =
        Live.CONNECTIONS.open(Live.kubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8)));

    try (connection) {
      var refusal =
          refused(
              connection
                  .as(new Identity.Agent())
                  .apply(Live.createOnly(Live.configMap(namespace, "a"), "v")));
      assertThat(refusal.cause()).isEqualTo(Cause.UNAUTHORIZED);
      assertThat(refusal.message()).isEqualTo("Unauthorized");
    }
  }

  @Test
  void escalation_of_rights() {
    var tenant = CONNECTION.as(new Identity.ServiceAccount(namespace, "plumbline"));
    var role =
        json(
            """
            {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role",
             "metadata": {"name": "a"},
             "rules": [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]}""");

    var refusal = refused(tenant.create(Live.key(namespace, role), role));

    assertThat(refusal.cause()).isEqualTo(Cause.FORBIDDEN);
  }

  private static MapNode configMap(String data) {
    return json(
        "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}, \"data\": %s}"
            .formatted(data));
  }

  private static MapNode name(String name) {
    return MapNode.EMPTY.with("name", ScalarNode.of(name));
  }

  private static MapNode deployment(String what, String instead) {
    assertThat(DEPLOYMENT).contains(what);
    return json(DEPLOYMENT.replaceFirst(Pattern.quote(what), instead));
  }

  // A Deployment has no limit of its own as a ConfigMap has.
  private static MapNode annotated(int variables) {
    var variable = ", {\"name\": \"v\", \"value\": \"%s\"}".formatted("x".repeat(1000));
    var environment = new StringBuilder();
    for (int i = 0; i < variables; i++) {
      environment.append(variable.replace("\"v\"", "\"v" + i + "\""));
    }
    return deployment(
        "\"image\": \"a\"", "\"image\": \"a\", \"env\": [%s]".formatted(environment.substring(2)));
  }
}
