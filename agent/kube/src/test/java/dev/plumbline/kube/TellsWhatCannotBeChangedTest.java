package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.createIn;
import static dev.plumbline.kube.Live.json;
import static dev.plumbline.kube.Live.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TellsWhatCannotBeChangedTest {
  private final String namespace = PLANE.namespace("immutable");

  @Test
  void fields_of_each_kind_that_has_some() {
    var job =
        """
        {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "a"}, "spec": {"template":
         {"spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "VALUE"}]}}}}""";
    var binding =
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding",
         "metadata": {"name": "a"}, "roleRef":
         {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "VALUE"}}""";
    var claim =
        """
        {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "a"},
         "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "VALUE",
          "resources": {"requests": {"storage": "1Gi"}}}}""";
    var service =
        """
        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"},
         "spec": {"clusterIP": "VALUE", "ports": [{"port": 80}]}}""";
    var set =
        """
        {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "a"},
         "spec": {"serviceName": "VALUE", "selector": {"matchLabels": {"app": "a"}},
          "template": {"metadata": {"labels": {"app": "a"}},
           "spec": {"containers": [{"name": "a", "image": "a"}]}}}}""";
    var map =
        """
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "immutable": true,
         "data": {"k": "VALUE"}}""";

    assertThat(changed(job, "one", "two").message()).isEqualTo("spec.template: field is immutable");
    assertThat(changed(binding, "view", "edit").message())
        .startsWith("roleRef: Invalid value: ")
        .endsWith("cannot change roleRef");
    assertThat(changed(claim, "one", "two").message())
        .startsWith("spec: Forbidden: spec is immutable after creation");
    assertThat(changed(service, "10.96.200.1", "10.96.200.2").message())
        .contains("may not change once set");
    assertThat(changed(set, "one", "two").message())
        .startsWith("spec: Forbidden: updates to statefulset spec for fields other than");
    assertThat(changed(map, "one", "two").message())
        .isEqualTo("data: Forbidden: field is immutable when `immutable` is set");
  }

  @Test
  void a_selector() {
    var deployment =
        """
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"},
         "spec": {"selector": {"matchLabels": {"VALUE": "a"}},
          "template": {"metadata": {"labels": {"app": "a", "tier": "a"}},
           "spec": {"containers": [{"name": "a", "image": "a"}]}}}}""";

    assertThat(changed(deployment, "app", "tier").message())
        .isEqualTo(
            "spec.selector: Invalid value: {\"matchLabels\":{\"tier\":\"a\"}}: field is immutable");
  }

  private Refusal changed(String text, String before, String after) {
    var first = Live.done(createIn(namespace, json(text.replace("VALUE", before))));
    var refusal = refused(update(first, json(text.replace("VALUE", after))));
    assertThat(refusal.cause()).as(refusal.message()).isEqualTo(Cause.IMMUTABLE);
    return refusal;
  }

  // Controllers write to it, too; what they wrote is not what is asked here.
  private static Answer update(Meta first, MapNode body) {
    return Await.value(
        "nobody else writes",
        () -> {
          var guard = Live.guard(CLUSTER.meta(first.key()).orElseThrow());
          var answer = CLUSTER.apply(ApplyRequest.update(first.key(), body, "plumbline", guard));
          boolean raced = answer instanceof Answer.Refused(var no) && no.cause() == Cause.CHANGED;
          return raced ? Optional.empty() : Optional.of(answer);
        });
  }
}
