package dev.plumbline.kube;

import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.configMap;
import static dev.plumbline.kube.Live.createOnly;
import static dev.plumbline.kube.Live.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Observer.Seen;
import dev.plumbline.model.GroupKind;
import dev.plumbline.testkit.FaultProxy;
import dev.plumbline.testkit.FaultProxy.Fault;
import org.junit.jupiter.api.Test;

final class WatchesWithoutStreamingListsTest {
  // As kube-apiserver says with the feature WatchList switched off.
  private static final String REFUSAL =
      """
      {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Invalid", "code": 422,
       "message": "ListOptions.meta.k8s.io \\"\\" is invalid: sendInitialEvents: Forbidden: \
      sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
       "details": {"group": "meta.k8s.io", "kind": "ListOptions", "causes": [
        {"reason": "FieldValueForbidden", "field": "sendInitialEvents",
         "message": "Forbidden: sendInitialEvents is forbidden for watch unless the WatchList\
       feature gate is enabled"}]}}""";

  @Test
  void lists_by_pages_and_follows_from_there() throws Exception {
    String namespace = PLANE.namespace("paged");
    var observer = new Observer();
    done(Live.CLUSTER.apply(createOnly(configMap(namespace, "before"), "v")));
    try (var proxy = FaultProxy.before(PLANE);
        var connection = Live.CONNECTIONS.open(Live.kubeconfig(proxy.kubeconfig()))) {
      proxy.always(
          sent -> sent.uri().contains("sendInitialEvents"), new Fault.Answers(422, REFUSAL));
      var cluster = connection.as(new Identity.Agent());
      var kind = cluster.discovery().find(new GroupKind("", "ConfigMap")).orElseThrow();

      try (var _ = connection.watches().open(kind, namespace, "", false, observer)) {
        assertThat(observer.next()).isEqualTo(new Seen.Listing());
        assertThat(observer.nextChanged().meta().key().name()).isEqualTo("before");
        observer.await(Seen.Listed.class);
        done(cluster.apply(createOnly(configMap(namespace, "after"), "v")));

        while (!observer.nextChanged().meta().key().name().equals("after")) {
          // The namespace's own ConfigMap may come in between.
        }
      }
    }
  }
}
