package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.hub.Write;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.WorkQueue.Next;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Tells in the status of each Target how many Syncs deliver there, and how they are. One pass over
 * all Syncs tells it for all Targets; a sum that is there already costs no request.
 */
final class TargetSums implements WorkQueue.Work {
  /** All Targets at once. */
  static final Name ALL = new Name("plumbline", "sums");

  private static final Duration SUPERSEDED = Duration.ofSeconds(1);

  private final Hub hub;
  private final String namespace;
  private final References references;
  private final Supplier<HubWriter> writer;

  /**
   * @param namespace where the agent's own objects are
   */
  TargetSums(Hub hub, String namespace, Supplier<HubWriter> writer) {
    this.hub = hub;
    this.namespace = namespace;
    this.references = new References(hub);
    this.writer = writer;
  }

  @Override
  public Next run(Name name, Cancellation cancellation) {
    Map<Name, List<HubObject<SyncSpec, SyncStatus>>> byTarget =
        hub.syncs().all().stream()
            .filter(this::delivers)
            .collect(
                Collectors.groupingBy(
                    sync -> hub.home(sync.name(), sync.spec().targetRef().name())));
    boolean all = true;
    for (var target : hub.targets().all()) {
      all &= tell(target, byTarget.getOrDefault(target.name(), List.of()));
    }
    return all ? new Next.WhenAsked() : new Next.After(SUPERSEDED);
  }

  private boolean tell(
      HubObject<TargetSpec, TargetStatus> target, List<HubObject<SyncSpec, SyncStatus>> syncs) {
    TargetStatus status =
        target
            .status()
            .with(SyncCounts.of(syncs).count(), syncs.stream().mapToInt(TargetSums::objects).sum());
    try {
      return status.equals(target.status())
          || !(writer.get().target(target, status)
              instanceof Write.Superseded<TargetSpec, TargetStatus>);
    } catch (Fence.Closed e) {
      // The agent stops.
      return true;
    }
  }

  private static int objects(HubObject<SyncSpec, SyncStatus> sync) {
    return Optional.ofNullable(sync.status().objects()).map(SyncStatus.Objects::total).orElse(0);
  }

  // Whoever names a Target that is not his Tenant's is no matter of the Target's, unless something
  // of his is there from before.
  private boolean delivers(HubObject<SyncSpec, SyncStatus> sync) {
    var ref = sync.spec().tenantRef();
    return sync.name().namespace().equals(namespace)
        || sync.status().targetIdentity() != null
        || (ref != null
            && hub.tenants()
                .get(new Name(namespace, ref.name()))
                .filter(tenant -> references.outside(sync, tenant).isEmpty())
                .isPresent());
  }
}
