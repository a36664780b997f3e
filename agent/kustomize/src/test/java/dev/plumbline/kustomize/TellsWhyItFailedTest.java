package dev.plumbline.kustomize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class TellsWhyItFailedTest {
  private static final String CONFIG_MAP =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";

  private static Failed failed(MemoryTree tree, String path) throws Exception {
    return (Failed) new Kustomize().build(tree, path);
  }

  private static Failed failed(String kustomization) throws Exception {
    var tree =
        new MemoryTree().with("o/kustomization.yaml", kustomization).with("o/a.yaml", CONFIG_MAP);
    return failed(tree, "o");
  }

  private static final String RENDER_IT =
      "helm charts are not rendered here; render the chart with `helm template` in CI and commit the"
          + " result, or vendor its manifest, and list that file under \"resources\"";

  @Test
  void a_helm_chart_and_what_to_do_instead() throws Exception {
    for (String field : new String[] {"helmCharts", "helmChartInflationGenerator"}) {
      var failed = failed("resources: [a.yaml]\n\n" + field + ":\n- name: x\n");

      assertThat(failed.message())
          .isEqualTo("o/kustomization.yaml:3: field \"%s\": %s".formatted(field, RENDER_IT));
      assertThat(failed.where().map(Object::toString))
          .isEqualTo(Optional.of("o/kustomization.yaml:3"));
    }
  }

  @Test
  void a_helm_chart_among_the_generators() throws Exception {
    var tree =
        new MemoryTree()
            .with("kustomization.yaml", "generators: [chart.yaml]")
            .with(
                "chart.yaml",
                """
                apiVersion: builtin
                kind: HelmChartInflationGenerator
                metadata: {name: x}
                """);

    assertThat(failed(tree, "").message())
        .startsWith("chart.yaml:1: ")
        .endsWith("kind HelmChartInflationGenerator: " + RENDER_IT);
  }

  @Test
  void not_for_helm_settings_without_a_chart() throws Exception {
    var tree =
        new MemoryTree()
            .with(
                "kustomization.yaml",
                "resources: [a.yaml]\nhelmGlobals: {chartHome: x}\nhelmCharts: []\n")
            .with("a.yaml", CONFIG_MAP);

    assertThat(new Kustomize().build(tree, "")).isInstanceOf(Built.class);
  }

  @Test
  void an_unknown_field() throws Exception {
    assertThat(failed("resourcs: [a.yaml]").message())
        .isEqualTo(
            "o/kustomization.yaml:1: invalid Kustomization: json: unknown field \"resourcs\"");
  }

  @Test
  void a_field_of_another_type() throws Exception {
    assertThat(failed("resources: [a.yaml]\ncommonLabels: {a: 1}\n").message())
        .isEqualTo(
            "o/kustomization.yaml:2: invalid Kustomization: json: cannot unmarshal number into Go"
                + " struct field Kustomization.commonLabels of type string");
    assertThat(failed("namePrefix: yes").message())
        .endsWith(
            "cannot unmarshal bool into Go struct field Kustomization.namePrefix of type string");
  }

  @Test
  void a_missing_resource_and_it_is_remembered() throws Exception {
    var failed = failed("resources:\n- a.yaml\n- ../missing\n");

    assertThat(failed.message())
        .startsWith("o/kustomization.yaml:3: accumulating resources: accumulation err=")
        .contains("'missing'", "no such file or directory");
    assertThat(failed.readSet().touchedBy("missing/kustomization.yaml")).isTrue();
    assertThat(failed.readSet().touchedBy("o/a.yaml")).isTrue();
    assertThat(failed.readSet().touchedBy("elsewhere")).isFalse();
  }

  @Test
  void broken_yaml_with_its_own_line() throws Exception {
    var tree =
        new MemoryTree()
            .with("o/kustomization.yaml", "resources: [a.yaml]")
            .with("o/a.yaml", CONFIG_MAP + "data: [\n");

    assertThat(failed(tree, "o").message()).startsWith("o/a.yaml:6: accumulating resources: ");
  }

  @Test
  void a_repeated_key_with_both_lines() throws Exception {
    var tree =
        new MemoryTree()
            .with("o/kustomization.yaml", "resources: [a.yaml]")
            .with("o/a.yaml", CONFIG_MAP + "kind: Secret\n");

    assertThat(failed(tree, "o").message())
        .contains("o/a.yaml:5:", "mapping key \"kind\" already defined at line 2");
  }

  @Test
  void a_document_that_is_no_resource() throws Exception {
    var tree =
        new MemoryTree()
            .with("kustomization.yaml", "resources: [a.yaml]")
            .with("a.yaml", "apiVersion: v1\nkind: ConfigMap\n");

    assertThat(failed(tree, "").message())
        .contains(
            "a.yaml:1:", "missing metadata.name in object {{v1 ConfigMap} {{ } map[] map[]}}");
  }

  @Test
  void a_patch_without_a_target() throws Exception {
    var failed =
        failed(
            """
            resources: [a.yaml]
            patches:
            - patch: |-
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: b}
            """);

    assertThat(failed.message())
        .contains(
            "no resource matches strategic merge patch \"ConfigMap.v1.[noGrp]/b.[noNs]\": no"
                + " matches for Id ConfigMap.v1.[noGrp]/b.[noNs]; failed to find unique target for"
                + " patch ConfigMap.v1.[noGrp]/b.[noNs]");
    assertThat(failed.where()).isPresent();
  }

  @Test
  void the_same_resource_twice() throws Exception {
    assertThat(failed("resources: [a.yaml, a.yaml]").message())
        .contains(
            "may not add resource with an already registered id: ConfigMap.v1.[noGrp]/a.[noNs]");
  }

  @Test
  @Tag("SEC-REN-01")
  void a_remote_base() throws Exception {
    for (String remote :
        new String[] {
          "https://github.com/acme/repo//base?ref=v1",
          "github.com/acme/repo/base",
          "git@github.com:acme/repo.git",
          "ssh://git@host/x",
          "https://example.com/a.yaml",
          "git::https://example.com/x"
        }) {
      assertThat(failed("resources: ['" + remote + "']").message())
          .startsWith("o/kustomization.yaml:1: ")
          .contains("is remote, and nothing is fetched while building");
    }
  }

  @Test
  @Tag("SEC-REN-03")
  void a_file_outside_the_root_or_the_repository() throws Exception {
    var tree =
        new MemoryTree()
            .with("o/kustomization.yaml", "resources: [../secret.yaml]")
            .with("p/kustomization.yaml", "resources: [../../../etc]")
            .with("q/kustomization.yaml", "resources: [/etc/passwd]")
            .with("secret.yaml", CONFIG_MAP);

    assertThat(failed(tree, "o").message())
        .contains("security; file 'secret.yaml' is not in or below 'o'");
    assertThat(failed(tree, "p").message()).contains("'../../../etc' is outside of the repository");
    assertThat(failed(tree, "q").message()).contains("new root '/etc/passwd' cannot be absolute");
  }

  @Test
  @Tag("SEC-REN-04")
  void a_kustomization_that_includes_itself() throws Exception {
    assertThat(failed("resources: [.]").message())
        .contains("cycle detected: candidate root 'o' contains visited root 'o'");
    assertThat(failed("resources: [..]").message()).contains("cycle detected");
  }

  @Test
  @Tag("SEC-REN-04")
  void directories_that_lead_to_each_other_for_too_long() throws Exception {
    var tree = new MemoryTree();
    for (int i = 0; i < 200; i++) {
      tree.with("d" + i + "/kustomization.yaml", "resources: [../d" + (i + 1) + "]");
    }

    assertThat(failed(tree, "d0").message())
        .contains("more than 64 directories that lead to each other");
  }

  @Test
  void too_many_resources_or_bytes() throws Exception {
    var tree =
        new MemoryTree()
            .with("kustomization.yaml", "resources: [a.yaml]")
            .with("a.yaml", (CONFIG_MAP + "data: {}\n---\n" + CONFIG_MAP.replace("a\n", "b\n")));
    var two = new BuildLimits(10, 1000, 5, 1, 1000);
    var small = new BuildLimits(10, 50, 5, 10, 1000);

    assertThat(new Kustomize(KustomizeOptions.DEFAULT.with(two)).build(tree, ""))
        .isInstanceOfSatisfying(
            Failed.class, f -> assertThat(f.message()).contains("more than 1 resources"));
    assertThat(new Kustomize(KustomizeOptions.DEFAULT.with(small)).build(tree, ""))
        .isInstanceOfSatisfying(
            Failed.class, f -> assertThat(f.message()).contains("more than 50 bytes"));
  }

  @Test
  void a_cancelled_build_ends() {
    var tree =
        new MemoryTree()
            .with("kustomization.yaml", "resources: [a.yaml]")
            .with("a.yaml", CONFIG_MAP);

    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(() -> new Kustomize().build(tree, "", () -> true));
  }

  @Test
  void an_image_name_that_is_no_pattern() throws Exception {
    assertThat(failed("resources: [a.yaml]\nimages:\n- {name: 'a[', newTag: x}\n").message())
        .contains("error parsing regexp");
  }

  @Test
  void a_text_that_cannot_be_written_into_without_a_loss() throws Exception {
    assertThat(written("server: &server {host: old}"))
        .isEqualTo("a.yaml:6: cannot write into the text at its line 1: an anchor cannot be kept");
    assertThat(written("server: {host: old, port: !!str 80}"))
        .endsWith("cannot write into the text at its line 1: a tag cannot be kept");
    assertThat(written("server:\n      # here\n\n      # or there\n      host: old"))
        .endsWith("cannot write into the text at its line 2: a comment cannot be kept");
  }

  private static String written(String text) throws Exception {
    var tree =
        new MemoryTree()
            .with(
                "kustomization.yaml",
                """
                resources: [a.yaml]
                replacements:
                - sourceValue: new
                  targets:
                  - select: {kind: ConfigMap}
                    fieldPaths: [data.text.server.host]
                """)
            .with("a.yaml", CONFIG_MAP + "data:\n  text: |\n    " + text + "\n");
    return failed(tree, "").message();
  }
}
