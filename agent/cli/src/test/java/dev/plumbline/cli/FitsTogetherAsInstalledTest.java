package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.testkit.Await;
import dev.plumbline.yaml.Manifests;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The Deployment, the Services and the NetworkPolicy of {@code manifests/install} speak of the same
 * Pods and ports.
 */
final class FitsTogetherAsInstalledTest {
  private static final String INSTALL =
      Path.of("../../manifests/install").toAbsolutePath().toString();
  private static final String SLICES =
      "/apis/discovery.k8s.io/v1/namespaces/plumbline-system/endpointslices?labelSelector="
          + "kubernetes.io/service-name=";

  private static List<MapNode> objects;

  @BeforeAll
  static void build() {
    String built = Ran.plumb("build", INSTALL).out();
    objects = Manifests.read(built, "install").stream().map(MapNode.class::cast).toList();
  }

  @Test
  void the_pods_have_the_labels_that_are_selected() {
    Map<String, Node> labels = podTemplate().map("metadata", "labels").orElseThrow().entries();

    assertThat(labels)
        .containsAllEntriesOf(selector(one("Deployment", "plumbline"), "selector", "matchLabels"))
        .containsAllEntriesOf(selector(one("Service", "plumbline"), "selector"))
        .containsAllEntriesOf(selector(one("Service", "plumbline-metrics"), "selector"))
        .containsAllEntriesOf(
            selector(one("NetworkPolicy", "plumbline"), "podSelector", "matchLabels"));
  }

  @Test
  void the_agent_listens_where_its_container_says() {
    List<String> arguments = container().list("args").stream().map(Node::toString).toList();

    assertThat(arguments)
        .contains("--listen=:" + ports().get("webhooks"), "--health=:" + ports().get("health"));
    assertThat(ports()).containsOnlyKeys("webhooks", "health");
  }

  @Test
  void every_port_that_is_named_is_one_of_the_container() {
    Stream<MapNode> probes =
        Stream.of("startupProbe", "livenessProbe", "readinessProbe")
            .map(probe -> container().map(probe).orElseThrow());

    assertThat(probes)
        .allMatch(probe -> probe.text("httpGet", "port").equals(Optional.of("health")));
    assertThat(targetPorts("plumbline")).containsExactly("webhooks");
    assertThat(targetPorts("plumbline-metrics")).containsExactly("health");
  }

  @Test
  void the_policy_lets_in_to_every_port_and_to_no_other() {
    List<Node> ingress = policy().list("spec", "ingress");

    assertThat(ingress).flatMap(rule -> portsOf(rule)).containsExactly("webhooks", "health");
    assertThat(((MapNode) ingress.getFirst()).get("from")).isEmpty();
    assertThat(
            ((MapNode) ((MapNode) ingress.getLast()).list("from").getFirst())
                .map("namespaceSelector", "matchLabels")
                .orElseThrow()
                .text("plumbline.dev/metrics"))
        .contains("true");
  }

  @Test
  void and_lets_out_to_names_api_servers_and_git() {
    assertThat(policy().list("spec", "policyTypes")).hasToString("[Ingress, Egress]");
    assertThat(policy().list("spec", "egress"))
        .flatMap(rule -> portsOf(rule))
        .containsExactly("53", "53", "443", "6443", "22");
  }

  @ParameterizedTest
  @CsvSource({"plumbline, webhooks, 8080", "plumbline-metrics, metrics, 8081"})
  void a_service_leads_to_the_pod_of_the_deployment(String service, String port, String number) {
    PLANE.kubectl("apply", "--server-side", "--force-conflicts", "-k", INSTALL);

    MapNode slice =
        Await.value(
            "Service %s has an endpoint".formatted(service),
            () ->
                PLANE.api().get(SLICES + service).json().list("items").stream()
                    .map(MapNode.class::cast)
                    .filter(found -> !found.list("endpoints").isEmpty())
                    .findFirst());

    var told = (MapNode) slice.list("ports").getFirst();
    assertThat(told.text("name")).contains(port);
    assertThat(told.text("port")).contains(number);
    assertThat(((MapNode) slice.list("endpoints").getFirst()).text("targetRef", "name"))
        .hasValueSatisfying(pod -> assertThat(pod).startsWith("plumbline-"));
  }

  private static MapNode one(String kind, String name) {
    return objects.stream()
        .filter(object -> object.text("kind").equals(Optional.of(kind)))
        .filter(object -> object.text("metadata", "name").equals(Optional.of(name)))
        .findFirst()
        .orElseThrow();
  }

  private static MapNode policy() {
    return one("NetworkPolicy", "plumbline");
  }

  private static MapNode podTemplate() {
    return one("Deployment", "plumbline").map("spec", "template").orElseThrow();
  }

  private static MapNode container() {
    return (MapNode) podTemplate().list("spec", "containers").getFirst();
  }

  private static Map<String, Node> selector(MapNode object, String... path) {
    Map<String, Node> selector =
        object.map("spec").flatMap(spec -> spec.map(path)).orElseThrow().entries();
    assertThat(selector).isNotEmpty();
    return selector;
  }

  private static Map<String, String> ports() {
    var ports = new TreeMap<String, String>();
    for (Node node : container().list("ports")) {
      var port = (MapNode) node;
      ports.put(port.text("name").orElseThrow(), port.text("containerPort").orElseThrow());
    }
    return ports;
  }

  private static List<String> targetPorts(String service) {
    return one("Service", service).list("spec", "ports").stream()
        .map(port -> ((MapNode) port).text("targetPort").orElseThrow())
        .toList();
  }

  private static List<String> portsOf(Node rule) {
    return ((MapNode) rule)
        .list("ports").stream().map(port -> ((MapNode) port).text("port").orElseThrow()).toList();
  }
}
