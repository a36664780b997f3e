package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.Condition.Status;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.apply.Inventory;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.LoadedInventory;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.Revision;
import dev.plumbline.reconcile.TargetState.Connected;
import dev.plumbline.reconcile.TargetState.Unusable;
import dev.plumbline.reconcile.WorkQueue.Next;
import java.io.IOException;
import java.util.Optional;

/**
 * Takes a Sync through the pipeline: the newest revision where that can be used, else the one that
 * is live, so that a bad push changes nothing and drift is repaired all the same.
 */
final class Runner {
  private final Hub hub;
  private final Sources sources;
  private final Targets targets;
  private final Memories memories;
  private final Pipeline pipeline;
  private final Deliveries deliveries;

  Runner(
      Hub hub,
      Sources sources,
      Targets targets,
      Memories memories,
      Pipeline pipeline,
      Deliveries deliveries) {
    this.hub = hub;
    this.sources = sources;
    this.targets = targets;
    this.memories = memories;
    this.pipeline = pipeline;
    this.deliveries = deliveries;
  }

  Next run(Run run) throws IOException, InterruptedException {
    SyncSpec spec = run.sync().spec();
    targets.use(run.name(), run.inNamespace(spec.targetRef().name()));
    Optional<RepositoryState> source = sources.get(run.inNamespace(spec.source().name()));
    if (source.isEmpty()) {
      return withoutSource(run);
    }
    Optional<Revision> head = source.get().head(spec.source().branch());
    if (head.isEmpty()) {
      return keepLive(run, noHead(run, source.get()), Optional.empty());
    }
    return switch (pipeline.run(head.get(), spec.directory())) {
      case Pipeline.Result.Refused(Failure failure) -> {
        remember(run, head.get(), ReadSet.EMPTY);
        yield keepLive(run, failure, head);
      }
      case Pipeline.Result.Broken broken -> {
        remember(run, head.get(), broken.reads());
        yield keepLive(run, broken.failure(), head);
      }
      case Pipeline.Result.Ready ready -> {
        remember(run, head.get(), ready.rendered().readSet());
        yield deliver(run, head.get(), ready, Optional.empty());
      }
    };
  }

  private void remember(Run run, Revision revision, ReadSet reads) {
    memories.update(run.name(), memory -> memory.rendered(revision.commit(), reads));
  }

  // The first look at a repository comes soon; what does not exist is worth a word.
  private Next withoutSource(Run run) throws IOException {
    var repository = run.inNamespace(run.sync().spec().source().name());
    if (hub.repositories().get(repository).isEmpty()) {
      return stop(
          run,
          new Failure(
              "RepositoryNotFound", "Repository %s does not exist".formatted(repository.name())));
    }
    return new Next.WhenAsked();
  }

  private static Failure noHead(Run run, RepositoryState source) {
    if (source.failure().isPresent()) {
      return source.failure().get();
    }
    SyncSpec.Source asked = run.sync().spec().source();
    return new Failure(
        "BranchMissing", "Repository %s has no branch %s".formatted(asked.name(), asked.branch()));
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
      return pipeline.run(live, run.sync().spec().directory())
              instanceof Pipeline.Result.Ready ready
          ? Optional.of(ready)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the commit is not here any more; then there is nothing to keep
    }
  }

  private Next stop(Run run, Failure why) throws IOException {
    var report =
        run.report()
            .ready(Phase.FAILED, false, why.reason(), why.message())
            .condition(Condition.STALLED, Status.TRUE, why.reason(), why.message());
    run.say(hub, report);
    return new Next.WhenAsked();
  }

  private Next deliver(
      Run run, Revision wanted, Pipeline.Result.Ready ready, Optional<Failure> held)
      throws IOException, InterruptedException {
    var targetName = run.inNamespace(run.sync().spec().targetRef().name());
    Optional<TargetState> target = targets.get(targetName);
    if (target.isEmpty()) {
      return hub.targets().get(targetName).isPresent()
          ? new Next.WhenAsked()
          : stop(
              run,
              new Failure(
                  "TargetNotFound", "Target %s does not exist".formatted(targetName.name())));
    }
    return switch (target.get()) {
      case Unusable(Failure failure) -> stop(run, failure);
      case Connected connected -> {
        Inventory inventory;
        switch (hub.inventory(run.sync())) {
          case LoadedInventory.None ignored -> inventory = Inventory.EMPTY;
          case LoadedInventory.Whole(var entries) -> inventory = Inventory.unpack(entries);
          case LoadedInventory.Incomplete(String sentence) -> {
            yield stop(run, new Failure("InventoryIncomplete", sentence));
          }
        }
        if (anotherCluster(run, connected)) {
          if (!confirmed(run, connected)) {
            yield stop(run, identityChanged(run, connected));
          }
          inventory = Inventory.EMPTY; // set aside: it speaks of another cluster
        }
        connected.bulkhead().acquire();
        try {
          yield deliveries.run(run, connected, inventory, wanted, ready, held);
        } finally {
          connected.bulkhead().release();
        }
      }
    };
  }

  private static boolean anotherCluster(Run run, Connected connected) {
    String known = run.sync().status().targetIdentity();
    return known != null && !known.equals(connected.identity());
  }

  private boolean confirmed(Run run, Connected connected) {
    HubObject<SyncSpec, SyncStatus> sync = run.sync();
    String word = sync.annotations().get(Marks.CONFIRM_IDENTITY);
    if (word == null) {
      word =
          hub.targets()
              .get(run.inNamespace(sync.spec().targetRef().name()))
              .map(target -> target.annotations().get(Marks.CONFIRM_IDENTITY))
              .orElse(null);
    }
    return connected.identity().equals(word);
  }

  private static Failure identityChanged(Run run, Connected connected) {
    return new Failure(
        "IdentityChanged",
        ("Target %s is another cluster now: its kube-system has uid %s, it was %s. Nothing is"
                + " written until the Sync or the Target is annotated %s: %s")
            .formatted(
                run.sync().spec().targetRef().name(),
                connected.identity(),
                run.sync().status().targetIdentity(),
                Marks.CONFIRM_IDENTITY,
                connected.identity()));
  }
}
