package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.EnvironmentStatus;
import dev.plumbline.api.v1alpha1.EnvironmentStatus.Phase;
import dev.plumbline.api.v1alpha1.SelectedTargets;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubEvent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.source.git.GitRef;
import java.util.List;
import java.util.function.Supplier;

/** Tells in the status of an Environment which Targets it selects and how its Syncs are. */
final class EnvironmentWork implements WorkQueue.Work {
  private final Hub hub;
  private final Landscapes landscapes;
  private final TenantSyncs syncs;
  private final Sources sources;
  private final Supplier<HubWriter> writer;
  private final Clock clock;

  EnvironmentWork(
      Hub hub,
      Landscapes landscapes,
      TenantSyncs syncs,
      Sources sources,
      Supplier<HubWriter> writer,
      Clock clock) {
    this.hub = hub;
    this.landscapes = landscapes;
    this.syncs = syncs;
    this.sources = sources;
    this.writer = writer;
    this.clock = clock;
  }

  /** The state in one word, and why. */
  private record Judgement(Phase phase, String reason, String message) {}

  @Override
  public Next run(Name name, Cancellation cancellation) {
    switch (hub.environments().lookup(name)) {
      case Lookup.Absent<EnvironmentSpec, EnvironmentStatus>() -> {
        // Its Tenants say so.
      }
      case Lookup.Malformed<EnvironmentSpec, EnvironmentStatus> malformed ->
          hub.events().write(HubEvent.malformed("Environment", malformed));
      case Lookup.Found<EnvironmentSpec, EnvironmentStatus>(var environment) -> tell(environment);
    }
    return new Next.WhenAsked();
  }

  private void tell(HubObject<EnvironmentSpec, EnvironmentStatus> environment) {
    List<String> targets = landscapes.current().targets(environment.spec().targets());
    var counts = SyncCounts.of(syncs.inEnvironment(environment.name().name()));
    Judgement judgement = judgement(environment, targets, counts);
    var ready =
        new Condition(
            Condition.READY,
            judgement.phase() == Phase.READY ? Condition.Status.TRUE : Condition.Status.FALSE,
            environment.generation(),
            clock.now(),
            judgement.reason(),
            judgement.message());
    var status =
        new EnvironmentStatus(
            environment.generation(),
            judgement.phase(),
            Condition.with(environment.status().conditions(), ready),
            new SelectedTargets(targets.size(), targets),
            counts.count());
    try {
      writer.get().environment(environment, status);
    } catch (Fence.Closed e) {
      // The agent stops.
    }
  }

  private Judgement judgement(
      HubObject<EnvironmentSpec, EnvironmentStatus> environment,
      List<String> targets,
      SyncCounts counts) {
    EnvironmentSpec spec = environment.spec();
    String repository = spec.repositoryRef().name();
    Name source = hub.home(environment.name(), repository);
    if (hub.repositories().lookup(source) instanceof Lookup.Absent<?, ?>) {
      return new Judgement(
          Phase.FAILED, "RepositoryNotFound", "Repository %s does not exist".formatted(repository));
    }
    boolean missing =
        sources
            .get(source)
            .filter(state -> state.missing().containsKey(new GitRef.Branch(spec.branch())))
            .isPresent();
    if (missing) {
      return new Judgement(
          Phase.FAILED,
          "BranchMissing",
          "Repository %s has no branch %s".formatted(repository, spec.branch()));
    }
    if (targets.isEmpty()) {
      return new Judgement(Phase.PENDING, "NoTargets", "no Target has the labels it asks for");
    }
    if (counts.firstFailed().isPresent()) {
      return new Judgement(Phase.DEGRADED, "SyncsFailed", counts.firstFailed().get());
    }
    return counts.allReady()
        ? new Judgement(Phase.READY, "Ready", counts.summary())
        : new Judgement(Phase.WAITING, "SyncsNotReady", counts.summary());
  }
}
