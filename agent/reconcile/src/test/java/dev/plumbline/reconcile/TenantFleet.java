package dev.plumbline.reconcile;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A fleet whose repository has a directory for each tenant, and what tests ask of it. */
final class TenantFleet implements AutoCloseable {
  private final ControlPlane plane;
  private final Fleet fleet;
  private final String app;

  TenantFleet(ControlPlane plane) throws IOException {
    this.plane = plane;
    this.fleet = Fleet.on(plane, "hub");
    this.app = plane.namespace("app");
    plane.kubectl("create", "serviceaccount", "plumbline", "-n", app);
    plane.kubectl(
        "create",
        "clusterrolebinding",
        app,
        "--clusterrole=cluster-admin",
        "--serviceaccount=" + app + ":plumbline");
    fleet.repository("fleet", fleet.git().url("fleet"), "tenants: tenants/{tenant}");
  }

  Fleet fleet() {
    return fleet;
  }

  /** Where the accounts of all tenants are. */
  String app() {
    return app;
  }

  /** Where a tenant delivers to. */
  String namespaceOf(String tenant) {
    return app + "-" + tenant;
  }

  TenantFleet environment(String name, String labels) {
    fleet.apply(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Environment
        metadata: {name: %1$s}
        spec:
          repositoryRef: {name: fleet}
          branch: main
          overlay: overlays/%1$s
          targets: {matchLabels: {%2$s}}
        """
            .formatted(name, labels));
    return this;
  }

  TenantFleet target(String name, String labels) {
    fleet.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %1$s-kubeconfig}
        data: {value: %2$s}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Target
        metadata: {name: %1$s, labels: {%3$s}}
        spec: {kubeconfigRef: {name: %1$s-kubeconfig}}
        """
            .formatted(name, Base64.getEncoder().encodeToString(plane.kubeconfig()), labels));
    return this;
  }

  TenantFleet tenant(String name, String more) {
    fleet.apply(tenantManifest(name, more));
    return this;
  }

  String tenantManifest(String name, String more) {
    return """
        apiVersion: plumbline.dev/v1alpha1
        kind: Tenant
        metadata: {name: %1$s}
        spec:
          repositoryRef: {name: fleet}
          namespaces: [%2$s-%1$s]
          createNamespaces: true
          serviceAccount: {namespace: %2$s, name: plumbline}
        %3$s
        """
        .formatted(name, app, more.indent(2));
  }

  /** Writes the overlay of a tenant: one ConfigMap named after both. */
  TenantFleet overlay(String tenant, String environment, String value) {
    fleet
        .repository()
        .write(
            "tenants/%s/overlays/%s/a.yaml".formatted(tenant, environment),
            new Objects(namespaceOf(tenant), plane).configMap(tenant + "-" + environment, value));
    return this;
  }

  /** The generated Sync of a triple; empty while there is none. */
  MapNode sync(String namespace, String tenant, String environment, String target) {
    var path =
        "/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs?labelSelector=".formatted(namespace)
            + "plumbline.dev/tenant=%s,plumbline.dev/environment=%s,plumbline.dev/target=%s"
                .formatted(tenant, environment, target);
    List<?> items = plane.api().get(path).json().list("items");
    return items.isEmpty() ? MapNode.EMPTY : (MapNode) items.getFirst();
  }

  MapNode sync(String tenant, String environment, String target) {
    return sync(fleet.namespace(), tenant, environment, target);
  }

  String nameOf(String tenant, String environment, String target) {
    return sync(tenant, environment, target).text("metadata", "name").orElseThrow();
  }

  void awaitLive(String tenant, String environment, String value) {
    new Objects(namespaceOf(tenant), plane).awaitValue(tenant + "-" + environment, value);
  }

  boolean isLive(String tenant, String environment) {
    return new Objects(namespaceOf(tenant), plane).exists("configmaps", tenant + "-" + environment);
  }

  void awaitNoSync(String tenant, String environment, String target) {
    Await.until("the Sync is gone", () -> sync(tenant, environment, target).isEmpty());
  }

  MapNode status(String tenant) {
    return fleet.object("tenants", tenant).map("status").orElse(MapNode.EMPTY);
  }

  /** Waits for the reason of the Ready condition of a Tenant, and returns the message. */
  String awaitReason(String tenant, String reason) {
    try {
      Await.until(
          "Tenant %s says %s".formatted(tenant, reason),
          () -> Fleet.ready(status(tenant), "reason").equals(reason));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", was " + status(tenant), e);
    }
    return Fleet.ready(status(tenant), "message");
  }

  void kubectl(String... arguments) {
    var all = new ArrayList<>(List.of("-n", fleet.namespace()));
    all.addAll(List.of(arguments));
    plane.kubectl(all.toArray(String[]::new));
  }

  @Override
  public void close() {
    fleet.close();
  }
}
