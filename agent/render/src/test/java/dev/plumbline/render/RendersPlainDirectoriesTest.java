package dev.plumbline.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.model.Digest;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.verify.Unverified;
import java.util.concurrent.CancellationException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RendersPlainDirectoriesTest extends RenderTest {

  @Test
  void reads_every_manifest_below_in_the_order_of_the_paths() throws Exception {
    tree.file("app/z.yaml", configMap("z"))
        .file("app/sub/b.yml", configMap("b1") + "---\n" + configMap("b2"))
        .file(
            "app/c.json",
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"}}")
        .file("app/README.md", "# not a manifest")
        .file("app/.hidden.yaml", "kind: [")
        .file("app/.git/x.yaml", "kind: [")
        .file("other/o.yaml", configMap("o"));

    var rendered = rendered("app");

    assertThat(keys(rendered))
        .containsExactly(
            key("ConfigMap", "c"),
            key("ConfigMap", "b1"),
            key("ConfigMap", "b2"),
            key("ConfigMap", "z"));
    assertThat(rendered.delivered().get(2).where()).isEqualTo(new Position("app/sub/b.yml", 6));
    assertThat(rendered.findings()).isEmpty();
  }

  @Test
  void what_is_built_is_printed_as_kustomize_prints() throws Exception {
    tree.file(
        "app/web.yaml",
        """
        kind: Deployment   # a comment
        apiVersion: apps/v1
        metadata: {namespace: acme, name: "web"}
        spec: {replicas: 0x2, paused: yes}
        ---
        ---
        """);

    var rendered = rendered("app");

    String expected =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
          namespace: acme
        spec:
          paused: true
          replicas: 2
        """;
    assertThat(built(rendered)).isEqualTo(expected);
    assertThat(rendered.builtDigest()).isEqualTo(Digest.of(expected));
    assertThat(keys(rendered)).containsExactly(new ObjectKey("apps", "Deployment", "acme", "web"));
    assertThat(rendered.delivered().getFirst().apiVersion()).isEqualTo("apps/v1");
  }

  @Test
  void a_directory_below_with_a_kustomization_is_built_by_it() throws Exception {
    tree.file("app/a.yaml", configMap("a"))
        .file("app/k/kustomization.yaml", "namespace: acme\nresources: [b.yaml]\n")
        .file("app/k/b.yaml", configMap("b"))
        .file("app/k/unused.yaml", "kind: [");

    var rendered = rendered("app");

    assertThat(keys(rendered))
        .containsExactly(key("ConfigMap", "a"), new ObjectKey("", "ConfigMap", "acme", "b"));
    assertThat(rendered.readSet().touchedBy("app/k/b.yaml")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"app", "./app", "app/", "./app//"})
  void a_path_may_be_written_in_many_ways(String path) throws Exception {
    tree.file("app/a.yaml", configMap("a"));

    assertThat(keys(rendered(path))).containsExactly(key("ConfigMap", "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "./"})
  void the_root_is_a_path_too(String path) throws Exception {
    tree.file("a.yaml", configMap("a"));

    assertThat(keys(rendered(path))).containsExactly(key("ConfigMap", "a"));
  }

  @Test
  void any_file_below_matters_and_nothing_else() throws Exception {
    tree.file("app/a.yaml", configMap("a")).file("base/b.yaml", configMap("b"));

    var reads = rendered("app").readSet();

    assertThat(reads.touchedBy("app/a.yaml")).isTrue();
    assertThat(reads.touchedBy("app/new/deep.yaml")).isTrue();
    assertThat(reads.touchedBy("app/kustomization.yaml")).isTrue();
    assertThat(reads.touchedBy("base/b.yaml")).isFalse();
    assertThat(reads.touchedBy("a.yaml")).isFalse();
  }

  @Test
  void links_inside_are_followed_and_where_they_lead_matters() throws Exception {
    tree.link("app/a.yaml", "../shared/a.yaml")
        .link("app/more", "../shared/more")
        .file("shared/a.yaml", configMap("a"))
        .file("shared/more/b.yaml", configMap("b"));

    var rendered = rendered("app");

    assertThat(keys(rendered)).containsExactly(key("ConfigMap", "a"), key("ConfigMap", "b"));
    assertThat(rendered.readSet().touchedBy("shared/a.yaml")).isTrue();
    assertThat(rendered.readSet().touchedBy("shared/more/c.yaml")).isTrue();
    assertThat(rendered.readSet().touchedBy("app/more")).isTrue();
  }

  @Test
  void a_link_in_circles_is_refused() throws Exception {
    tree.file("app/a.yaml", configMap("a")).link("app/again", "../app");

    assertThat(said(failed("app")))
        .containsExactly("app: symlinks lead to this directory more than once");
  }

  @Test
  void what_cannot_be_read_is_told_file_by_file() throws Exception {
    tree.file("app/a.yaml", configMap("a"))
        .file("app/b.yaml", "a: 1\na: 2\n")
        .file("app/c.yaml", "version https://git-lfs.github.com/spec/v1\n")
        .file("app/d.yaml", "- a list\n")
        .file("app/e.yaml", new byte[] {'a', (byte) 0xff})
        .link("app/f.yaml", "/etc/passwd")
        .file("app/g.yaml", "just text\n");

    var said = said(failed("app"));

    assertThat(said).hasSize(6);
    assertThat(said.get(0)).startsWith("app/b.yaml:2: ");
    assertThat(said.get(1)).isEqualTo("app/c.yaml: a Git LFS pointer");
    assertThat(said.get(2)).isEqualTo("app/d.yaml:1: a document that is no object");
    assertThat(said.get(3)).isEqualTo("app/e.yaml: not valid UTF-8");
    assertThat(said.get(4)).isEqualTo("app/f.yaml: symlink app/f.yaml leaves the tree");
    assertThat(said.get(5)).isEqualTo("app/g.yaml:1: a document that is no object");
  }

  @Test
  void what_is_left_out_but_no_manifest_by_name_is_said() throws Exception {
    tree.file("app/a.yaml", configMap("a")).missing("app/vendor", "a submodule");

    assertThat(said(rendered("app"))).containsExactly("app/vendor: left out: a submodule");
  }

  @Test
  void a_path_that_is_not_there_or_no_directory_is_refused() throws Exception {
    tree.file("app/a.yaml", configMap("a"));

    assertThat(said(failed("nope")))
        .containsExactly("path 'nope' cannot be used: no such file or directory");
    assertThat(said(failed("../app")))
        .containsExactly("path '../app' cannot be used: not a path inside the tree");
    assertThat(said(failed("app/a.yaml")))
        .containsExactly("path 'app/a.yaml' is a file, expected a directory");
    assertThat(failed("nope").readSet().touchedBy("nope/a.yaml")).isTrue();
  }

  @Test
  void a_directory_without_manifests_is_a_mistake() throws Exception {
    tree.file("app/README.md", "");

    assertThat(said(failed("app")))
        .containsExactly(
            "app: no manifests here: neither a kustomization nor any .yaml, .yml or .json file");
  }

  @Test
  void more_than_the_limits_is_refused() throws Exception {
    tree.file("app/a.yaml", configMap("a")).file("app/b.yaml", configMap("b"));
    var limits = new RenderLimits(1, 1 << 20, 100, 1 << 20, 20);
    var small = new Renderer(new Kustomize(), limits);

    var rendering = small.render(new Unverified(tree), new RenderRequest("app"));

    assertThat(said(rendering))
        .containsExactly("app/b.yaml: the directory holds more than 1 files or 1048576 bytes");
  }

  @Test
  void a_render_nobody_waits_for_ends() {
    tree.file("app/a.yaml", configMap("a"));

    Assertions.assertThatThrownBy(
            () -> renderer.render(new Unverified(tree), new RenderRequest("app"), () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
