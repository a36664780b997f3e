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
import dev.plumbline.model.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes to our own objects for one run: under its operation id, behind its fence.
 *
 * <p>Every write is compare and swap on the version that was read. Nothing is merged and nothing is
 * repeated; who lost is told what is there now. A status that is already there costs no request.
 */
public final class HubWriter {
  private final Cluster cluster;
  private final Hub hub;
  private final Inventories inventories;
  private final Leftovers leftovers;

  HubWriter(Cluster cluster, Hub hub, Clock clock) {
    this.cluster = cluster;
    this.hub = hub;
    this.inventories = new Inventories(cluster, clock);
    this.leftovers = new Leftovers(cluster, clock);
  }

  public Write<RepositorySpec, RepositoryStatus> repository(
      HubObject<RepositorySpec, RepositoryStatus> repository, RepositoryStatus status) {
    return status(hub.repositories(), repository, status);
  }

  public Write<TargetSpec, TargetStatus> target(
      HubObject<TargetSpec, TargetStatus> target, TargetStatus status) {
    return status(hub.targets(), target, status);
  }

  public Write<EnvironmentSpec, EnvironmentStatus> environment(
      HubObject<EnvironmentSpec, EnvironmentStatus> environment, EnvironmentStatus status) {
    return status(hub.environments(), environment, status);
  }

  public Write<TenantSpec, TenantStatus> tenant(
      HubObject<TenantSpec, TenantStatus> tenant, TenantStatus status) {
    return status(hub.tenants(), tenant, status);
  }

  /** Writes the status of a Sync that leaves its inventory as it is. */
  public Write<SyncSpec, SyncStatus> sync(HubObject<SyncSpec, SyncStatus> sync, SyncStatus status) {
    return status(hub.syncs(), sync, status.withInventory(sync.status().inventory()));
  }

  /**
   * Writes the status of a Sync and its inventory: first the Inventory objects a long one needs,
   * then the status that names them, then away with those it does not name any more.
   *
   * @param entries packed, all of them; none: it owns nothing
   */
  public Write<SyncSpec, SyncStatus> sync(
      HubObject<SyncSpec, SyncStatus> sync, SyncStatus status, List<String> entries) {
    return switch (inventories.store(sync, entries)) {
      case Inventories.Stored.Ready(var inventory) -> {
        var write = status(hub.syncs(), sync, status.withInventory(inventory));
        if (write instanceof Write.Written<SyncSpec, SyncStatus>) {
          leftovers.release(sync.name(), sync.status().inventory(), inventory);
        }
        yield write;
      }
      case Inventories.Stored.Failed(var why, var permanent) -> new Write.Failed<>(why, permanent);
    };
  }

  /**
   * Makes or changes a generated Sync.
   *
   * @param found what stands under its name now
   */
  public DraftWrite generate(SyncDraft draft, Optional<HubObject<SyncSpec, SyncStatus>> found) {
    return new Drafts(cluster).write(draft, found);
  }

  /** Deletes a generated Sync; what becomes of its objects is for its deletionPolicy to say. */
  public DraftWrite delete(HubObject<SyncSpec, SyncStatus> sync) {
    return new Drafts(cluster).delete(sync);
  }

  /** Makes the Tenant stay, when it is deleted, until its Syncs are gone. */
  public Write<TenantSpec, TenantStatus> hold(HubObject<TenantSpec, TenantStatus> tenant) {
    if (tenant.finalizers().contains(Marks.TENANT_FINALIZER)) {
      return new Write.Written<>(tenant);
    }
    var finalizers = new ArrayList<>(tenant.finalizers());
    finalizers.add(Marks.TENANT_FINALIZER);
    return new Swap<>(cluster, hub.tenants(), tenant).finalizers(finalizers);
  }

  /** Lets a deleted Tenant go. */
  public Write<TenantSpec, TenantStatus> release(HubObject<TenantSpec, TenantStatus> tenant) {
    if (!tenant.finalizers().contains(Marks.TENANT_FINALIZER)) {
      return new Write.Written<>(tenant);
    }
    var finalizers = new ArrayList<>(tenant.finalizers());
    finalizers.remove(Marks.TENANT_FINALIZER);
    return new Swap<>(cluster, hub.tenants(), tenant).finalizers(finalizers);
  }

  /** Makes the Sync stay, when it is deleted, until what it owns is settled. */
  public Write<SyncSpec, SyncStatus> addFinalizer(HubObject<SyncSpec, SyncStatus> sync) {
    if (sync.finalizers().contains(Marks.SYNC_FINALIZER)) {
      return new Write.Written<>(sync);
    }
    var finalizers = new ArrayList<>(sync.finalizers());
    finalizers.add(Marks.SYNC_FINALIZER);
    return finalizers(sync, finalizers);
  }

  /** Lets a deleted Sync go, and its Inventory objects with it. */
  public Write<SyncSpec, SyncStatus> removeFinalizer(HubObject<SyncSpec, SyncStatus> sync) {
    if (!sync.finalizers().contains(Marks.SYNC_FINALIZER)) {
      return new Write.Written<>(sync);
    }
    var finalizers = new ArrayList<>(sync.finalizers());
    finalizers.remove(Marks.SYNC_FINALIZER);
    var write = finalizers(sync, finalizers);
    boolean went =
        write instanceof Write.Gone<SyncSpec, SyncStatus>
            || write instanceof Write.Written<SyncSpec, SyncStatus>;
    if (went && sync.deleting()) {
      leftovers.release(sync.name(), sync.status().inventory(), null);
    }
    return write;
  }

  /** Removes Inventory objects that writers left behind; how many. */
  public int sweepInventories() throws IOException {
    return leftovers.sweep(hub.inventoryKind(), hub.syncs(), hub::covers);
  }

  private <S extends Record, T extends Record> Write<S, T> status(
      HubObjects<S, T> objects, HubObject<S, T> object, T status) {
    return new Swap<>(cluster, objects, object).status(status);
  }

  private Write<SyncSpec, SyncStatus> finalizers(
      HubObject<SyncSpec, SyncStatus> sync, List<String> finalizers) {
    return new Swap<>(cluster, hub.syncs(), sync).finalizers(finalizers);
  }
}
