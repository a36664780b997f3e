package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.testkit.ApiServer;
import dev.plumbline.testkit.Await;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.Manifests;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code manifests/install}, as our own engine builds it, on a real API server. */
final class InstallsWithLeastPrivilegeTest {
  private static final Path MANIFESTS = Path.of("../../manifests/install").toAbsolutePath();
  private static final String AGENT = "system:serviceaccount:plumbline-system:plumbline";

  private static List<MapNode> objects;

  @BeforeAll
  static void install() {
    String built = Ran.plumb("build", MANIFESTS).out();
    objects = Manifests.read(built, "install").stream().map(MapNode.class::cast).toList();
    PLANE.kubectlWith(built, "apply", "--server-side", "--force-conflicts", "-f", "-");
    Await.until("the rights of the agent are there", () -> may("list deployments.apps"));
  }

  @Test
  void every_object_says_whose_it_is() {
    assertThat(objects)
        .filteredOn(object -> !object.text("kind").orElse("").equals("CustomResourceDefinition"))
        .allSatisfy(
            object ->
                assertThat(object.text("metadata", "labels", "app.kubernetes.io/part-of"))
                    .contains("plumbline"));
  }

  @Test
  void its_pod_is_taken_where_pods_are_restricted() {
    assertThat(create(pod()).code()).isEqualTo(201);
  }

  @Test
  void and_another_pod_is_not() {
    MapNode careless =
        pod().with("spec", pod().map("spec").orElseThrow().without("securityContext"));

    assertThat(create(careless).code()).isEqualTo(403);
    assertThat(create(careless).body()).contains("violates PodSecurity \\\"restricted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          list syncs.plumbline.dev                         |
          watch tenants.plumbline.dev                      |
          create syncs.plumbline.dev                       | acme
          patch syncs.plumbline.dev                        | acme
          delete syncs.plumbline.dev                       | acme
          patch tenants.plumbline.dev acme                 | plumbline-system
          delete inventories.plumbline.dev                 | acme
          update syncs.plumbline.dev/status                | acme
          update repositories.plumbline.dev/status         | plumbline-system
          create inventories.plumbline.dev                 | acme
          list inventories.plumbline.dev                   |
          create events.events.k8s.io                      | acme
          get secrets fleet-git                            | plumbline-system
          create configmaps                                | plumbline-system
          get configmaps plumbline-hub                     | plumbline-system
          get namespaces kube-system                       |
          get serviceaccounts plumbline                    | acme-system
          list configmaps                                  |
          watch deployments.apps                           |
          list customresourcedefinitions.apiextensions.k8s.io |
          """)
  void the_agent_may(String what, String namespace) {
    assertThat(may(what, namespace)).as("%s in %s", what, namespace).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          list secrets                                     |
          watch secrets                                    |
          list secrets                                     | plumbline-system
          get secrets any                                  | acme
          create secrets                                   | plumbline-system
          get configmaps other                             | plumbline-system
          update configmaps plumbline-hub                  | plumbline-system
          create configmaps                                | acme
          create deployments.apps                          | acme
          delete deployments.apps web                      | acme
          patch deployments.apps web                       | plumbline-system
          create pods                                      | plumbline-system
          create pods/exec                                 | plumbline-system
          get namespaces acme                              |
          create namespaces                                |
          delete namespaces acme                           |
          impersonate serviceaccounts plumbline            | acme-system
          impersonate serviceaccounts any                  | kube-system
          impersonate users alice                          |
          impersonate groups system:masters                |
          create clusterrolebindings.rbac.authorization.k8s.io |
          escalate clusterroles.rbac.authorization.k8s.io  |
          bind clusterroles.rbac.authorization.k8s.io cluster-admin |
          delete repositories.plumbline.dev fleet          | plumbline-system
          update targets.plumbline.dev eu-1                | plumbline-system
          patch environments.plumbline.dev prod            | plumbline-system
          update tenants.plumbline.dev acme                | plumbline-system
          create tenants.plumbline.dev                     | plumbline-system
          delete customresourcedefinitions.apiextensions.k8s.io syncs.plumbline.dev |
          create serviceaccounts/token plumbline           | plumbline-system
          """)
  void the_agent_may_not(String what, String namespace) {
    assertThat(may(what, namespace)).as("%s in %s", what, namespace).isFalse();
  }

  @Test
  void it_acts_as_an_account_where_its_namespace_says_so_and_nowhere_else() {
    String system = PLANE.namespace("acme-system");
    PLANE.kubectl(
        "create",
        "rolebinding",
        "plumbline",
        "-n",
        system,
        "--clusterrole=plumbline-impersonate",
        "--serviceaccount=plumbline-system:plumbline");

    Await.until("it is bound", () -> may("impersonate serviceaccounts plumbline", system));
    assertThat(may("impersonate serviceaccounts plumbline", "kube-system")).isFalse();
    assertThat(may("impersonate users plumbline", system)).isFalse();
  }

  private static boolean may(String what) {
    return may(what, null);
  }

  private static boolean may(String what, String namespace) {
    return AccessReview.of(AGENT, "system:serviceaccounts:plumbline-system").may(what, namespace);
  }

  private static MapNode pod() {
    MapNode template =
        objects.stream()
            .filter(object -> object.text("kind").orElse("").equals("Deployment"))
            .findFirst()
            .flatMap(deployment -> deployment.map("spec", "template"))
            .orElseThrow();
    return MapNode.EMPTY
        .with("apiVersion", ScalarNode.of("v1"))
        .with("kind", ScalarNode.of("Pod"))
        .with("metadata", MapNode.EMPTY.with("generateName", ScalarNode.of("try-")))
        .with("spec", template.map("spec").orElseThrow());
  }

  private static ApiServer.Reply create(MapNode pod) {
    return PLANE.api().post("/api/v1/namespaces/plumbline-system/pods?dryRun=All", Json.write(pod));
  }
}
