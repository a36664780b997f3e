package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DeploysOnceTest {
  private static final String EVERYTHING =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: NS}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: settings, namespace: NS}
      data: {greeting: hello}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: key, namespace: NS}
      data: {token: c2VjcmV0}
      ---
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: web, namespace: NS}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: web, namespace: NS}
      rules:
      - {apiGroups: [""], resources: [configmaps], verbs: [get]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: web, namespace: NS}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: web}
      subjects:
      - {kind: ServiceAccount, name: web, namespace: NS}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web, namespace: NS}
      spec:
        selector: {app: web}
        ports:
        - {port: 80, targetPort: 8080}
      ---
      apiVersion: networking.k8s.io/v1
      kind: NetworkPolicy
      metadata: {name: web, namespace: NS}
      spec:
        podSelector: {matchLabels: {app: web}}
        policyTypes: [Ingress]
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: NS}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            serviceAccountName: web
            containers:
            - {name: web, image: example.com/web:1}
      """;

  private final String namespace = ControlPlane.unique("first");
  private final String everything = EVERYTHING.replace("NS", namespace);
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void everything_is_recorded_once_before_the_first_create() throws Exception {
    sync.cluster.before(
        request -> assertThat(sync.records).as("recorded before %s", request).hasSize(1));

    Applied applied = sync.push(everything);

    assertThat(applied.outcomes()).extracting(Outcome::result).containsOnly(Result.DONE);
    assertThat(applied.outcomes()).hasSize(9);
    assertThat(sync.records).hasSize(1);
    assertThat(sync.records.getFirst().entries()).hasSize(9).allMatch(Entry::creating);
    assertThat(applied.inventory().entries())
        .hasSize(9)
        .noneMatch(Entry::creating)
        .allMatch(entry -> !entry.uid().isEmpty() && entry.owned().isPresent());
  }

  @Test
  void a_first_deploy_is_one_request_per_object() throws Exception {
    sync.push(everything);

    assertThat(sync.cluster.requests())
        .hasSize(9)
        .allMatch(request -> request.startsWith("create"));
  }

  @Test
  void a_second_run_sends_nothing_and_writes_nothing() throws Exception {
    sync.push(everything);
    var deployment = new ObjectKey("apps", "Deployment", namespace, "web");
    Await.until(
        "the Deployment is healthy",
        () -> sync.live.health(deployment).filter(health -> health.isCurrent()).isPresent());
    sync.cluster.forget();
    sync.records.clear();

    Applied applied = sync.run();

    assertThat(applied.complete()).isTrue();
    assertThat(applied.outcomes()).extracting(Outcome::result).containsOnly(Result.KEPT);
    assertThat(sync.cluster.requests()).isEmpty();
    assertThat(sync.records).isEmpty();
  }

  @Test
  void a_process_that_starts_again_sends_nothing_either() throws Exception {
    sync.push(everything);

    try (var again = sync.restarted()) {
      Applied applied = again.run();

      assertThat(applied.complete()).isTrue();
      assertThat(again.cluster.requests()).isEmpty();
      assertThat(again.records).isEmpty();
    }
  }

  @Test
  void nobody_is_woken_by_our_own_writes() throws Exception {
    sync.push(everything);
    OneSync.pause();
    sync.run();
    String withoutHealth =
        Stream.of(everything.split("---\n"))
            .filter(object -> !object.matches("(?s).*kind: (Namespace|Service|Deployment)\n.*"))
            .collect(Collectors.joining("---\n"));

    try (var quiet = new OneSync()) {
      quiet.push(withoutHealth.replaceAll("name: (settings|key|web),", "name: $1-2,"));
      OneSync.pause();

      assertThat(quiet.inventory.size()).isEqualTo(6);
      assertThat(quiet.woken).isEmpty();
    }
  }

  @Test
  void a_deployment_wakes_its_sync_by_its_health_alone() throws Exception {
    sync.push(everything);
    var deployment = new ObjectKey("apps", "Deployment", namespace, "web");
    Await.until(
        "the Deployment is healthy",
        () -> sync.live.health(deployment).filter(health -> health.isCurrent()).isPresent());
    OneSync.pause();

    assertThat(sync.live.suspect(deployment)).isEmpty();
    assertThat(sync.woken.size()).isLessThanOrEqualTo(3);
    assertThat(Stream.of("ReplicaSet", "Pod", "EndpointSlice"))
        .as("what controllers make carries no mark of ours that counts")
        .noneMatch(
            kind ->
                sync.live.marked(sync.name).stream().anyMatch(s -> s.key().kind().equals(kind)));
  }
}
