package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubEvent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.hub.Lookup;
import dev.plumbline.hub.Write;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.reconcile.generate.Generation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Keeps the Syncs of one Tenant as they are to be, and tells in its status how they are. */
final class TenantWork implements WorkQueue.Work {
  private static final Backoff RETRY = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));
  // After somebody else wrote meanwhile: at once, but not in a busy loop.
  private static final Duration ANEW = Duration.ofMillis(100);

  private final Hub hub;
  private final Landscapes landscapes;
  private final TenantSyncs syncs;
  private final SyncWrites writes;
  private final TenantReports reports;
  private final Supplier<HubWriter> writer;
  private final Map<String, Set<String>> lookedAt = new ConcurrentHashMap<>();

  TenantWork(
      Hub hub,
      Landscapes landscapes,
      TenantSyncs syncs,
      SyncWrites writes,
      TenantReports reports,
      Supplier<HubWriter> writer) {
    this.hub = hub;
    this.landscapes = landscapes;
    this.syncs = syncs;
    this.writes = writes;
    this.reports = reports;
    this.writer = writer;
  }

  @Override
  public Next run(Name name, Cancellation cancellation) throws IOException, InterruptedException {
    return switch (hub.tenants().lookup(name)) {
      case Lookup.Absent<TenantSpec, TenantStatus>() -> {
        lookedAt.remove(name.name());
        yield new Next.WhenAsked();
      }
      // Its Syncs stay as they are until it can be read.
      case Lookup.Malformed<TenantSpec, TenantStatus> malformed -> {
        hub.events().write(HubEvent.malformed("Tenant", malformed));
        yield new Next.WhenAsked();
      }
      case Lookup.Found<TenantSpec, TenantStatus>(var tenant) -> look(tenant);
    };
  }

  private Next look(HubObject<TenantSpec, TenantStatus> tenant)
      throws IOException, InterruptedException {
    try {
      return tenant.deleting() ? farewell(tenant) : generate(tenant);
    } catch (Fence.Closed e) {
      return new Next.WhenAsked(); // the agent stops
    }
  }

  /** Whether a Tenant has to be looked at again after something changed in these directories. */
  boolean looksAt(String tenant, Set<String> directories) {
    Set<String> known = lookedAt.get(tenant);
    return known == null || known.stream().anyMatch(directories::contains);
  }

  private Next generate(HubObject<TenantSpec, TenantStatus> tenant)
      throws IOException, InterruptedException {
    Generation generation = Generation.of(tenant, namespaceOf(tenant), landscapes.current(), syncs);
    remember(tenant, generation);
    if (generation.writes().isEmpty() && generation.deletes().isEmpty()) {
      reports.generated(tenant, generation, syncs.of(tenant.name().name()));
      return new Next.WhenAsked();
    }
    HubObject<TenantSpec, TenantStatus> held = held(tenant);
    if (!held.equals(tenant)) {
      return new Next.After(ANEW); // on its newest version
    }
    return switch (writes.carryOut(generation)) {
      // The watch shows what was made, and brings us back: then the status tells of it.
      case SyncWrites.Result.Done() -> new Next.WhenAsked();
      case SyncWrites.Result.Overtaken() -> new Next.After(ANEW);
      case SyncWrites.Result.Failed(Failure why) -> {
        reports.failed(tenant, generation, syncs.of(tenant.name().name()), why);
        yield new Next.Retry(RETRY);
      }
    };
  }

  // What cannot be told yet is asked for again by every commit.
  private void remember(HubObject<TenantSpec, TenantStatus> tenant, Generation generation) {
    if (generation.unknown().isPresent() || generation.trouble().isPresent()) {
      lookedAt.remove(tenant.name().name());
    } else {
      lookedAt.put(
          tenant.name().name(),
          generation.environments().stream()
              .map(environment -> environment.path().equals(".") ? "" : environment.path())
              .collect(Collectors.toUnmodifiableSet()));
    }
  }

  // Before the first Sync is made: whose Tenant is gone, has no identity to be cleaned up with.
  private HubObject<TenantSpec, TenantStatus> held(HubObject<TenantSpec, TenantStatus> tenant)
      throws IOException {
    return switch (writer.get().hold(tenant)) {
      case Write.Written<TenantSpec, TenantStatus>(var now) -> now;
      case Write.Superseded<TenantSpec, TenantStatus>(var newest) -> newest;
      case Write.Gone<TenantSpec, TenantStatus>() ->
          throw new IOException("Tenant %s is gone".formatted(tenant.name()));
      case Write.Failed<TenantSpec, TenantStatus>(String why, boolean ignored) ->
          throw new IOException("could not write Tenant %s: %s".formatted(tenant.name(), why));
    };
  }

  private Next farewell(HubObject<TenantSpec, TenantStatus> tenant)
      throws IOException, InterruptedException {
    String name = tenant.name().name();
    List<HubObject<SyncSpec, SyncStatus>> left = syncs.of(name);
    if (left.isEmpty()) {
      writer.get().release(tenant);
      return new Next.WhenAsked();
    }
    List<HubObject<SyncSpec, SyncStatus>> go =
        syncs.generated(name).stream().filter(sync -> !sync.deleting()).toList();
    SyncWrites.Result result = writes.delete(go);
    reports.deleting(tenant, left);
    return switch (result) {
      case SyncWrites.Result.Done() -> new Next.WhenAsked();
      case SyncWrites.Result.Overtaken() -> new Next.After(ANEW);
      case SyncWrites.Result.Failed(Failure why) -> {
        reports.failed(tenant, why);
        yield new Next.Retry(RETRY);
      }
    };
  }

  static String namespaceOf(HubObject<TenantSpec, TenantStatus> tenant) {
    String own = tenant.spec().hubNamespace();
    return own == null ? tenant.name().namespace() : own;
  }
}
