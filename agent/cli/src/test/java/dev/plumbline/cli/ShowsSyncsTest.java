package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code plumb get} shows what a real hub says. */
final class ShowsSyncsTest {
  private static final ControlPlane HUB = ControlPlane.shared();
  private static final String CRDS = Path.of("../../manifests/crds").toAbsolutePath().toString();

  private String namespace;

  @BeforeAll
  static void install() {
    HUB.kubectl("apply", "--server-side", "-k", CRDS);
    HUB.kubectl("wait", "--for=condition=Established", "customresourcedefinitions", "--all");
  }

  @BeforeEach
  void two_syncs() {
    namespace = HUB.namespace("shown");
    HUB.kubectlWith(
        sync("acme-prod", "eu-1") + "---\n" + sync("globex-prod", "us-1"), "create", "-f", "-");
    status(
        "acme-prod",
        """
        {"phase": "Ready",
         "revision": {"applied": "main@sha1:9f31c2e000000000000000000000000000000000",
                      "brief": "main@9f31c2e", "verifiedBy": "ssh:alice@acme.com"},
         "objects": {"total": 24, "ready": 24, "drifted": 0, "blocked": 0, "summary": "24/24"}}
        """);
    status(
        "globex-prod",
        """
        {"phase": "Degraded",
         "objects": {"total": 18, "ready": 17, "drifted": 0, "blocked": 1, "summary": "17/18"},
         "conditions": [{"type": "Ready", "status": "False", "reason": "Degraded",
           "message": "1 of 3 replicas ready", "lastTransitionTime": "2026-11-30T00:00:00Z"}],
         "blocked": [{"object": "apps/Deployment web/api", "reason": "Invalid",
           "message": "unknown field \\"contaners\\""}]}
        """);
  }

  @Test
  void in_a_table_with_what_is_wrong_below() {
    var ran = get("--namespace", namespace);

    assertThat(ran.code()).isZero();
    assertThat(ran.out().replaceAll("\\d+s", "AGE"))
        .isEqualTo(
            """
            SYNC          TARGET   REVISION       STATUS     OBJECTS   SIGNED BY            AGE
            acme-prod     eu-1     main@9f31c2e   Ready      24/24     ssh:alice@acme.com   AGE
            globex-prod   us-1                    Degraded   17/18                          AGE
              └ 1 of 3 replicas ready
              └ apps/Deployment web/api: Invalid: unknown field "contaners"
            """);
  }

  @Test
  void those_that_are_asked_for() {
    assertThat(get("--namespace", namespace, "acme-prod").out())
        .contains("acme-prod")
        .doesNotContain("globex");
    assertThat(get("--namespace", namespace, "initech").err())
        .contains("no Sync initech in namespace " + namespace);
  }

  @Test
  void of_all_namespaces() {
    assertThat(get("--all-namespaces").out())
        .startsWith("NAMESPACE ")
        .containsPattern("(?m)^" + namespace + " +acme-prod ");
  }

  @Test
  void as_json() {
    assertThat(get("--namespace", namespace, "-o", "json").out())
        .startsWith("[{\"apiVersion\":\"plumbline.dev/v1alpha1\",\"kind\":\"Sync\"")
        .hasLineCount(1);
  }

  @Test
  void none_when_there_is_none() {
    String empty = HUB.namespace("empty");

    assertThat(get("--namespace", empty))
        .isEqualTo(new Ran(0, "", "no Syncs in namespace %s%n".formatted(empty)));
  }

  private static Ran get(String... arguments) {
    var words = new Object[arguments.length + 3];
    words[0] = "get";
    words[1] = "--kubeconfig";
    words[2] = HUB.kubeconfigFile();
    System.arraycopy(arguments, 0, words, 3, arguments.length);
    return Ran.plumb(words);
  }

  private String sync(String name, String target) {
    return """
        apiVersion: plumbline.dev/v1alpha1
        kind: Sync
        metadata: {name: %s, namespace: %s}
        spec: {source: {name: fleet, branch: main}, targetRef: {name: %s}}
        """
        .formatted(name, namespace, target);
  }

  private void status(String sync, String status) {
    HUB.kubectl(
        "patch",
        "sync",
        sync,
        "-n",
        namespace,
        "--subresource=status",
        "--type=merge",
        "--patch={\"status\": " + status + "}");
  }
}
