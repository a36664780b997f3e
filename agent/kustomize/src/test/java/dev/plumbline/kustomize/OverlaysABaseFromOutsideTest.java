package dev.plumbline.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import dev.plumbline.kustomize.Overlay.Image;
import dev.plumbline.kustomize.Overlay.Patch;
import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an overlay that is in no tree makes is what the same overlay in the tree makes. */
final class OverlaysABaseFromOutsideTest {
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {app: web}}
      spec:
        template:
          spec:
            serviceAccountName: runner
            containers:
            - name: web
              image: nginx:1.27
              envFrom: [{configMapRef: {name: settings}}]
      """;
  private static final String RUNNER =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: runner}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: runner}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: runner}
      subjects: [{kind: ServiceAccount, name: runner}]
      """;
  private static final Selector DEPLOYMENTS = new Selector("", "", "Deployment", "", "", "", "");
  private static final String REPLICAS =
      "[{\"op\": \"add\", \"path\": \"/spec/replicas\", \"value\": 3}]";
  private static final String COLOR =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {color: red}\n";
  private static final Overlay NOTHING =
      new Overlay("spec", "", "", "", List.of(), List.of(), List.of());

  static MemoryTree tree() {
    return new MemoryTree()
        .with(
            "acme/kustomization.yaml",
            """
            resources: [web.yaml, runner.yaml]
            configMapGenerator: [{name: settings, literals: [color=blue]}]
            """)
        .with("acme/web.yaml", WEB)
        .with("acme/runner.yaml", RUNNER)
        .with(
            "debug/kustomization.yaml",
            """
            apiVersion: kustomize.config.k8s.io/v1alpha1
            kind: Component
            patches:
            - target: {kind: Deployment}
              patch: '[{"op": "add", "path": "/metadata/annotations", "value": {"debug": "on"}}]'
            """);
  }

  static Stream<Arguments> overlays() {
    return Stream.of(
        both("namespace: acme-prod", overlay("acme-prod", "", "")),
        both("namePrefix: a-", overlay("", "a-", "")),
        both("nameSuffix: -z", overlay("", "", "-z")),
        both(
            "images: [{name: nginx, newName: r.example.com/nginx, newTag: '1.28'}]",
            images(new Image("nginx", "r.example.com/nginx", "1.28", ""))),
        both(
            "patches: [{target: {kind: Deployment}, patch: '%s'}]".formatted(REPLICAS),
            patches(new Patch(REPLICAS, DEPLOYMENTS))),
        both("patches:\n- patch: |\n" + COLOR.indent(4), patches(new Patch(COLOR, null))),
        both(
            "components: [../debug]",
            new Overlay("spec", "", "", "", List.of(), List.of(), List.of("../debug"))),
        both(
            """
            namespace: acme-prod
            namePrefix: a-
            nameSuffix: -z
            components: [../debug]
            images: [{name: nginx, digest: 'sha256:0'}]
            patches: [{target: {kind: Deployment}, patch: '%s'}]
            """
                .formatted(REPLICAS),
            new Overlay(
                "spec",
                "acme-prod",
                "a-",
                "-z",
                List.of(new Image("nginx", "", "", "sha256:0")),
                List.of(new Patch(REPLICAS, DEPLOYMENTS)),
                List.of("../debug"))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("overlays")
  void as_the_same_overlay_in_the_tree(String kustomization, Overlay overlay) throws Exception {
    var inTree =
        tree().with("over/kustomization.yaml", "resources: [../acme]\n" + kustomization + "\n");

    var outside = built(new Kustomize(), tree(), overlay);

    assertThat(text(outside)).isEqualTo(text((Built) new Kustomize().build(inTree, "over")));
    assertThat(outside.readSet().touchedBy("acme/web.yaml")).isTrue();
    assertThat(outside.readSet().touchedBy("debug/kustomization.yaml"))
        .isEqualTo(!overlay.components().isEmpty());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("overlays")
  void objects_of_no_kustomization_as_if_one_named_them(String kustomization, Overlay overlay)
      throws Exception {
    var tree = tree().with("files/settings.yaml", COLOR.replace("red", "blue"));
    var inTree =
        tree.copy()
            .with("files/kustomization.yaml", "resources: [web.yaml, runner.yaml, settings.yaml]")
            .with("files/web.yaml", WEB)
            .with("files/runner.yaml", RUNNER)
            .with("over/kustomization.yaml", "resources: [../files]\n" + kustomization + "\n");
    List<MapNode> objects =
        Stream.of(WEB, RUNNER, COLOR.replace("red", "blue"))
            .flatMap(text -> Manifests.read(text, "a.yaml").stream())
            .map(MapNode.class::cast)
            .toList();

    var built = new Kustomize().build(tree, "files", objects, overlay, () -> false);

    assertThat(text((Built) built)).isEqualTo(text((Built) new Kustomize().build(inTree, "over")));
  }

  @Test
  void the_base_is_loaded_and_built_once_for_all_overlays() throws Exception {
    var tree = tree();
    var kustomize = new Kustomize();

    for (int i = 0; i < 50; i++) {
      assertThat(text(built(kustomize, tree, overlay("ns-" + i, "", ""))))
          .contains("namespace: ns-" + i);
    }

    assertThat(tree.readPaths.stream().filter(path -> !path.endsWith("kustomization.yaml")))
        .containsExactly("acme/web.yaml", "acme/runner.yaml");
  }

  @Test
  void a_change_of_the_base_is_seen() throws Exception {
    var kustomize = new Kustomize();
    built(kustomize, tree(), overlay("", "a-", ""));

    var changed = tree().with("acme/web.yaml", WEB.replace("name: web,", "name: site,"));

    assertThat(text(built(kustomize, changed, overlay("", "a-", "")))).contains("name: a-site");
  }

  @Test
  void the_order_and_the_notes_are_those_the_base_asks_for() throws Exception {
    var tree =
        tree()
            .with(
                "acme/kustomization.yaml",
                """
                resources: [web.yaml, runner.yaml]
                buildMetadata: [originAnnotations]
                sortOptions: {order: legacy}
                """);

    var plain = (Built) new Kustomize().build(tree, "acme");

    assertThat(text(built(new Kustomize(), tree, NOTHING))).isEqualTo(text(plain));
    assertThat(text(plain)).startsWith("apiVersion: v1\nkind: ServiceAccount").contains("origin:");
  }

  @Test
  void the_root_of_a_tree_is_a_base_too() throws Exception {
    var tree =
        new MemoryTree().with("kustomization.yaml", "resources: [a.yaml]").with("a.yaml", RUNNER);
    var kustomize = new Kustomize();

    for (int i = 0; i < 2; i++) {
      var built = (Built) kustomize.build(tree, "", overlay("", "a-", ""), () -> false);
      assertThat(text(built)).contains("name: a-runner");
    }
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(
            patches(new Patch(REPLICAS, DEPLOYMENTS), new Patch(COLOR.replace("set", "x"), null)),
            "spec.patches[1]: line 1: no resource matches strategic merge patch"),
        Arguments.of(
            patches(new Patch("a: [", null)),
            "spec.patches[0]: line 1: unable to parse SM or JSON"),
        Arguments.of(
            patches(new Patch(REPLICAS, null)),
            "spec.patches[0]: must specify a target for JSON patch"),
        Arguments.of(
            patches(new Patch(REPLICAS, new Selector("", "", "(", "", "", "", ""))),
            "spec.patches[0]: error parsing regexp"),
        Arguments.of(
            new Overlay("spec", "", "", "", List.of(), List.of(), List.of("../debug", "../none")),
            "spec.components[1]: loader.New: must build at directory"),
        Arguments.of(
            new Overlay("spec", "", "", "", List.of(), List.of(), List.of("../../x")),
            "spec.components[0]: loader.New: security; '../../x' is outside of the repository"),
        Arguments.of(
            new Overlay("spec", "", "", "", List.of(), List.of(), List.of("https://x/y")),
            "spec.components[0]: loader.New: 'https://x/y' is remote"),
        Arguments.of(images(new Image("(", "a", "", "")), "spec.images[0]: error parsing regexp"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("faults")
  void a_fault_names_the_field(Overlay overlay, String sentence) throws Exception {
    var failed = (Failed) new Kustomize().build(tree(), "acme", overlay, () -> false);

    assertThat(failed.message()).startsWith(sentence);
  }

  @Test
  void two_objects_that_would_become_one_are_named() throws Exception {
    var tree =
        new MemoryTree()
            .with("acme/kustomization.yaml", "resources: [a.yaml]")
            .with(
                "acme/a.yaml",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: a, namespace: one}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: a, namespace: two}
                """);

    var failed = (Failed) new Kustomize().build(tree, "acme", overlay("x", "", ""), () -> false);

    assertThat(failed.message())
        .startsWith("spec.targetNamespace: acme/a.yaml:5: ")
        .contains("ID conflict");
  }

  private static Built built(Kustomize kustomize, MemoryTree tree, Overlay overlay)
      throws IOException {
    BuildResult result = kustomize.build(tree, "acme", overlay, () -> false);
    assertThat(result).as(result.toString()).isInstanceOf(Built.class);
    return (Built) result;
  }

  private static String text(Built built) {
    return new String(built.bytes(), StandardCharsets.UTF_8);
  }

  private static Arguments both(String kustomization, Overlay overlay) {
    return Arguments.of(kustomization, overlay);
  }

  private static Overlay overlay(String namespace, String prefix, String suffix) {
    return new Overlay("spec", namespace, prefix, suffix, List.of(), List.of(), List.of());
  }

  private static Overlay images(Image... images) {
    return new Overlay("spec", "", "", "", List.of(images), List.of(), List.of());
  }

  private static Overlay patches(Patch... patches) {
    return new Overlay("spec", "", "", "", List.of(), List.of(patches), List.of());
  }
}
