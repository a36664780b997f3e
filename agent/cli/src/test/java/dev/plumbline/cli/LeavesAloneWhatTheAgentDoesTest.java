package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plumb diff} honours what an object asks for by its annotations, as the agent does. */
final class LeavesAloneWhatTheAgentDoesTest {
  @TempDir private Path folder;
  private TestHub hub;
  private String app;

  @BeforeEach
  void hub() {
    hub = TestHub.in("left");
    app = PLANE.namespace("app");
  }

  @Test
  void what_is_only_created() throws Exception {
    PLANE.kubectl("create", "configmap", "first", "-n", app, "--from-literal=a=old");

    var ran =
        diff(
            configMap("first", "plumbline.dev/apply: if-absent"),
            configMap("second", "plumbline.dev/apply: if-absent"));

    assertThat(ran.out())
        .isEqualTo(
            """
              v1/ConfigMap %1$s/first   (left alone: plumbline.dev/apply: if-absent)
            + v1/ConfigMap %1$s/second
            1 to create
            """
                .formatted(app));
  }

  @Test
  void what_git_says_is_not_touched() throws Exception {
    PLANE.kubectl("create", "configmap", "there", "-n", app, "--from-literal=a=old");

    var ran =
        diff(
            configMap("there", "plumbline.dev/apply: ignore"),
            configMap("missing", "kustomize.toolkit.fluxcd.io/reconcile: disabled"),
            unserved("helm.sh/hook: test"));

    assertThat(ran)
        .isEqualTo(
            new Ran(
                ExitCode.GOOD,
                """
                  v1/ConfigMap %1$s/there   (left alone: plumbline.dev/apply: ignore)
                  v1/ConfigMap %1$s/missing   (left alone: kustomize.toolkit.fluxcd.io/reconcile: disabled)
                  example.test/Gadget %1$s/a   (left alone: helm.sh/hook: test)
                """
                    .formatted(app),
                ""));
  }

  @Test
  void what_somebody_put_the_annotation_on() throws Exception {
    PLANE.kubectl("create", "configmap", "there", "-n", app, "--from-literal=a=old");
    PLANE.kubectl("annotate", "configmap", "there", "-n", app, "plumbline.dev/apply=ignore");

    assertThat(diff(configMap("there", "team: web")))
        .isEqualTo(
            new Ran(
                ExitCode.GOOD,
                "  v1/ConfigMap %s/there   (left alone: plumbline.dev/apply: ignore)%n"
                    .formatted(app),
                ""));
  }

  @Test
  void and_refuses_what_the_agent_holds_back() throws Exception {
    var ran =
        diff(
            configMap("mistyped", "plumbline.dev/prune: disable"),
            configMap("hook", "argocd.argoproj.io/hook: PreSync"),
            unserved("helm.sh/hook: pre-install"));

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        ("! v1/ConfigMap %s/mistyped: all.yaml:1: annotation plumbline.dev/prune is"
                                + " 'disable', expected disabled")
                            .formatted(app)),
            line ->
                assertThat(line)
                    .startsWith("! v1/ConfigMap %s/hook: all.yaml:7: ".formatted(app))
                    .contains("argocd.argoproj.io/hook"),
            line ->
                assertThat(line)
                    .startsWith("! example.test/Gadget %s/a: all.yaml:13: ".formatted(app))
                    .contains("helm.sh/hook"),
            line -> assertThat(line).isEqualTo("3 refused"));
  }

  private Ran diff(String... manifests) throws Exception {
    Files.createDirectories(folder.resolve(".git"));
    Files.writeString(folder.resolve("all.yaml"), String.join("---\n", manifests));
    return hub.plumb("diff", folder);
  }

  private String configMap(String name, String annotation) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s, annotations: {%s}}
        data: {a: new}

        """
        .formatted(name, app, quoted(annotation));
  }

  private String unserved(String annotation) {
    return """
        apiVersion: example.test/v1
        kind: Gadget
        metadata: {name: a, namespace: %s, annotations: {%s}}
        """
        .formatted(app, quoted(annotation));
  }

  private static String quoted(String annotation) {
    String[] parts = annotation.split(": ", 2);
    return "\"%s\": \"%s\"".formatted(parts[0], parts[1]);
  }
}
