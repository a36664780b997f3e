package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSource;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.OperationId;
import dev.plumbline.render.Renderer;
import dev.plumbline.source.git.GitLimits;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.verify.Verifier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop: watches our objects in the hub, looks at repositories, connects to targets, and runs
 * Syncs. One replica that owns everything.
 *
 * <p>{@link #stop()} leaves within five seconds: nothing new starts, what was sent is waited for,
 * and every status says what was done.
 */
public final class Agent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
  private static final Duration HUB_WITHIN = Duration.ofSeconds(30);
  private static final Duration IN_FLIGHT_WITHIN = Duration.ofSeconds(2);
  private static final Duration STATUSES_WITHIN = Duration.ofMillis(1500);
  // A run mostly waits for answers; what bounds it is the bulkhead of its target.
  private static final int SYNCS_AT_ONCE = 256;
  private static final int REPOSITORIES_AT_ONCE = 8;
  private static final int TARGETS_AT_ONCE = 64;
  // Many Syncs become ready one after the other; the sums are told once for all of them.
  private static final Duration SUMMED_UP = Duration.ofSeconds(1);
  private static final Name UPKEEP = new Name("plumbline", "upkeep");

  private final Hub hub;
  private final GitRepositories repositories;
  private final Targets targets = new Targets();
  private final Sources sources = new Sources();
  private final Waiters waiters = new Waiters();
  private final Memories memories = new Memories(this::wakeWaiting);
  private final Cancellation replica = new Cancellation();
  private final WorkQueue syncQueue;
  private final WorkQueue repositoryQueue;
  private final WorkQueue targetQueue;
  private final WorkQueue sums;
  private final WorkQueue upkeep;
  private final SyncWork syncWork;
  private final Positions positions;
  private final Generator generator;
  private final HookKeys hookKeys;

  /**
   * @param namespace where our objects are
   * @param hubId overrides the id of this installation
   * @param requireTrust whether repositories without trust are refused
   * @param requireTenant whether Syncs without a Tenant are refused
   * @param data where clones are kept; ours alone
   * @param instance which replica this is, for events
   */
  public record Options(
      String namespace,
      Optional<String> hubId,
      boolean requireTrust,
      boolean requireTenant,
      Path data,
      String instance) {}

  private Agent(
      Hub hub,
      Connection hubConnection,
      Connections connections,
      Options options,
      Clock clock,
      Metrics metrics)
      throws IOException {
    this.hub = hub;
    this.hookKeys = new HookKeys(hub, clock);
    String hubId = hub.id(options.namespace(), options.hubId());
    this.repositories = new GitRepositories(options.data(), GitLimits.DEFAULT, clock, metrics);
    var pipeline =
        new Pipeline(
            repositories,
            new Verifier(options.requireTrust()),
            new Renderer(new Kustomize()),
            clock);
    Supplier<HubWriter> writer = () -> hub.writer(OperationId.next(clock), replica);
    this.targetQueue =
        new WorkQueue(
            "target",
            TARGETS_AT_ONCE,
            new TargetWork(
                hub,
                hubId,
                targets,
                new TargetConnections(hubConnection, connections),
                this::wakeSync,
                this::lookAt,
                writer,
                clock));
    var mandates = new Mandates(hub, options.namespace(), options.requireTenant());
    var renderings = new Renderings(hub, sources, pipeline, mandates, clock);
    var tenancy = new Tenancy(hub, renderings, this::wakeSync);
    var deliveries = new Deliveries(hub, hubId, pipeline, memories, tenancy, this::lookAt, metrics);
    var dependencies = new Dependencies(hub, sources, memories, waiters);
    var runner =
        new Runner(hub, sources, targets, memories, pipeline, tenancy, deliveries, dependencies);
    var farewell = new Farewell(hub, hubId, targets, tenancy);
    this.syncWork =
        new SyncWork(
            hub,
            targets,
            memories,
            runner,
            farewell,
            mandates,
            tenancy,
            replica,
            this::pushed,
            metrics,
            clock);
    this.syncQueue = new WorkQueue("sync", SYNCS_AT_ONCE, this::lane, this::runSync);
    this.positions = new Positions(hub, memories, repositories);
    this.generator =
        new Generator(
            hub,
            options.namespace(),
            sources,
            repositories,
            writer,
            this::pushed,
            this::wakeSync,
            clock);
    this.repositoryQueue =
        new WorkQueue(
            "repository",
            REPOSITORIES_AT_ONCE,
            new RepositoryWork(
                hub,
                repositories,
                sources,
                memories,
                mandates,
                syncQueue::preempt,
                new RepositoryReports(writer, hub.events(), clock),
                generator::looked,
                clock));
    this.sums = new WorkQueue("sums", 1, new TargetSums(hub, options.namespace(), writer));
    this.upkeep = new WorkQueue("upkeep", 1, new Upkeep(writer));
    LOG.atInfo().addKeyValue("hub", hubId).log("installation {}", hubId);
  }

  private void wakeSync(Name sync) {
    syncQueue.add(sync);
  }

  private void wakeWaiting(Name dependency) {
    waiters.moved(dependency, this::wakeSync);
  }

  private WorkQueue.Next runSync(Name sync, Cancellation cancellation) throws Exception {
    try {
      return syncWork.run(sync, cancellation);
    } finally {
      wakeWaiting(sync);
    }
  }

  private WorkQueue.Lane lane(Name name) {
    return hub.syncs()
        .get(name)
        .map(
            sync ->
                new WorkQueue.Lane(
                    targets.bulkhead(hub.home(name, sync.spec().targetRef().name())),
                    Optional.ofNullable(sync.spec().tenantRef())
                        .map(tenant -> hub.home(name, tenant.name()))))
        .orElseGet(() -> WorkQueue.Lane.of(name));
  }

  /**
   * Starts the loop.
   *
   * @param hub the cluster our objects are in; the caller closes it after the agent
   * @param connections opens the targets
   * @throws IOException when the hub cannot be reached or does not know our kinds
   */
  public static Agent start(
      Connection hub, Connections connections, Options options, Clock clock, Metrics metrics)
      throws IOException, InterruptedException {
    Hub ours =
        Hub.open(hub, new Hub.Options(options.namespace(), options.instance(), clock, metrics));
    Agent agent;
    try {
      agent = new Agent(ours, hub, connections, options, clock, metrics);
    } catch (IOException | RuntimeException e) {
      ours.close();
      throw e;
    }
    if (!ours.awaitSynced(HUB_WITHIN)) {
      agent.close();
      throw new IOException(
          "the hub did not list our objects within %d s".formatted(HUB_WITHIN.toSeconds()));
    }
    agent.follow();
    return agent;
  }

  private void follow() {
    hub.repositories().onChange(repositoryQueue::add);
    hub.targets().onChange(this::targetChanged);
    hub.syncs().onChange(this::syncChanged);
    hub.syncs().onStatus(sync -> sumUp());
    generator.follow();
    hub.tenants().onChange(this::tenantChanged);
    upkeep.add(UPKEEP);
  }

  // A target that may not answer any more.
  private void lookAt(Name target) {
    targetQueue.add(target);
  }

  // A person may have confirmed it, or asked for it: what concerns all that is delivered there.
  private void targetChanged(Name target) {
    targetQueue.add(target);
    sumUp();
    hub.syncs().all().stream()
        .filter(sync -> hub.home(sync.name(), sync.spec().targetRef().name()).equals(target))
        .forEach(this::judgeAgain);
  }

  // What its Syncs may do may be another thing now.
  private void tenantChanged(Name tenant) {
    hub.syncs().all().stream()
        .filter(sync -> sync.spec().tenantRef() != null)
        .filter(sync -> hub.home(sync.name(), sync.spec().tenantRef().name()).equals(tenant))
        .forEach(this::judgeAgain);
  }

  private void judgeAgain(HubObject<SyncSpec, SyncStatus> sync) {
    syncQueue.add(sync.name());
    lookFor(sync);
  }

  // It may ask for another branch than others, or may ask at all only now.
  private void lookFor(HubObject<SyncSpec, SyncStatus> sync) {
    SyncSource source = sync.spec().source();
    Name repository = hub.home(sync.name(), source.name());
    if (asksForMore(repository, source)) {
      repositoryQueue.add(repository);
    }
  }

  private void sumUp() {
    sums.add(TargetSums.ALL, SUMMED_UP);
  }

  private void syncChanged(Name name) {
    sumUp();
    waiters.changed(name, this::wakeSync);
    if (syncWork.outdated(name)) {
      syncQueue.preempt(name, "the Sync was changed");
    } else {
      syncQueue.add(name);
    }
    hub.syncs().get(name).ifPresent(this::lookFor);
  }

  private boolean asksForMore(Name repository, SyncSource source) {
    Optional<GitRef> ref = Follows.readable(source);
    Optional<RepositoryState> state = sources.get(repository);
    return state.isEmpty()
        || ref.filter(asked -> state.get().head(asked).isEmpty())
            .filter(asked -> !state.get().isNot(asked))
            .isPresent();
  }

  /** A hint that something was pushed: looks at once. */
  public void pushed(Name repository) {
    repositoryQueue.add(repository, Duration.ZERO);
  }

  /** What calls about a repository are proven with; empty where nobody may call. */
  public Optional<HookKey> webhookKey(Name repository) throws IOException {
    return hookKeys.of(repository);
  }

  /**
   * Whether a Sync is at a commit of its repository, or at a later one.
   *
   * @param commit its full id
   */
  public Position position(Name sync, String commit) {
    return hub.syncs().get(sync).map(found -> positions.of(found, commit)).orElse(Position.UNKNOWN);
  }

  /** How many names are due or running, by kind; for metrics. */
  public Map<String, Integer> depths() {
    var depths = new HashMap<>(generator.depths());
    depths.put("sync", syncQueue.depth());
    depths.put("repository", repositoryQueue.depth());
    depths.put("target", targetQueue.depth());
    depths.put("sums", sums.depth());
    return Map.copyOf(depths);
  }

  /**
   * Ends the loop: starts nothing new, sends nothing new, waits for what was sent, aborts the rest,
   * whose entries are recorded, and lets every run write its status.
   */
  public void stop() throws InterruptedException {
    repositoryQueue.stop();
    targetQueue.stop();
    generator.stop();
    sums.stop();
    upkeep.stop();
    syncQueue.stop();
    replica.cancel("the agent stops");
    if (!syncQueue.awaitIdle(IN_FLIGHT_WITHIN)) {
      LOG.info("requests are still under way; they are aborted and read back at the next start");
      targets.close();
      boolean idle = syncQueue.awaitIdle(STATUSES_WITHIN);
      if (!idle) {
        LOG.warn("some statuses could not be written in time");
      }
    }
    close();
  }

  @Override
  public void close() {
    syncQueue.close();
    repositoryQueue.close();
    targetQueue.close();
    generator.close();
    sums.close();
    upkeep.close();
    targets.close();
    hub.close();
    try {
      repositories.close();
    } catch (IOException e) {
      LOG.warn("closing the clones: {}", e.getMessage());
    }
  }
}
