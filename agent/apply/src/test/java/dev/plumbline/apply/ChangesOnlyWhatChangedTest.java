package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ChangesOnlyWhatChangedTest {
  private static final String TWO =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a, namespace: NS}
      data:
        key: "1"
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: NS}
      spec:
        replicas: 1
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers:
            - name: web
              image: example.com/web:1
      """;

  private final String namespace = OneSync.PLANE.namespace("change");
  private final String two = TWO.replace("NS", namespace);
  private final OneSync sync = new OneSync();

  @BeforeEach
  void deploy() throws Exception {
    sync.push(two);
    Await.until(
        "the Deployment is healthy",
        () ->
            sync.live
                .health(new ObjectKey("apps", "Deployment", namespace, "web"))
                .filter(health -> health.isCurrent())
                .isPresent());
    sync.cluster.forget();
    sync.records.clear();
  }

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void one_changed_object_costs_one_dry_run_and_one_apply() throws Exception {
    long mark = OneSync.PLANE.audit().mark();

    Applied applied = sync.push(two.replace("web:1", "web:2"));

    assertThat(applied.complete()).isTrue();
    assertThat(sync.cluster.requests())
        .containsExactly(
            "dry run apps/Deployment %s/web".formatted(namespace),
            "apply apps/Deployment %s/web".formatted(namespace));
    assertThat(sync.records).as("nothing is created or deleted").isEmpty();
    Await.until("the server noted it", () -> ours(mark).size() >= 2);
    assertThat(ours(mark)).hasSize(2).allMatch(line -> line.startsWith("patch 200"));
  }

  private List<String> ours(long mark) {
    return OneSync.PLANE
        .audit()
        .since(mark, entry -> entry.userAgent().contains(sync.operation.text()))
        .stream()
        .map(entry -> "%s %d %s".formatted(entry.verb(), entry.code(), entry.uri()))
        .toList();
  }

  @Test
  void an_object_whose_version_moved_is_asked_about_in_its_version_of_now() throws Exception {
    OneSync.PLANE.kubectl("-n", namespace, "annotate", "configmap", "a", "note=of-somebody-else");

    Applied applied = sync.push(two.replace("\"1\"", "\"2\""));

    assertThat(applied.complete()).isTrue();
    assertThat(data("key")).isEqualTo("2");
    assertThat(applied.drifts()).isEmpty();
  }

  @Test
  void an_unknown_field_is_held_back_with_its_line_and_the_rest_goes_on() throws Exception {
    Applied applied =
        sync.push(two.replace("\"1\"", "\"2\"").replace("      image:", "      imagee:"));

    Outcome outcome = sync.outcome(applied, "Deployment", "web");
    assertThat(outcome.result()).isEqualTo(Result.DENIED);
    assertThat(outcome.reason()).isEqualTo(Reason.INVALID);
    assertThat(outcome.where().toString()).isEqualTo("web.yaml:18");
    assertThat(outcome.message()).contains("imagee");
    assertThat(data("key")).isEqualTo("2");
    assertThat(image()).isEqualTo("example.com/web:1");
  }

  @Test
  void an_invalid_value_is_held_back_with_its_line() throws Exception {
    Applied applied = sync.push(two.replace("replicas: 1", "replicas: -1"));

    Outcome outcome = sync.outcome(applied, "Deployment", "web");
    assertThat(outcome.result()).isEqualTo(Result.DENIED);
    assertThat(outcome.where().toString()).isEqualTo("web.yaml:11");
    assertThat(outcome.message()).contains("spec.replicas", "greater than or equal to 0");
  }

  @Test
  void a_value_of_the_wrong_type_is_held_back_with_its_line() throws Exception {
    Applied applied = sync.push(two.replace("replicas: 1", "replicas: many"));

    Outcome outcome = sync.outcome(applied, "Deployment", "web");
    assertThat(outcome.result()).isEqualTo(Result.DENIED);
    assertThat(outcome.where().toString()).isEqualTo("web.yaml:11");
  }

  @Test
  void what_is_refused_is_refused_before_anything_is_touched() throws Exception {
    sync.push(two.replace("\"1\"", "\"2\"").replace("replicas: 1", "replicas: -1"));

    assertThat(sync.cluster.requests())
        .hasSize(3)
        .last()
        .isEqualTo("apply ConfigMap %s/a".formatted(namespace));
  }

  @Test
  void an_immutable_field_is_reported_and_nothing_is_recreated() throws Exception {
    Applied applied =
        sync.push(
            two.replace("{app: web}}", "{app: other}}")
                .replace("{labels: {app: web}}", "{labels: {app: other}}"));

    Outcome outcome = sync.outcome(applied, "Deployment", "web");
    assertThat(outcome.result()).isEqualTo(Result.DENIED);
    assertThat(outcome.reason()).isEqualTo(Reason.IMMUTABLE);
    assertThat(outcome.message()).contains("spec.selector", "immutable");
    assertThat(applied.inventory().get(outcome.key())).isPresent();
  }

  @Test
  void an_object_that_is_too_large_is_held_back() throws Exception {
    String large = two.replace("\"1\"", "\"%s\"".formatted("x".repeat(3_200_000)));

    Outcome outcome = sync.outcome(sync.push(large), "ConfigMap", "a");

    assertThat(outcome.result()).isEqualTo(Result.DENIED);
    assertThat(outcome.message()).hasSizeLessThan(600);
    assertThat(data("key")).isEqualTo("1");
  }

  @Test
  void an_unknown_kind_is_held_back_and_the_rest_goes_on() throws Exception {
    Applied applied =
        sync.push(
            two.replace("\"1\"", "\"2\"")
                + "---\napiVersion: acme.example/v1\nkind: Wigdet\nmetadata: {name: w}\n");

    Outcome outcome = sync.outcome(applied, "Wigdet", "w");
    assertThat(outcome.result()).isEqualTo(Result.DENIED);
    assertThat(outcome.reason()).isEqualTo(Reason.UNKNOWN_KIND);
    assertThat(outcome.message()).contains("does not serve kind Wigdet of acme.example/v1");
    assertThat(data("key")).isEqualTo("2");
  }

  @Test
  void an_object_that_is_there_twice_is_held_back_with_both_places() throws Exception {
    Applied applied =
        sync.push(
            two
                + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: %s}\n"
                    .formatted(namespace));

    Outcome outcome = sync.outcome(applied, "ConfigMap", "a");
    assertThat(outcome.result()).isEqualTo(Result.DENIED);
    assertThat(outcome.where().toString()).isEqualTo("web.yaml:1");
    assertThat(outcome.message()).contains("web.yaml:20");
    assertThat(data("key")).isEqualTo("1");
  }

  private String data(String key) throws Exception {
    return sync.there(new ObjectKey("", "ConfigMap", namespace, "a"))
        .orElseThrow()
        .text("data", key)
        .orElse("");
  }

  private String image() {
    return OneSync.PLANE.kubectl(
        "-n",
        namespace,
        "get",
        "deployment",
        "web",
        "-o",
        "jsonpath={.spec.template.spec.containers[0].image}");
  }
}
