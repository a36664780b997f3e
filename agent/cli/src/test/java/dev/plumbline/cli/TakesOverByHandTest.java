package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way that the pages about moving describe, with a real kubectl. */
final class TakesOverByHandTest {
  @TempDir private Path folder;

  @Test
  void what_flux_delivered() throws Exception {
    try (var fleet = TestFleet.in("moved")) {
      String app = PLANE.namespace("app");
      PLANE.kubectlWith(
          configMap(
              app,
              "1",
              "labels: {kustomize.toolkit.fluxcd.io/name: web,"
                  + " kustomize.toolkit.fluxcd.io/namespace: flux-system}, "),
          "apply",
          "--server-side",
          "--field-manager=kustomize-controller",
          "-f",
          "-");
      fleet.repository().write("web/web.yaml", configMap(app, "2", "")).push("First");
      fleet.files(folder, "web/web.yaml", configMap(app, "2", ""));
      fleet.deliver().awaitPhase("Blocked");
      assertThat(fleet.plumb("get", "web").out()).contains("Flux Kustomization flux-system/web");

      String marked =
          marked(Ran.plumb("build", folder.resolve("web")).out(), fleet.hub().namespace());
      PLANE.kubectlWith(
          marked,
          "apply",
          "--server-side",
          "--field-manager=plumbline",
          "--force-conflicts",
          "-f",
          "-");
      PLANE.kubectl(
          "label",
          "configmap",
          "web",
          "-n",
          app,
          "kustomize.toolkit.fluxcd.io/name-",
          "kustomize.toolkit.fluxcd.io/namespace-");
      fleet.plumb("sync", "web");
      fleet.awaitPhase("Ready");

      fleet.repository().write("web/web.yaml", configMap(app, "3", "")).push("Second");
      assertThat(fleet.plumb("sync", "web", "--wait", "--timeout", "30s").code()).isZero();
      assertThat(
              PLANE.kubectl("get", "configmap", "web", "-n", app, "-o", "jsonpath={.data.value}"))
          .isEqualTo("3");
    }
  }

  private static String marked(String manifests, String hub) {
    String labelled =
        PLANE.kubectlWith(
            manifests, "label", "--local", "-f", "-", "-o", "yaml", "plumbline.dev/hub=" + hub);
    return PLANE.kubectlWith(
        labelled,
        "annotate",
        "--local",
        "-f",
        "-",
        "-o",
        "yaml",
        "plumbline.dev/sync=%s/web".formatted(hub));
  }

  private static String configMap(String namespace, String value, String metadata) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {%sname: web, namespace: %s}
        data: {value: "%s"}
        """
        .formatted(metadata, namespace, value);
  }
}
