package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.api.v1alpha1.TargetStatus.Phase;
import dev.plumbline.apply.Fights;
import dev.plumbline.apply.Live;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connection.ServerInfo;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Digest;
import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import dev.plumbline.reconcile.TargetState.Connected;
import dev.plumbline.reconcile.TargetState.Unusable;
import dev.plumbline.reconcile.WorkQueue.Next;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Connects to a Target, finds out who it is, and keeps its Syncs told whether it answers. */
final class TargetWork implements WorkQueue.Work {
  private static final Backoff RETRY = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);
  private static final int RUNS_AT_ONCE = 16;

  private final Hub hub;
  private final String hubId;
  private final Targets targets;
  private final Opener opener;
  private final Consumer<Name> wakeSync;
  private final Supplier<HubWriter> writer;
  private final Clock clock;

  /** Opens connections to targets. */
  interface Opener {
    /**
     * @param kubeconfig empty for the cluster the agent runs in
     * @throws Refused when the kubeconfig cannot be used, with a sentence for people
     */
    Connection open(Name target, Optional<Secret<byte[]>> kubeconfig) throws Refused, IOException;

    /** A kubeconfig that is not accepted as it is. */
    final class Refused extends Exception {
      private static final long serialVersionUID = 1;

      public Refused(String sentence) {
        super(sentence);
      }
    }
  }

  TargetWork(
      Hub hub,
      String hubId,
      Targets targets,
      Opener opener,
      Consumer<Name> wakeSync,
      Supplier<HubWriter> writer,
      Clock clock) {
    this.hub = hub;
    this.hubId = hubId;
    this.targets = targets;
    this.opener = opener;
    this.wakeSync = wakeSync;
    this.writer = writer;
    this.clock = clock;
  }

  @Override
  public Next run(Name name, Cancellation cancellation) throws IOException {
    var found = hub.targets().get(name);
    if (found.isEmpty()) {
      if (targets.get(name).isPresent()) {
        targets.remove(name);
        wakeSyncsOf(name);
      }
      return new Next.WhenAsked();
    }
    HubObject<TargetSpec, TargetStatus> target = found.get();
    if (target.spec().suspend()) {
      var failure = new Failure("TargetSuspended", "Target %s is suspended".formatted(name));
      unusable(target, failure, Phase.SUSPENDED, null);
      return new Next.WhenAsked();
    }
    try {
      connect(target);
      return new Next.After(LOOK_AGAIN);
    } catch (Opener.Refused e) {
      unusable(target, new Failure("KubeconfigRefused", e.getMessage()), Phase.FAILED, null);
      return new Next.Retry(new Backoff(Duration.ofSeconds(5), LOOK_AGAIN));
    } catch (IOException e) {
      String message = "cluster %s does not answer: %s".formatted(name.name(), e.getMessage());
      unusable(target, new Failure("TargetUnreachable", message), Phase.FAILED, false);
      return new Next.Retry(RETRY);
    }
  }

  private void connect(HubObject<TargetSpec, TargetStatus> target)
      throws Opener.Refused, IOException {
    Name name = target.name();
    Optional<Secret<byte[]>> kubeconfig = kubeconfig(target);
    Digest credentials =
        kubeconfig.map(secret -> secret.<Digest>use(Digest::of)).orElse(Digest.of("in-cluster"));
    Optional<TargetState> before = targets.get(name);
    if (before.isPresent()
        && before.get() instanceof Connected connected
        && connected.credentials().equals(credentials)) {
      ServerInfo info = connected.connection().info();
      if (info.identity().equals(connected.identity())) {
        reachable(target, info);
        return;
      }
    }
    Connection connection = opener.open(name, kubeconfig);
    try {
      ServerInfo info = connection.info();
      targets.put(
          name,
          new Connected(
              connection,
              credentials,
              info.identity(),
              info.version(),
              new Live(connection.watches(), hubId, wakeSync),
              new Fights(clock),
              new Semaphore(RUNS_AT_ONCE)));
      reachable(target, info);
      wakeSyncsOf(name);
    } catch (IOException e) {
      connection.close();
      throw e;
    }
  }

  private Optional<Secret<byte[]>> kubeconfig(HubObject<TargetSpec, TargetStatus> target)
      throws Opener.Refused, IOException {
    if (target.spec().inCluster()) {
      return Optional.empty();
    }
    var ref = target.spec().kubeconfigRef();
    var name = new Name(target.name().namespace(), ref.name());
    var data = hub.secret(name);
    if (data.isEmpty()) {
      throw new Opener.Refused("Secret %s does not exist".formatted(name));
    }
    boolean there = data.get().use(keys -> keys.containsKey(ref.key()));
    if (!there) {
      throw new Opener.Refused("Secret %s has no key %s".formatted(name, ref.key()));
    }
    return Optional.of(data.get().map(keys -> keys.get(ref.key())));
  }

  // A target that stops answering keeps its connection: its watches come back by themselves, and
  // what is known of it stays known.
  private void unusable(
      HubObject<TargetSpec, TargetStatus> target, Failure why, Phase phase, Boolean reachable) {
    boolean away = Boolean.FALSE.equals(reachable);
    Optional<TargetState> before = targets.get(target.name());
    if (!(away && before.isPresent() && before.get() instanceof Connected)) {
      targets.put(target.name(), new Unusable(why));
      if (before.isEmpty() || !before.get().equals(new Unusable(why))) {
        wakeSyncsOf(target.name());
      }
    }
    write(target, phase, why.reason(), why.message(), null, reachable);
  }

  private void reachable(HubObject<TargetSpec, TargetStatus> target, ServerInfo info) {
    write(target, Phase.READY, "Connected", "cluster answers", info, true);
  }

  private void write(
      HubObject<TargetSpec, TargetStatus> target,
      Phase phase,
      String reason,
      String message,
      ServerInfo info,
      Boolean reachable) {
    var condition =
        new Condition(
            Condition.READY,
            phase == Phase.READY ? Condition.Status.TRUE : Condition.Status.FALSE,
            target.generation(),
            clock.now(),
            reason,
            message);
    TargetStatus last = target.status();
    var status =
        new TargetStatus(
            target.generation(),
            phase,
            Condition.with(last.conditions(), condition),
            info == null ? last.version() : info.version(),
            info == null ? last.identity() : info.identity(),
            reachable);
    if (!status.equals(last)) {
      writer.get().target(target, status);
    }
  }

  private void wakeSyncsOf(Name target) {
    hub.syncs().all().stream()
        .filter(sync -> sync.name().namespace().equals(target.namespace()))
        .filter(sync -> sync.spec().targetRef().name().equals(target.name()))
        .forEach(sync -> wakeSync.accept(sync.name()));
  }
}
