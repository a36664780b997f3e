package dev.plumbline.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.BuildResult.Built;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes that are kustomize's and hardly what was meant come with a word about it. */
final class WarnsOfSurprisesTest {
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        template:
          spec:
            containers:
            - {name: a, image: x}
            - {image: y}
      """;

  private static final String LOST =
      "merging this list loses or leaves out %d elements: give every element all keys of the list";

  private final MemoryTree tree = new MemoryTree().with("web.yaml", DEPLOYMENT);

  @Test
  void a_directive_that_is_printed_as_it_stands() throws Exception {
    var warnings =
        warnings(
            """
            resources: [web.yaml]
            patches:
            - patch: |-
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  strategy:
                    $retainKeys: [type]
                    type: Recreate
            """);

    assertThat(warnings)
        .containsExactly(
            "kustomization.yaml:9: '$retainKeys' directs nothing here, and is printed as it stands");
  }

  @Test
  void elements_of_a_list_that_a_merge_loses() throws Exception {
    assertThat(
            warnings(
                """
                resources: [web.yaml]
                patches:
                - patch: |-
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: web}
                    spec: {template: {spec: {containers: [{name: a, image: z}]}}}
                """))
        .containsExactly("kustomization.yaml:7: " + LOST.formatted(1));
  }

  @Test
  void patches_of_a_list_with_several_keys_that_a_merge_leaves_out() throws Exception {
    tree.with(
        "web.yaml",
        """
        apiVersion: v1
        kind: Service
        metadata: {name: web}
        spec:
          ports:
          - {port: 80}
          - {port: 81, protocol: TCP}
          - {port: 82, protocol: UDP}
        """);

    assertThat(
            warnings(
                """
                resources: [web.yaml]
                patches:
                - target: {kind: Service}
                  patch: |-
                    apiVersion: v1
                    kind: Service
                    metadata: {name: web}
                    spec:
                      ports:
                      - {port: 80, protocol: TCP, targetPort: 5}
                      - {port: 81, targetPort: 5}
                      - {port: 82, $patch: delete}
                """))
        .containsExactly("kustomization.yaml:9: " + LOST.formatted(3));
  }

  @Test
  void no_word_about_a_merge_that_does_what_it_says() throws Exception {
    tree.with("web.yaml", DEPLOYMENT.replace("- {image: y}", "- {name: b, image: y}"));

    assertThat(
            warnings(
                """
                resources: [web.yaml]
                patches:
                - patch: |-
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: web}
                    spec:
                      template:
                        spec:
                          containers:
                          - {name: a, $patch: delete}
                          - {name: c, image: z}
                """))
        .isEmpty();
  }

  @Test
  void an_env_file_that_ends_early() throws Exception {
    tree.with("some.env", "A=1\nB=" + "x".repeat(70_000) + "\nC=3\n");

    assertThat(warnings("configMapGenerator: [{name: c, envs: [some.env]}]"))
        .containsExactly(
            "some.env:2: a line of more than 64 KiB ends the file: nothing from here on is used");
  }

  @Test
  void a_namespace_for_what_has_none() throws Exception {
    tree.with(
        "crd.yaml",
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: rings.example.com}
        spec: {group: example.com, scope: Cluster, names: {kind: Ring}}
        ---
        apiVersion: example.com/v1
        kind: Ring
        metadata: {name: one}
        """);

    assertThat(warnings("resources: [crd.yaml]\nnamespace: prod\n"))
        .containsExactly(
            "crd.yaml:6: Ring one is given the namespace prod, and its definition says it has none");
  }

  @Test
  void an_ingress_that_names_a_class_by_its_old_name() throws Exception {
    tree.with(
        "ingress.yaml",
        """
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: {name: nginx}
        ---
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: {name: web}
        spec: {ingressClassName: nginx}
        """);

    assertThat(warnings("resources: [ingress.yaml]\nnamePrefix: my-\n"))
        .containsExactly(
            "ingress.yaml:5: Ingress my-web still names the IngressClass nginx, which is called"
                + " my-nginx now");
  }

  private List<String> warnings(String kustomization) throws Exception {
    tree.with("kustomization.yaml", kustomization);
    var built = new Kustomize().build(tree, "");
    assertThat(built).as(() -> built.toString()).isInstanceOf(Built.class);
    assertThat(new String(((Built) built).bytes(), StandardCharsets.UTF_8)).isNotEmpty();
    return built.warnings();
  }
}
