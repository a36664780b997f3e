package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.OperationId;
import dev.plumbline.model.Secret;
import dev.plumbline.render.Renderer;
import dev.plumbline.source.git.GitLimits;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.verify.Verifier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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

  private final Hub hub;
  private final GitRepositories repositories;
  private final Targets targets = new Targets();
  private final Sources sources = new Sources();
  private final Memories memories = new Memories();
  private final Cancellation replica = new Cancellation();
  private final WorkQueue syncQueue;
  private final WorkQueue repositoryQueue;
  private final WorkQueue targetQueue;

  /**
   * @param namespace where our objects are
   * @param hubId overrides the id of this installation
   * @param requireTrust whether repositories without trust are refused
   * @param data where clones are kept; ours alone
   * @param instance which replica this is, for events
   */
  public record Options(
      String namespace, Optional<String> hubId, boolean requireTrust, Path data, String instance) {}

  private Agent(
      Connection hubConnection,
      Connections connections,
      Options options,
      Clock clock,
      Metrics metrics)
      throws IOException {
    this.hub =
        Hub.open(
            hubConnection,
            new Hub.Options(options.namespace(), options.instance(), clock, metrics));
    String hubId = hub.id(options.namespace(), options.hubId());
    this.repositories = new GitRepositories(options.data(), GitLimits.DEFAULT, clock, metrics);
    var pipeline =
        new Pipeline(
            repositories, new Verifier(options.requireTrust()), new Renderer(new Kustomize()));
    var deliveries = new Deliveries(hub, hubId, pipeline, memories, metrics);
    var runner = new Runner(hub, sources, targets, memories, pipeline, deliveries);
    var farewell = new Farewell(hub, hubId, targets);
    Fence fence = replica;
    this.syncQueue =
        new WorkQueue(
            "sync",
            SYNCS_AT_ONCE,
            new SyncWork(hub, targets, memories, runner, farewell, fence, metrics, clock));
    Supplier<HubWriter> writer = () -> hub.writer(OperationId.next(clock), fence);
    this.repositoryQueue =
        new WorkQueue(
            "repository",
            REPOSITORIES_AT_ONCE,
            new RepositoryWork(
                hub, repositories, sources, memories, syncQueue::preempt, writer, clock));
    this.targetQueue =
        new WorkQueue(
            "target",
            TARGETS_AT_ONCE,
            new TargetWork(
                hub,
                hubId,
                targets,
                new TargetConnections(hubConnection, connections),
                syncQueue::add,
                writer,
                clock));
    LOG.atInfo().addKeyValue("hub", hubId).log("installation {}", hubId);
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
    var agent = new Agent(hub, connections, options, clock, metrics);
    if (!agent.hub.awaitSynced(HUB_WITHIN)) {
      agent.close();
      throw new IOException(
          "the hub did not list our objects within %d s".formatted(HUB_WITHIN.toSeconds()));
    }
    agent.follow();
    return agent;
  }

  private void follow() {
    hub.repositories().onChange(repositoryQueue::add);
    hub.targets().onChange(targetQueue::add);
    hub.syncs()
        .onChange(
            name -> {
              syncQueue.add(name);
              // Another Sync may ask for another branch, or make its target worth a connection.
              hub.syncs()
                  .get(name)
                  .map(sync -> new Name(name.namespace(), sync.spec().source().name()))
                  .filter(repository -> asksForMore(name, repository))
                  .ifPresent(repositoryQueue::add);
            });
  }

  private boolean asksForMore(Name sync, Name repository) {
    String branch = hub.syncs().get(sync).orElseThrow().spec().source().branch();
    return sources
        .get(repository)
        .map(state -> state.head(branch).isEmpty() && !state.missing().contains(branch))
        .orElse(true);
  }

  /** A hint that something was pushed: looks at once. */
  public void pushed(Name repository) {
    repositoryQueue.add(repository, Duration.ZERO);
  }

  /** The key that signs calls about a repository; empty where nobody may call. */
  public Optional<Secret<byte[]>> webhookKey(Name repository) throws IOException {
    Optional<RepositorySpec.Webhook> webhook =
        hub.repositories().get(repository).map(found -> found.spec().webhook());
    if (webhook.isEmpty()) {
      return Optional.empty();
    }
    var secret = new Name(repository.namespace(), webhook.get().secretRef().name());
    return hub.secret(secret)
        .filter(data -> data.<Boolean>use(keys -> keys.containsKey("token")))
        .map(data -> data.map((Map<String, byte[]> keys) -> keys.get("token")));
  }

  /** How many names are due or running, by kind; for metrics. */
  public Map<String, Integer> depths() {
    return Map.of(
        "sync", syncQueue.depth(),
        "repository", repositoryQueue.depth(),
        "target", targetQueue.depth());
  }

  /**
   * Ends the loop: starts nothing new, sends nothing new, waits for what was sent, aborts the rest,
   * whose entries are recorded, and lets every run write its status.
   */
  public void stop() throws InterruptedException {
    repositoryQueue.stop();
    targetQueue.stop();
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
    targets.close();
    hub.close();
    try {
      repositories.close();
    } catch (IOException e) {
      LOG.warn("closing the clones: {}", e.getMessage());
    }
  }
}
