package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.Metrics;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KnowsWhatIsServedTest {
  private final Discovery discovery = CLUSTER.discovery();

  @Test
  void finds_a_kind_in_its_version() throws Exception {
    var deployment = discovery.find("apps/v1", "Deployment").orElseThrow();

    assertThat(deployment.plural()).isEqualTo("deployments");
    assertThat(deployment.namespaced()).isTrue();
    assertThat(deployment.verbs()).contains("get", "list", "watch", "patch", "delete");
    assertThat(discovery.find("apps/v1beta1", "Deployment")).isEmpty();
  }

  @Test
  void finds_the_version_the_server_prefers() throws Exception {
    assertThat(discovery.find(new GroupKind("", "Namespace")))
        .hasValueSatisfying(
            kind -> {
              assertThat(kind.apiVersion()).isEqualTo("v1");
              assertThat(kind.namespaced()).isFalse();
            });
    assertThat(discovery.find(new GroupKind("autoscaling", "HorizontalPodAutoscaler")))
        .hasValueSatisfying(kind -> assertThat(kind.apiVersion()).isEqualTo("autoscaling/v2"));
  }

  @Test
  void trusts_the_groups_of_a_healthy_server() throws Exception {
    assertThat(discovery.staleGroups()).isEmpty();
  }

  @Test
  void sees_a_definition_that_appears_but_does_not_ask_at_every_miss() throws Exception {
    String group = ControlPlane.unique("appears") + ".example.com";
    var clock = new ManualClock();
    var mine = discovery(PLANE, clock);
    assertThat(mine.find(new GroupKind(group, "Widget"))).isEmpty();

    define(PLANE, group);
    Await.until("the definition is served", () -> served(PLANE, group));

    assertThat(mine.find(new GroupKind(group, "Widget"))).isEmpty();
    clock.advance(Duration.ofSeconds(4));
    assertThat(mine.find(new GroupKind(group, "Widget")))
        .hasValueSatisfying(kind -> assertThat(kind.apiVersion()).isEqualTo(group + "/v1"));
  }

  @Test
  void asks_at_once_when_it_was_told_to_forget() throws Exception {
    String group = ControlPlane.unique("forget") + ".example.com";
    var mine = discovery(PLANE, new ManualClock());
    assertThat(mine.find(new GroupKind(group, "Widget"))).isEmpty();
    define(PLANE, group);
    Await.until("the definition is served", () -> served(PLANE, group));

    mine.invalidate();

    assertThat(mine.find(new GroupKind(group, "Widget"))).isPresent();
  }

  @Test
  void does_not_trust_a_group_whose_server_is_dead() throws Exception {
    try (var plane = ControlPlane.own()) {
      plane.kubectlWith(
          """
          apiVersion: v1
          kind: Service
          metadata: {name: dead, namespace: default}
          spec: {ports: [{port: 443}]}
          ---
          apiVersion: apiregistration.k8s.io/v1
          kind: APIService
          metadata: {name: v1.dead.example.com}
          spec:
            group: dead.example.com
            version: v1
            groupPriorityMinimum: 100
            versionPriority: 100
            insecureSkipTLSVerify: true
            service: {name: dead, namespace: default}
          """,
          "apply",
          "-f",
          "-");

      Await.until(
          "the group is stale",
          () ->
              discovery(plane, new ManualClock()).staleGroups().equals(Set.of("dead.example.com")));
    }
  }

  private static HttpDiscovery discovery(ControlPlane plane, Clock clock) {
    var endpoint = Live.kubeconfig(plane.kubeconfig()).endpoint();
    var transport = new Transport(endpoint, new HttpClients(), Clock.system(), Metrics.none());
    var agent = new Caller(new Identity.Agent(), "plumb/test", Fence.open());
    return new HttpDiscovery(new Requests(transport, agent), clock);
  }

  private static boolean served(ControlPlane plane, String group) throws Exception {
    return discovery(plane, new ManualClock()).find(group + "/v1", "Widget").isPresent();
  }

  private static void define(ControlPlane plane, String group) {
    var body =
        """
        {"metadata": {"name": "widgets.GROUP"},
         "spec": {"group": "GROUP", "scope": "Namespaced",
          "names": {"kind": "Widget", "plural": "widgets"},
          "versions": [{"name": "v1", "served": true, "storage": true, "schema":
           {"openAPIV3Schema": {"type": "object"}}}]}}"""
            .replace("GROUP", group);
    plane.api().created("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", body);
  }
}
