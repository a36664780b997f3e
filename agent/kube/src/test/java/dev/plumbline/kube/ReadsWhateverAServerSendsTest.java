package dev.plumbline.kube;

import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.testkit.FaultProxy;
import dev.plumbline.testkit.FaultProxy.Fault;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A target is somebody else's machine. */
final class ReadsWhateverAServerSendsTest {
  private final FaultProxy proxy = FaultProxy.before(PLANE);
  private final Connection connection = Live.CONNECTIONS.open(Live.kubeconfig(proxy.kubeconfig()));
  private final Cluster cluster = connection.as(new Identity.Agent());

  @AfterEach
  void close() {
    connection.close();
    proxy.close();
  }

  @Test
  void metadata_of_the_wrong_types() throws Exception {
    answer(
        """
        {"metadata": {"name": "a", "generation": "many", "labels": [], "annotations": {"a": {}},
         "creationTimestamp": "yesterday", "finalizers": [{}], "managedFields": [1, {"time": 5}]}}""");

    var meta = cluster.meta(Live.configMap("default", "a")).orElseThrow();

    assertThat(meta.generation()).isZero();
    assertThat(meta.labels()).isEmpty();
    assertThat(meta.managed()).hasSize(1);
  }

  @Test
  void an_object_without_a_name() {
    answer("{\"metadata\": {}}");

    assertThatThrownBy(() -> cluster.meta(Live.configMap("default", "a")))
        .isInstanceOf(IOException.class)
        .hasMessage("the server sent a ConfigMap without a name");
  }

  @Test
  void something_else_than_an_object() {
    answer("[1, 2]");

    assertThatThrownBy(() -> cluster.get(Live.configMap("default", "a")))
        .isInstanceOf(IOException.class)
        .hasMessage("the server's answer is not a JSON object");
  }

  @Test
  void discovery_that_lists_nonsense() throws Exception {
    proxy.always(
        sent -> sent.uri().startsWith("/api"),
        new Fault.Answers(
            200,
            """
            {"kind": "APIGroupDiscoveryList", "items": [1, {"versions": [{"resources": [[]]}, 2]}]}"""));

    assertThat(cluster.discovery().find("v1", "ConfigMap")).isEmpty();
  }

  @Test
  void a_server_without_aggregated_discovery() {
    proxy.always(
        sent -> sent.uri().startsWith("/api"),
        new Fault.Answers(200, "{\"kind\": \"APIGroupList\"}"));

    assertThatThrownBy(() -> cluster.discovery().find("v1", "ConfigMap"))
        .hasMessageContaining("Kubernetes 1.30 or later is needed");
  }

  @Test
  void a_refusal_of_a_million_characters() throws Exception {
    cluster.discovery().find("v1", "ConfigMap");
    proxy.always(
        sent -> true,
        new Fault.Answers(
            422,
            "{\"kind\": \"Status\", \"message\": \"%s: end\"}".formatted("x".repeat(1_000_000))));
    var key = Live.configMap("default", "a");

    var refusal = refused(cluster.create(key, Live.body(key, "v")));

    assertThat(refusal.message()).hasSizeLessThanOrEqualTo(500);
  }

  private void answer(String body) {
    proxy.always(sent -> sent.uri().contains("/configmaps/"), new Fault.Answers(200, body));
  }
}
