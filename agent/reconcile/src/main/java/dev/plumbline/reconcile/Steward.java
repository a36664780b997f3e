package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Identity;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.reconcile.TargetState.Connected;
import java.io.IOException;
import java.util.List;

/**
 * All that the agent does on a target in its own name for a tenant: it looks whether the tenant's
 * account is there, and makes its namespaces. Everything else is done as the tenant.
 */
final class Steward {
  private static final String MANAGER = "plumbline";

  private final Cluster cluster;

  Steward(Connected target, Run run) {
    this.cluster = target.connection().as(new Identity.Agent(), run.operation(), run.fence());
  }

  boolean exists(Identity.ServiceAccount account) throws IOException {
    var key = new ObjectKey("", "ServiceAccount", account.namespace(), account.name());
    return cluster.meta(key).filter(meta -> !meta.deleting()).isPresent();
  }

  /** Makes a namespace, labelled with whose it is, and only if there is none. */
  Answer make(String namespace, String tenant) {
    var body =
        MapNode.EMPTY
            .with("apiVersion", ScalarNode.of("v1"))
            .with("kind", ScalarNode.of("Namespace"))
            .with(List.of("metadata", "name"), ScalarNode.of(namespace))
            .with(List.of("metadata", "labels", Marks.TENANT), ScalarNode.of(tenant));
    return cluster.apply(ApplyRequest.createOnly(Namespaces.key(namespace), body, MANAGER));
  }
}
