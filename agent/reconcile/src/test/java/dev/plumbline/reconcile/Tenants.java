package dev.plumbline.reconcile;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.yaml.Manifests;
import java.nio.charset.StandardCharsets;

/**
 * Tenants of a {@link Fleet}, on a Target {@code guarded} where the agent itself may watch, act as
 * service accounts and make namespaces, and nothing else.
 */
final class Tenants {
  private final Fleet fleet;
  private final ControlPlane plane;
  private final String agentsNamespace;

  private Tenants(Fleet fleet) {
    this.fleet = fleet;
    this.plane = fleet.plane();
    this.agentsNamespace = plane.namespace("agent");
  }

  /** Declares the Target. */
  static Tenants of(Fleet fleet) {
    var tenants = new Tenants(fleet);
    tenants.target();
    return tenants;
  }

  /** A name nobody else has on the cluster, and an account with the rights to edit. */
  String add(String hint, String more) {
    String name = ControlPlane.unique(hint);
    account(name);
    plane.kubectl(
        "create",
        "clusterrolebinding",
        name,
        "--clusterrole=edit",
        "--serviceaccount=%s-system:plumbline".formatted(name));
    declare(name, "[\"%s-*\"]".formatted(name), more);
    return name;
  }

  private void account(String name) {
    plane.kubectl("create", "namespace", name + "-system");
    plane.kubectl("create", "serviceaccount", "plumbline", "-n", name + "-system");
  }

  /** The Tenant itself; its Syncs are written by hand. */
  void declare(String name, String namespaces, String more) {
    fleet.apply(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Tenant
        metadata: {name: %1$s}
        spec:
          repositoryRef: {name: fleet}
          path: apps
          environments: [none]
          namespaces: %2$s
          serviceAccount: {namespace: %1$s-system, name: plumbline}
        %3$s
        """
            .formatted(name, namespaces, more.indent(2)));
  }

  /** A Sync of a directory for a tenant. */
  void sync(String name, String tenant, String path, String more) {
    fleet.sync(name, "fleet", path, "guarded", "tenantRef: {name: %s}\n%s".formatted(tenant, more));
  }

  /** As whom the agent comes to the target. */
  String agent() {
    return "system:serviceaccount:%s:agent".formatted(agentsNamespace);
  }

  static String account(String tenant, String name) {
    return "system:serviceaccount:%s-system:%s".formatted(tenant, name);
  }

  private void target() {
    plane.kubectl("create", "serviceaccount", "agent", "-n", agentsNamespace);
    plane.kubectlWith(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: %1$s}
        rules:
        - {apiGroups: ["*"], resources: ["*"], verbs: [get, list, watch]}
        - {apiGroups: [""], resources: [serviceaccounts], verbs: [impersonate]}
        - {apiGroups: [""], resources: [namespaces], verbs: [create, patch]}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: %1$s}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
        subjects: [{kind: ServiceAccount, name: agent, namespace: %1$s}]
        """
            .formatted(agentsNamespace),
        "apply",
        "-f",
        "-");
    String token =
        plane.kubectl("create", "token", "agent", "-n", agentsNamespace, "--duration=1h").strip();
    String admin = new String(plane.kubeconfig(), StandardCharsets.UTF_8);
    var config = (MapNode) Manifests.read(admin, "kubeconfig").getFirst();
    String adminsToken =
        ((MapNode) config.list("users").getFirst()).text("user", "token").orElseThrow();
    fleet.target("guarded", admin.replace(adminsToken, token).getBytes(StandardCharsets.UTF_8));
  }
}
