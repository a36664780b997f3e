package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.apply.Inventory;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.LoadedInventory;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.Revision;
import dev.plumbline.reconcile.TargetState.Connected;
import dev.plumbline.reconcile.TargetState.Suspended;
import dev.plumbline.reconcile.TargetState.Unusable;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.Missing;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a Sync through the pipeline: the newest revision where that can be used, else the one that
 * is live, so that a bad push changes nothing and drift is repaired all the same.
 */
final class Runner {
  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);
  // Nothing tells when somebody puts back a part that was lost.
  private static final Duration INVENTORY_AGAIN = Duration.ofMinutes(1);
  // Or when somebody else needs less.
  private static final Duration QUOTA_AGAIN = Duration.ofSeconds(30);

  private final Hub hub;
  private final Sources sources;
  private final Targets targets;
  private final Memories memories;
  private final Pipeline pipeline;
  private final Tenancy tenancy;
  private final Deliveries deliveries;
  private final TargetIdentity identity;
  private final Dependencies dependencies;

  Runner(
      Hub hub,
      Sources sources,
      Targets targets,
      Memories memories,
      Pipeline pipeline,
      Tenancy tenancy,
      Deliveries deliveries,
      Dependencies dependencies) {
    this.hub = hub;
    this.identity = new TargetIdentity(hub);
    this.sources = sources;
    this.targets = targets;
    this.memories = memories;
    this.pipeline = pipeline;
    this.tenancy = tenancy;
    this.deliveries = deliveries;
    this.dependencies = dependencies;
  }

  Next run(Run run) throws IOException, InterruptedException {
    if (run.mandate() instanceof Mandate.Refused(Failure why)) {
      return stop(run, why);
    }
    SyncSpec spec = run.sync().spec();
    targets.use(run.name(), run.target());
    GitRef ref;
    try {
      ref = Follows.of(spec.source());
    } catch (IllegalArgumentException e) {
      return keepLive(run, new Failure("InvalidSource", e.getMessage()), Optional.empty());
    }
    Optional<RepositoryState> source = sources.get(run.source());
    if (source.isEmpty()) {
      return withoutSource(run);
    }
    Optional<Revision> head = source.get().head(ref);
    if (head.isEmpty() && !source.get().lookedFor(ref)) {
      return new Next.WhenAsked(); // the look at it is under way
    }
    if (head.isEmpty()) {
      return keepLive(run, noHead(run, ref, source.get()), Optional.empty());
    }
    Optional<Failure> tooMany = tenancy.quotas().syncs(run);
    if (tooMany.isPresent()) {
      return keepLive(run, tooMany.get(), Optional.empty());
    }
    return switch (pipeline.run(head.get(), Requests.of(spec), run.given().renderLimit())) {
      case Pipeline.Result.Refused(Failure failure) -> {
        yield keepLive(run, failure, remember(run, head.get(), ReadSet.EMPTY));
      }
      case Pipeline.Result.Broken broken -> {
        yield keepLive(run, broken.failure(), remember(run, head.get(), broken.reads()));
      }
      case Pipeline.Result.Ready ready -> {
        Optional<Revision> changedBy = remember(run, head.get(), ready.rendered().readSet());
        yield deliver(run, changedBy.orElseThrow(), ready);
      }
    };
  }

  // What is live is kept true whatever its dependencies do; only something new waits for them.
  private Next deliver(Run run, Revision wanted, Pipeline.Result.Ready ready)
      throws IOException, InterruptedException {
    Optional<Failure> holding = isNew(run, ready) ? dependencies.holding(run) : Optional.empty();
    return holding.isEmpty()
        ? deliver(run, wanted, ready, Optional.empty())
        : keepLive(run, holding.get(), Optional.of(wanted));
  }

  private static boolean isNew(Run run, Pipeline.Result.Ready ready) {
    SyncStatus.Revisions last = run.sync().status().revision();
    return last == null || !ready.rendered().builtDigest().toString().equals(last.rendered());
  }

  // A commit that touched nothing the Sync reads is not the one it is at: that is the last one that
  // did.
  private Optional<Revision> remember(Run run, Revision revision, ReadSet reads) {
    long generation = run.sync().generation();
    memories.update(run.name(), memory -> memory.rendered(revision, generation, reads));
    return memories.get(run.name()).changedBy().or(() -> Optional.of(revision));
  }

  // The first look at a repository comes soon; what does not exist is worth a word.
  private Next withoutSource(Run run) throws IOException {
    var repository = run.source();
    return switch (hub.repositories().lookup(repository)) {
      case Lookup.Found<?, ?> ignored -> new Next.WhenAsked();
      case Lookup.Malformed<?, ?> malformed ->
          stop(run, new Failure("RepositoryMalformed", malformed.sentence()));
      case Lookup.Absent<?, ?>() ->
          stop(
              run,
              new Failure(
                  "RepositoryNotFound",
                  "Repository %s does not exist".formatted(repository.name())));
    };
  }

  private static Failure noHead(Run run, GitRef ref, RepositoryState source) {
    Failure refused = source.refused().get(ref);
    if (refused != null) {
      return refused;
    }
    Missing missing = source.missing().get(ref);
    return missing == null
        ? source.failure().orElseThrow()
        : new Failure(
            Failure.camel(missing.reason()),
            "Repository %s has %s".formatted(run.sync().spec().source().name(), missing.what()));
  }

  /**
   * The newest revision cannot be used. What is live stays, is kept true, and nothing is pruned.
   *
   * @param wanted the revision that cannot be used, where there is one
   */
  private Next keepLive(Run run, Failure why, Optional<Revision> wanted)
      throws IOException, InterruptedException {
    Optional<Revision> live = deliveries.liveRevision(run);
    if (live.isPresent()) {
      Optional<Pipeline.Result.Ready> ready = again(run, live.get());
      if (ready.isPresent()) {
        return deliver(run, wanted.orElse(live.get()), ready.get(), Optional.of(why));
      }
    }
    return stop(run, why);
  }

  private Optional<Pipeline.Result.Ready> again(Run run, Revision live) {
    try {
      return pipeline.run(live, Requests.of(run.sync().spec()))
              instanceof Pipeline.Result.Ready ready
          ? Optional.of(ready)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the commit is not here any more; then there is nothing to keep
    }
  }

  private Next stop(Run run, Failure why) throws IOException {
    run.stopped(hub, why.phase(), why);
    return why.reason().equals(Failure.QUOTA) ? new Next.After(QUOTA_AGAIN) : new Next.WhenAsked();
  }

  private Next deliver(
      Run run, Revision wanted, Pipeline.Result.Ready ready, Optional<Failure> held)
      throws IOException, InterruptedException {
    Optional<TargetState> target = targets.get(run.target());
    if (target.isEmpty()) {
      return withoutTarget(run);
    }
    return switch (target.get()) {
      case Unusable(Failure failure) -> stop(run, failure);
      case Suspended(Failure failure) -> {
        run.stopped(hub, Phase.SUSPENDED, failure);
        yield new Next.WhenAsked();
      }
      case Connected connected when connected.away().isPresent() ->
          stop(run, connected.away().get());
      case Connected connected -> deliver(run, connected, wanted, ready, held);
    };
  }

  // A target that was not tried yet wakes us when it was.
  private Next withoutTarget(Run run) throws IOException {
    return switch (hub.targets().lookup(run.target())) {
      case Lookup.Found<?, ?> ignored -> new Next.WhenAsked();
      case Lookup.Malformed<?, ?> malformed ->
          stop(run, new Failure("TargetMalformed", malformed.sentence()));
      case Lookup.Absent<?, ?>() ->
          stop(
              run,
              new Failure(
                  "TargetNotFound", "Target %s does not exist".formatted(run.target().name())));
    };
  }

  private Next deliver(
      Run run,
      Connected target,
      Revision wanted,
      Pipeline.Result.Ready ready,
      Optional<Failure> held)
      throws IOException, InterruptedException {
    Inventory inventory;
    switch (hub.inventory(run.sync())) {
      case LoadedInventory.None ignored -> inventory = Inventory.EMPTY;
      case LoadedInventory.Whole(var entries) -> inventory = Inventory.unpack(entries);
      case LoadedInventory.Incomplete(String sentence) -> {
        stop(run, new Failure("InventoryIncomplete", sentence));
        return new Next.After(INVENTORY_AGAIN);
      }
    }
    if (TargetIdentity.changed(run, target) && !inventory.isEmpty()) {
      if (!identity.confirmed(run, target)) {
        return stop(run, TargetIdentity.failure(run, target));
      }
      LOG.atWarn()
          .addKeyValue("sync", run.name())
          .addKeyValue("operation", run.operation())
          .log("{} sets aside {} objects on another cluster", run.name(), inventory.size());
      inventory = Inventory.EMPTY;
    }
    return deliveries.run(run, target, inventory, wanted, ready, held);
  }
}
