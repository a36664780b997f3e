package dev.plumbline.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DeliversWhatBelongsToUsTest extends RenderTest {

  @Test
  @Tag("SEC-POL-04")
  void leaves_out_what_the_cluster_itself_sets_and_says_so() throws Exception {
    tree.file(
        "app/web.yaml",
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
          namespace: acme
          uid: 1-2-3
          resourceVersion: "7"
          generation: 3
          creationTimestamp: "2026-01-01T00:00:00Z"
          deletionTimestamp: "2026-01-01T00:00:00Z"
          managedFields: [{manager: kubectl}]
          selfLink: /x
          ownerReferences: [{name: x}]
          finalizers: [example.com/keep]
          annotations:
            deployment.kubernetes.io/revision: "4"
            kubectl.kubernetes.io/last-applied-configuration: "{}"
            mine: kept
        spec: {replicas: 2}
        status: {replicas: 9}
        """);

    var rendered = rendered("app");

    assertThat(json(rendered, 0))
        .isEqualTo(
            """
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web",\
            "namespace":"acme","finalizers":["example.com/keep"],"annotations":{"mine":"kept"}},\
            "spec":{"replicas":2}}""");
    assertThat(said(rendered))
        .containsExactly(
            "app/web.yaml:1: apps/Deployment acme/web: left out status, metadata.uid,"
                + " metadata.resourceVersion, metadata.generation, metadata.creationTimestamp,"
                + " metadata.deletionTimestamp, metadata.managedFields, metadata.ownerReferences,"
                + " metadata.selfLink, annotation deployment.kubernetes.io/revision, annotation"
                + " kubectl.kubernetes.io/last-applied-configuration, which the cluster itself"
                + " sets");
    assertThat(built(rendered)).contains("status:").contains("resourceVersion:");
  }

  @Test
  void says_nothing_of_empty_ones() throws Exception {
    tree.file(
        "app/crd.yaml",
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: a.example.com, creationTimestamp: null}
        status: {acceptedNames: {kind: "", plural: ""}, conditions: [], storedVersions: []}
        """);

    var rendered = rendered("app");

    assertThat(rendered.findings()).isEmpty();
    assertThat(body(rendered, 0).get("status")).isEmpty();
    assertThat(body(rendered, 0).at("metadata", "creationTimestamp")).isEmpty();
  }

  @Test
  void the_rules_of_an_aggregated_role_belong_to_the_controller() throws Exception {
    tree.file(
        "app/role.yaml",
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: all}
        aggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}
        rules: [{verbs: [get]}]
        """);

    assertThat(body(rendered("app"), 0).get("rules")).isEmpty();
  }

  @Test
  void folds_string_data_into_data() throws Exception {
    tree.file(
        "app/secret.yaml",
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: s}
        data: {old: b2xk, both: b2xk}
        stringData: {both: "n\u00e9w", empty: ""}
        """);

    var rendered = rendered("app");

    assertThat(json(rendered, 0))
        .isEqualTo(
            """
            {"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},\
            "data":{"old":"b2xk","both":"bsOpdw==","empty":""}}""");
    assertThat(built(rendered)).contains("stringData:");
  }

  @Test
  void string_data_that_is_no_string_is_refused_without_its_value() throws Exception {
    tree.file(
        "app/secret.yaml",
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: s}
        stringData:
          pin: 98765
        """);

    assertThat(said(failed("app")))
        .containsExactly(
            "app/secret.yaml:5: stringData.pin of Secret s is no string; put it in quotes");
  }

  @Test
  void only_a_secret_of_the_core_group_has_string_data() throws Exception {
    tree.file(
        "app/secret.yaml",
        """
        apiVersion: example.com/v1
        kind: Secret
        metadata: {name: s}
        stringData: {a: b}
        """);

    assertThat(json(rendered("app"), 0)).contains("\"stringData\":{\"a\":\"b\"}");
  }

  @Test
  void local_configuration_stays_local() throws Exception {
    tree.file("app/a.yaml", configMap("a"))
        .file("app/b.yaml", configMap("b") + annotated("\"true\""))
        .file("app/c.yaml", configMap("c") + annotated("\"false\""));

    var rendered = rendered("app");

    assertThat(keys(rendered)).containsExactly(key("ConfigMap", "a"), key("ConfigMap", "c"));
    assertThat(built(rendered)).doesNotContain("name: b");
  }

  private static String annotated(String value) {
    return "  annotations: {config.kubernetes.io/local-config: %s}\n".formatted(value);
  }

  @Test
  @Tag("SEC-POL-01")
  void takes_lists_apart_however_deep() throws Exception {
    tree.file(
        "app/list.yaml",
        """
        apiVersion: v1
        kind: List
        items:
        - apiVersion: v1
          kind: ConfigMapList
          items:
          - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
        - apiVersion: example.com/v1
          kind: HarmlessList
          metadata: {name: not-a-name-that-helps}
          items:
          - {apiVersion: v1, kind: Pod, metadata: {name: hidden}}
        - apiVersion: v1
          kind: PodList
          items: null
        """);

    var rendered = rendered("app");

    assertThat(keys(rendered)).containsExactly(key("ConfigMap", "a"), key("Pod", "hidden"));
    assertThat(built(rendered)).doesNotContain("List");
  }

  @ParameterizedTest
  @Tag("SEC-POL-01")
  @CsvSource(
      delimiter = '|',
      value = {
        "[text]            | app/list.yaml:1: an item of a PodList that is no object",
        "{a: b}            | app/list.yaml:1: items of a PodList that are no list",
        "[{kind: Pod}]     | app/list.yaml:1: object without apiVersion",
      })
  void a_list_of_something_else_is_refused(String items, String sentence) throws Exception {
    tree.file("app/list.yaml", "{apiVersion: v1, kind: PodList, items: %s}\n".formatted(items));

    assertThat(said(failed("app"))).containsExactly(sentence);
  }

  @Test
  @Tag("SEC-POL-01")
  void lists_in_lists_end_somewhere() throws Exception {
    String list = "{apiVersion: v1, kind: Pod, metadata: {name: p}}";
    for (int i = 0; i < 9; i++) {
      list = "{apiVersion: v1, kind: List, items: [%s]}".formatted(list);
    }
    tree.file("app/list.yaml", list);

    assertThat(said(failed("app")))
        .containsExactly("app/list.yaml:1: lists in lists, more than 8 deep");
  }

  @Test
  void a_kind_that_only_sounds_like_a_list_is_an_object() throws Exception {
    tree.file("app/l.yaml", "{apiVersion: x.io/v1, kind: AllowList, metadata: {name: l}}\n");

    assertThat(keys(rendered("app"))).containsExactly(new ObjectKey("x.io", "AllowList", "", "l"));
  }

  @Test
  void the_same_object_twice_is_refused_and_both_places_are_named() throws Exception {
    tree.file("app/a.yaml", configMap("a"))
        .file("app/b.yaml", configMap("b") + "---\n" + configMap("a"));

    assertThat(said(failed("app")))
        .containsExactly("app/b.yaml:6: ConfigMap a is already defined at app/a.yaml:1");
  }

  @Test
  void two_versions_of_one_object_are_the_same_object() throws Exception {
    tree.file("app/a.yaml", "{apiVersion: autoscaling/v1, kind: Scale, metadata: {name: a}}")
        .file("app/b.yaml", "{apiVersion: autoscaling/v2, kind: Scale, metadata: {name: a}}");

    assertThat(said(failed("app"))).hasSize(1);
  }

  @Test
  @Tag("SEC-POL-03")
  void an_object_needs_a_name_of_its_own() throws Exception {
    tree.file("app/a.yaml", "{apiVersion: v1, kind: Pod, metadata: {generateName: x-}}")
        .file("app/b.yaml", "{apiVersion: v1, kind: Pod, metadata: {labels: {a: b}}}")
        .file("app/c.yaml", "{apiVersion: v1, kind: Pod}")
        .file("app/d.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: ''}}")
        .file("app/e.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: 123}}");

    assertThat(said(failed("app")))
        .containsExactly(
            "app/a.yaml:1: Pod has a generateName: every apply would make another one, give it a"
                + " name",
            "app/b.yaml:1: Pod without name",
            "app/c.yaml:1: Pod without name",
            "app/d.yaml:1: Pod without name",
            "app/e.yaml:1: the name of a Pod is no string; put it in quotes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{kind: Pod, metadata: {name: a}}",
        "{apiVersion: v1, metadata: {name: a}}",
        "{apiVersion: a/b/v1, kind: Pod, metadata: {name: a}}",
        "{apiVersion: ../v1, kind: Pod, metadata: {name: a}}",
        "{apiVersion: v1, kind: Pod/x, metadata: {name: a}}",
        "{apiVersion: v1, kind: Pod, metadata: {name: ..}}",
        "{apiVersion: v1, kind: Pod, metadata: {name: a/b}}",
        "{apiVersion: v1, kind: Pod, metadata: {name: a%2fb}}",
        "{apiVersion: v1, kind: Pod, metadata: {name: \"a\\nb\"}}",
        "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: ../b}}",
        "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: B}}",
        "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: 12}}",
        "{apiVersion: v1, kind: Pod, metadata: [a]}",
        "{apiVersion: 1, kind: Pod, metadata: {name: a}}",
      })
  void what_would_end_up_in_a_request_path_is_checked(String object) throws Exception {
    tree.file("app/a.yaml", object);

    assertThat(said(failed("app"))).hasSize(1).allMatch(said -> said.startsWith("app/a.yaml:1: "));
  }

  @Test
  void names_of_rbac_may_hold_colons() throws Exception {
    tree.file(
        "app/a.yaml",
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: 'system:A'}}");

    assertThat(rendered("app").delivered()).hasSize(1);
  }

  @Test
  void an_object_no_server_takes_is_refused_by_name() throws Exception {
    tree.file("app/a.yaml", configMap("big") + "data: {x: \"" + "x".repeat(3 << 20) + "\"}\n")
        .file("app/b.yaml", configMap("fits") + "data: {x: \"" + "x".repeat(2 << 20) + "\"}\n");

    assertThat(said(failed("app")))
        .containsExactly(
            "app/a.yaml:1: ConfigMap big has 3145808 bytes as JSON, and API servers take at most"
                + " 3145728");
  }

  @Test
  void findings_end_somewhere() throws Exception {
    for (int i = 10; i < 60; i++) {
      tree.file("app/f%d.yaml".formatted(i), "{apiVersion: v1, kind: Pod}");
    }

    List<String> said = said(failed("app"));

    assertThat(said).hasSize(20);
  }
}
