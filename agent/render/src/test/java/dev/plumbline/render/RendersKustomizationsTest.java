package dev.plumbline.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.Digest;
import dev.plumbline.model.ObjectKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RendersKustomizationsTest extends RenderTest {

  @ParameterizedTest
  @ValueSource(strings = {"kustomization.yaml", "kustomization.yml", "Kustomization"})
  void builds_a_directory_with_a_kustomization_file(String name) throws Exception {
    tree.file("app/" + name, "namespace: acme\nresources: [../base/a.yaml, b]\n")
        .file("app/b/kustomization.yaml", "resources: [b.yaml]\n")
        .file("app/b/b.yaml", configMap("b") + "status: {x: 1}\n")
        .file("app/unused.yaml", "kind: [");
    tree.file("app/" + name, "namespace: acme\nresources: [b]\n");

    var rendered = rendered("app");

    String expected =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: b
          namespace: acme
        status:
          x: 1
        """;
    assertThat(built(rendered)).isEqualTo(expected);
    assertThat(rendered.builtDigest()).isEqualTo(Digest.of(expected));
    assertThat(keys(rendered)).containsExactly(new ObjectKey("", "ConfigMap", "acme", "b"));
    assertThat(body(rendered, 0).get("status")).isEmpty();
    assertThat(said(rendered))
        .containsExactly(
            "app/b/b.yaml:1: ConfigMap acme/b: left out status, which the cluster itself sets");
  }

  @Test
  void a_build_that_fails_tells_where() throws Exception {
    tree.file("app/kustomization.yaml", "resources: [a.yaml]\n").file("app/a.yaml", "a: 1\nb: [\n");

    var failed = failed("app");

    assertThat(failed.findings()).hasSize(1);
    assertThat(failed.findings().getFirst().where().file()).isEqualTo("app/a.yaml");
    assertThat(said(failed).getFirst()).containsOnlyOnce("app/a.yaml:");
    assertThat(failed.readSet().touchedBy("app/a.yaml")).isTrue();
  }

  @Test
  void a_field_that_is_not_supported_is_named() throws Exception {
    tree.file("app/kustomization.yaml", "helmCharts: [{name: x}]\n");

    assertThat(said(failed("app")).getFirst()).contains("helmCharts");
  }

  @Test
  void a_file_that_cannot_be_used_is_named_once() throws Exception {
    tree.file("app/kustomization.yaml", "resources: [a.yaml]\n")
        .file("app/a.yaml", "version https://git-lfs.github.com/spec/v1\n");

    assertThat(said(failed("app")).getFirst())
        .contains("app/a.yaml: a Git LFS pointer")
        .doesNotContain("app/a.yaml: app/a.yaml");
  }

  @Test
  void what_it_did_not_read_does_not_matter() throws Exception {
    tree.file("app/kustomization.yaml", "resources: [a.yaml]\n").file("app/a.yaml", configMap("a"));

    var reads = rendered("app").readSet();

    assertThat(reads.touchedBy("app/a.yaml")).isTrue();
    assertThat(reads.touchedBy("app/kustomization.yml")).isTrue();
    assertThat(reads.touchedBy("app/unused.yaml")).isFalse();
  }
}
