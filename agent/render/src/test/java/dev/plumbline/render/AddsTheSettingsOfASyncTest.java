package dev.plumbline.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.Overlay;
import dev.plumbline.kustomize.Selector;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.verify.Unverified;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AddsTheSettingsOfASyncTest extends RenderTest {
  private static final CommonMetadata NO_METADATA = new CommonMetadata(Map.of(), Map.of());
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        labels: {team: old}
      spec:
        paused: yes
        template: {metadata: {labels: {app: web}}}
      status: {replicas: 1}
      """;

  @BeforeEach
  void files() {
    tree.file("built/kustomization.yaml", "resources: [web.yaml]\n")
        .file("built/web.yaml", WEB)
        .file("plain/web.yaml", WEB)
        .file("plain/more/list.yaml", "kind: List\nitems:\n- " + configMap("a").indent(2).strip())
        .file("extra/kustomization.yaml", component());
  }

  @ParameterizedTest
  @ValueSource(strings = {"built", "plain"})
  void what_is_delivered_changes_and_what_is_built_does_not(String path) throws Exception {
    var plain = rendered(path);

    var rendered = with(path, settings(prefixed("a-"), NO_METADATA));

    assertThat(rendered.builtDigest()).isEqualTo(plain.builtDigest());
    assertThat(keys(rendered)).contains(new ObjectKey("apps", "Deployment", "ns", "a-web"));
    assertThat(rendered.delivered())
        .allSatisfy(object -> assertThat(object.key().name()).startsWith("a-"))
        .hasSameSizeAs(plain.delivered());
    assertThat(said(rendered)).isEqualTo(said(plain));
    assertThat(body(rendered, 0).at("spec", "paused"))
        .isEqualTo(body(plain, 0).at("spec", "paused"));
  }

  @Test
  void common_metadata_wins_and_stays_out_of_templates() throws Exception {
    var metadata = new CommonMetadata(Map.of("team", "acme"), Map.of("contact", "a@example.com"));

    var rendered = with("plain", settings(prefixed(""), metadata));

    assertThat(rendered.delivered())
        .hasSize(2)
        .allSatisfy(
            object -> {
              assertThat(object.body().text("metadata", "labels", "team")).contains("acme");
              assertThat(object.body().text("metadata", "annotations", "contact"))
                  .contains("a@example.com");
            });
    assertThat(json(rendered, 1))
        .contains("\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}}}");
  }

  @Test
  void what_components_read_is_in_the_read_set() throws Exception {
    var overlay = new Overlay("spec", "", "", "", List.of(), List.of(), List.of("../extra"));

    var rendered = with("built", settings(overlay, NO_METADATA));

    assertThat(body(rendered, 0).text("spec", "replicas")).contains("5");
    assertThat(rendered.readSet().touchedBy("extra/kustomization.yaml")).isTrue();
    assertThat(rendered.readSet().touchedBy("built/web.yaml")).isTrue();
    assertThat(rendered("built").readSet().touchedBy("extra/kustomization.yaml")).isFalse();
  }

  @Test
  void the_path_is_read_once_for_all_settings_of_it() throws Exception {
    with("plain", settings(prefixed("a-"), NO_METADATA));
    int read = tree.reads();

    for (int i = 0; i < 10; i++) {
      with("plain", settings(prefixed("x" + i + "-"), NO_METADATA));
    }
    with("plain", settings(prefixed("a-"), NO_METADATA));

    assertThat(tree.reads()).isEqualTo(read);
  }

  @Test
  void a_fault_names_the_field_of_the_sync() throws Exception {
    var patch =
        new Overlay.Patch("kind: Deployment\napiVersion: apps/v1\nmetadata: {name: x}", null);
    var overlay = new Overlay("spec", "", "", "", List.of(), List.of(patch), List.of());

    var failed =
        (RenderFailed)
            renderer.render(
                new Unverified(tree), new RenderRequest("built", settings(overlay, NO_METADATA)));

    assertThat(failed.sentence()).startsWith("spec.patches[0]: line 1: no resource matches");
    assertThat(failed.readSet().touchedBy("built/web.yaml")).isTrue();
  }

  @Test
  void a_path_that_cannot_be_built_says_so_as_without_settings() throws Exception {
    tree.file("bad/web.yaml", "kind: [");

    var failed =
        renderer.render(
            new Unverified(tree), new RenderRequest("bad", settings(prefixed("a-"), NO_METADATA)));

    assertThat(said(failed)).isEqualTo(said(failed("bad")));
  }

  @Test
  void what_is_left_to_others_is_told_with_each_object() throws Exception {
    var deployments = new Selector("", "", "Deployment", "", "", "app!=x", "");
    var rules =
        List.of(
            new IgnoreRule(Optional.of(deployments), List.of("/spec/replicas")),
            new IgnoreRule(Optional.empty(), List.of("/metadata/annotations/b", "/a")));

    var rendered = with("plain", new RenderSettings(prefixed(""), NO_METADATA, rules)).delivered();

    assertThat(rendered.get(0).ignored()).containsExactly("/a", "/metadata/annotations/b");
    assertThat(rendered.get(1).ignored())
        .containsExactly("/a", "/metadata/annotations/b", "/spec/replicas");
  }

  @Test
  void a_selector_that_is_none_names_its_rule() throws Exception {
    var broken = new Selector("", "", "(", "", "", "", "");
    var rules = List.of(new IgnoreRule(Optional.of(broken), List.of("/a")));

    var failed =
        renderer.render(
            new Unverified(tree),
            new RenderRequest("plain", new RenderSettings(prefixed(""), NO_METADATA, rules)));

    assertThat(said(failed).getFirst()).startsWith("spec.ignore[0].target: error parsing regexp");
  }

  private static RenderSettings settings(Overlay overlay, CommonMetadata metadata) {
    return new RenderSettings(overlay, metadata, List.of());
  }

  private Rendered with(String path, RenderSettings settings) throws IOException {
    RenderOutcome rendering =
        renderer.render(new Unverified(tree), new RenderRequest(path, settings));
    assertThat(rendering).as(rendering.findings().toString()).isInstanceOf(Rendered.class);
    return (Rendered) rendering;
  }

  private static Overlay prefixed(String prefix) {
    return new Overlay("spec", "ns", prefix, "", List.of(), List.of(), List.of());
  }

  private static String component() {
    return """
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        replicas: [{name: web, count: 5}]
        """;
  }
}
