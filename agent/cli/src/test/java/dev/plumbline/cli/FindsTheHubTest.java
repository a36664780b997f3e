package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** An agent in another namespace than the usual one, on a cluster where there is no other. */
final class FindsTheHubTest {
  private static final String CRDS = Path.of("../../manifests/crds").toAbsolutePath().toString();

  @Test
  void where_targets_are_or_where_it_was_told() {
    try (var plane = ControlPlane.own()) {
      plane.kubectl("apply", "--server-side", "-k", CRDS);
      plane.kubectl("wait", "--for=condition=Established", "customresourcedefinitions", "--all");
      hub(plane, "gitops", "local");
      plane.kubectl("create", "namespace", "acme");
      plane.kubectlWith(TestHub.sync("people", "local"), "create", "-n", "acme", "-f", "-");

      assertThat(plumb(plane, "get", "-o", "name").out())
          .isEqualTo("sync.plumbline.dev/web%n".formatted());
      assertThat(plumb(plane, "tree", "web").out()).startsWith("web → local");
      assertThat(plumb(plane, "tree", "people", "-n", "acme").out()).startsWith("people → local");
      assertThat(plumb(plane, "sync", "web").code()).isZero();
      assertThat(plumb(plane, "get", "tenants").err())
          .isEqualTo("no Tenants in namespace gitops%n".formatted());

      hub(plane, "second", "local");

      assertThat(plumb(plane, "get").err())
          .isEqualTo(
              "plumb: there are Targets in namespaces gitops, second; give --hub-namespace, or -n%n"
                  .formatted());
      assertThat(plumb(plane, "tree", "people", "-n", "acme").err())
          .contains("there is a Target local in namespaces gitops, second");
      assertThat(plumb(plane, "tree", "people", "-n", "acme", "--hub-namespace", "second").out())
          .startsWith("people → local");
      assertThat(plumb(plane, "--hub-namespace=second", "get", "-o", "name").out())
          .isEqualTo("sync.plumbline.dev/web%n".formatted());
    }
  }

  private static void hub(ControlPlane plane, String namespace, String target) {
    plane.kubectl("create", "namespace", namespace);
    plane.kubectlWith(
        TestHub.target(target) + TestHub.repository("fleet") + TestHub.sync("web", target),
        "create",
        "-n",
        namespace,
        "-f",
        "-");
  }

  private static Ran plumb(ControlPlane plane, String... words) {
    var all = new Object[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--kubeconfig";
    all[words.length + 1] = plane.kubeconfigFile();
    return Ran.plumb(all);
  }
}
