package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.util.Optional;

/** Our objects at one moment, for who asks once and watches nothing: {@code plumb diff}. */
public final class HubReader {
  private final Cluster cluster;

  public HubReader(Cluster cluster) {
    this.cluster = cluster;
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
