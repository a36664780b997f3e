package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.apply.InventoryRecord;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubEvent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.OperationId;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.source.git.FetchNeeded;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a Sync, whatever state it is in. */
final class SyncWork implements WorkQueue.Work {
  private static final Logger LOG = LoggerFactory.getLogger(SyncWork.class);
  // After somebody else wrote to the Sync meanwhile: at once, but not in a busy loop.
  private static final Duration ANEW = Duration.ofMillis(100);

  private final Hub hub;
  private final Targets targets;
  private final Memories memories;
  private final Runner runner;
  private final Farewell farewell;
  private final Mandates mandates;
  private final Tenancy tenancy;
  private final Fence fence;
  private final Consumer<Name> lookAtRepository;
  private final Metrics metrics;
  private final Clock clock;
  private final Map<Name, HubObject<SyncSpec, SyncStatus>> running = new ConcurrentHashMap<>();

  /**
   * @param fence of this replica; closed, nothing is written any more
   */
  SyncWork(
      Hub hub,
      Targets targets,
      Memories memories,
      Runner runner,
      Farewell farewell,
      Mandates mandates,
      Tenancy tenancy,
      Fence fence,
      Consumer<Name> lookAtRepository,
      Metrics metrics,
      Clock clock) {
    this.hub = hub;
    this.targets = targets;
    this.memories = memories;
    this.runner = runner;
    this.farewell = farewell;
    this.mandates = mandates;
    this.tenancy = tenancy;
    this.fence = fence;
    this.lookAtRepository = lookAtRepository;
    this.metrics = metrics;
    this.clock = clock;
  }

  @Override
  public Next run(Name name, Cancellation cancellation) throws Exception {
    return switch (hub.syncs().lookup(name)) {
      case Lookup.Absent<SyncSpec, SyncStatus>() -> {
        targets.forget(name);
        memories.forget(name);
        tenancy.forget(name);
        yield new Next.WhenAsked();
      }
      // It is there and owns what it owns; it just cannot be read, and so its status not written.
      case Lookup.Malformed<SyncSpec, SyncStatus> malformed -> {
        hub.events().write(HubEvent.malformed("Sync", malformed));
        yield new Next.WhenAsked();
      }
      case Lookup.Found<SyncSpec, SyncStatus>(var sync) -> {
        running.put(name, sync);
        try {
          yield timed(sync, cancellation);
        } finally {
          running.remove(name);
        }
      }
    };
  }

  /** Whether a run is under way that works on a spec which is not the Sync's any more. */
  boolean outdated(Name name) {
    HubObject<SyncSpec, SyncStatus> under = running.get(name);
    return under != null
        && hub.syncs()
            .get(name)
            .filter(now -> now.uid().equals(under.uid()))
            .filter(now -> now.generation() == under.generation())
            .isEmpty();
  }

  private Next timed(HubObject<SyncSpec, SyncStatus> sync, Cancellation cancellation)
      throws Exception {
    var run =
        new Run(
            sync,
            hub.home(sync.name(), sync.spec().source().name()),
            hub.home(sync.name(), sync.spec().targetRef().name()),
            mandates.of(sync),
            OperationId.next(clock),
            bothOf(cancellation),
            clock,
            clock.now());
    long startedAt = clock.nanoTime();
    String result = "error";
    try {
      Next next = carryOut(run);
      result = next instanceof Next.Retry ? "retry" : "settled";
      return next;
    } catch (InventoryRecord.Superseded e) {
      result = "superseded";
      ended(run, e.getMessage());
      return new Next.After(ANEW);
    } catch (Fence.Closed e) {
      result = "stopped";
      ended(run, e.getMessage());
      return new Next.WhenAsked();
    } catch (IOException e) {
      if (e instanceof FetchNeeded) {
        lookAtRepository.accept(run.source());
      }
      ended(run, e.getMessage());
      run.say(hub, run.report().ready(Phase.APPLYING, false, "Retrying", e.getMessage()));
      return retry(run);
    } finally {
      metrics.time("plumbline_sync_run", clock.elapsed(startedAt), "result", result);
    }
  }

  private static void ended(Run run, String why) {
    LOG.atInfo()
        .addKeyValue("sync", run.name())
        .addKeyValue("operation", run.operation())
        .log("run of {} ends: {}", run.name(), why);
  }

  private static Next retry(Run run) {
    SyncSpec.Retry pauses = run.sync().spec().retry();
    return new Next.Retry(new Backoff(pauses.min(), pauses.max()));
  }

  private Fence bothOf(Cancellation cancellation) {
    return () -> {
      fence.check();
      cancellation.check();
    };
  }

  private Next carryOut(Run run) throws Exception {
    HubObject<SyncSpec, SyncStatus> sync = run.sync();
    if (sync.deleting()) {
      return farewell.run(run);
    }
    if (sync.spec().suspended(clock.now())) {
      return suspended(run);
    }
    return runner.run(run);
  }

  private Next suspended(Run run) throws IOException {
    HubObject<SyncSpec, SyncStatus> sync = run.sync();
    String sentence = sync.spec().suspend().sentence();
    var report = run.report().ready(Phase.SUSPENDED, false, "Suspended", sentence);
    run.say(hub, report);
    targets.forget(sync.name());
    memories.forget(sync.name());
    Instant until = sync.spec().suspend().until();
    return until == null
        ? new Next.WhenAsked()
        : new Next.After(Duration.between(clock.now(), until).plusMillis(10));
  }
}
