package dev.plumbline.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeepsOnlyWhatTheRulesReadTest {
  @ParameterizedTest
  @CsvSource({
    "apps,Deployment,true",
    "'',ConfigMap,false",
    "'',Secret,false",
    "rbac.authorization.k8s.io,Role,false",
    "autoscaling,HorizontalPodAutoscaler,false",
    "example.com,Widget,true",
    "apiextensions.k8s.io,CustomResourceDefinition,true"
  })
  void knows_which_kinds_show_their_health(String group, String kind, boolean shows) {
    assertThat(HealthRules.hasRule(new GroupKind(group, kind))).isEqualTo(shows);
  }

  @Test
  void keeps_no_template_no_label_and_no_secret_word() {
    var pod =
        (MapNode)
            Json.read(
                """
                {"apiVersion":"v1","kind":"Pod",
                 "metadata":{"name":"a","namespace":"b","labels":{"x":"hidden"},"generation":1},
                 "spec":{"containers":[{"name":"c","env":[{"name":"P","value":"hidden"}]}]},
                 "status":{"phase":"Running","conditions":[{"type":"Ready","status":"True","lastProbeTime":"hidden"}],
                  "containerStatuses":[{"name":"c","image":"hidden","state":{"running":{}}}]}}""");

    assertThat(Json.canonical(HealthRules.project(pod)))
        .isEqualTo(
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"generation\":1,"
                + "\"name\":\"a\",\"namespace\":\"b\"},\"status\":{\"conditions\":[{\"status\":"
                + "\"True\",\"type\":\"Ready\"}],\"containerStatuses\":[{\"name\":\"c\",\"state\":"
                + "{\"running\":{}}}],\"phase\":\"Running\"}}");
  }

  @Test
  void bounds_what_a_controller_writes_without_bounds() {
    String message = "x".repeat(100_000);
    var widget =
        (MapNode)
            Json.read(
                """
                {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"},
                 "status":{"conditions":[{"type":"Ready","status":"False","reason":"R","message":"%s"}]}}"""
                    .formatted(message));

    assertThat(Json.write(HealthRules.project(widget))).hasSizeLessThan(2_000);
    assertThat(HealthRules.assess(HealthRules.project(widget)))
        .isEqualTo(HealthRules.assess(widget));
  }
}
