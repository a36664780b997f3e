package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.EnvironmentStatus;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Our objects at one moment, for who asks once and watches nothing: {@code plumb diff}. */
public final class HubReader {
  private static final int LIMIT = 100_000;

  private final Cluster cluster;

  public HubReader(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * @param namespace empty for all
   */
  public List<Lookup<RepositorySpec, RepositoryStatus>> repositories(String namespace)
      throws IOException {
    return list(HubKind.REPOSITORY, namespace);
  }

  /**
   * @param namespace empty for all
   */
  public List<Lookup<TargetSpec, TargetStatus>> targets(String namespace) throws IOException {
    return list(HubKind.TARGET, namespace);
  }

  /**
   * @param namespace empty for all
   */
  public List<Lookup<EnvironmentSpec, EnvironmentStatus>> environments(String namespace)
      throws IOException {
    return list(HubKind.ENVIRONMENT, namespace);
  }

  /**
   * @param namespace empty for all
   */
  public List<Lookup<TenantSpec, TenantStatus>> tenants(String namespace) throws IOException {
    return list(HubKind.TENANT, namespace);
  }

  /**
   * @param namespace empty for all
   */
  public List<Lookup<SyncSpec, SyncStatus>> syncs(String namespace) throws IOException {
    return list(HubKind.SYNC, namespace);
  }

  /**
   * The id of the installation whose agent is in this namespace; empty where none was made, as with
   * one that was given its id.
   */
  public Optional<String> hubId(String namespace) throws IOException {
    return HubIdentity.read(cluster, namespace);
  }

  /** A Sync that was read already. */
  public static Lookup<SyncSpec, SyncStatus> sync(MapNode body) {
    return HubKind.SYNC.read(body);
  }

  /** A Tenant that was read already. */
  public static Lookup<TenantSpec, TenantStatus> tenant(MapNode body) {
    return HubKind.TENANT.read(body);
  }

  private <S extends Record, T extends Record> List<Lookup<S, T>> list(
      HubKind<S, T> kind, String namespace) throws IOException {
    return cluster.listBodies(served(cluster, kind.kind()), namespace, "", LIMIT).stream()
        .map(kind::read)
        .toList();
  }

  static ServedKind served(Cluster cluster, String kind) throws IOException {
    return cluster
        .discovery()
        .find(Marks.API_VERSION, kind)
        .orElseThrow(
            () ->
                new IOException(
                    "the hub does not know %s %s: apply manifests/crds there first"
                        .formatted(Marks.API_VERSION, kind)));
  }
}
