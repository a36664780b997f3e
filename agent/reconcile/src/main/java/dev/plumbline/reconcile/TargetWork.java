package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.api.v1alpha1.TargetStatus.Phase;
import dev.plumbline.apply.Fights;
import dev.plumbline.apply.Live;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubEvent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.hub.Lookup;
import dev.plumbline.hub.Write;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connection.ServerInfo;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Digest;
import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import dev.plumbline.reconcile.TargetState.Connected;
import dev.plumbline.reconcile.TargetState.Suspended;
import dev.plumbline.reconcile.TargetState.Unusable;
import dev.plumbline.reconcile.WorkQueue.Next;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Connects to a Target, finds out who it is, and keeps its Syncs told whether it answers. */
final class TargetWork implements WorkQueue.Work {
  private static final Backoff RETRY = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
  private static final Backoff MENDED = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(1));
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);
  private static final int TRIES = 3;
  private static final String UNREACHABLE = "TargetUnreachable";

  private final Hub hub;
  private final String hubId;
  private final Targets targets;
  private final Opener opener;
  private final Consumer<Name> wakeSync;
  private final Consumer<Name> lookAgain;
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

  /**
   * @param lookAgain asks for a run of this work
   */
  TargetWork(
      Hub hub,
      String hubId,
      Targets targets,
      Opener opener,
      Consumer<Name> wakeSync,
      Consumer<Name> lookAgain,
      Supplier<HubWriter> writer,
      Clock clock) {
    this.hub = hub;
    this.hubId = hubId;
    this.targets = targets;
    this.opener = opener;
    this.wakeSync = wakeSync;
    this.lookAgain = lookAgain;
    this.writer = writer;
    this.clock = clock;
  }

  @Override
  public Next run(Name name, Cancellation cancellation) {
    return switch (hub.targets().lookup(name)) {
      case Lookup.Absent<TargetSpec, TargetStatus>() -> {
        if (targets.get(name).isPresent()) {
          targets.remove(name);
          wakeSyncsOf(name);
        }
        yield new Next.WhenAsked();
      }
      case Lookup.Malformed<TargetSpec, TargetStatus> malformed -> {
        hub.events().write(HubEvent.malformed("Target", malformed));
        become(name, new Unusable(new Failure("TargetMalformed", malformed.sentence())));
        yield new Next.WhenAsked();
      }
      case Lookup.Found<TargetSpec, TargetStatus>(var target) -> look(target);
    };
  }

  private Next look(HubObject<TargetSpec, TargetStatus> target) {
    Name name = target.name();
    if (target.spec().suspend()) {
      var failure = new Failure("TargetSuspended", "Target %s is suspended".formatted(name.name()));
      become(name, new Suspended(failure));
      write(target, Phase.SUSPENDED, failure.reason(), failure.message(), null, null);
      return new Next.WhenAsked();
    }
    try {
      connect(target);
      return new Next.After(LOOK_AGAIN);
    } catch (Opener.Refused e) {
      var failure = new Failure("KubeconfigRefused", e.getMessage());
      become(name, new Unusable(failure));
      write(target, Phase.FAILED, failure.reason(), failure.message(), null, null);
      return new Next.Retry(MENDED);
    } catch (IOException e) {
      away(target, e);
      return new Next.Retry(RETRY);
    }
  }

  private void connect(HubObject<TargetSpec, TargetStatus> target)
      throws Opener.Refused, IOException {
    Name name = target.name();
    Optional<Secret<byte[]>> kubeconfig = kubeconfig(target);
    Digest credentials =
        kubeconfig.map(secret -> secret.<Digest>use(Digest::of)).orElse(Digest.of("in-cluster"));
    if (targets.get(name).orElse(null) instanceof Connected before
        && before.credentials().equals(credentials)) {
      ServerInfo info = before.connection().info();
      if (info.identity().equals(before.identity())) {
        become(name, before.back());
        reachable(target, info);
        return;
      }
    }
    Connection connection = opener.open(name, kubeconfig);
    try {
      ServerInfo info = connection.info();
      become(name, connected(name, connection, credentials, info));
      reachable(target, info);
    } catch (IOException e) {
      connection.close();
      throw e;
    }
  }

  private Connected connected(
      Name target, Connection connection, Digest credentials, ServerInfo info) {
    var watches = new Watchful(connection.watches(), () -> doubt(target, connection));
    return new Connected(
        connection,
        credentials,
        info.identity(),
        info.version(),
        new Live(watches, hubId, wakeSync),
        new Fights(clock),
        new Premises(new Namespaces(watches, wakeSync), new Accounts(clock)),
        Optional.empty());
  }

  // Once it is known to be away it is looked at as often as that deserves.
  private void doubt(Name target, Connection connection) {
    if (targets.get(target).orElse(null) instanceof Connected now
        && now.connection() == connection
        && now.away().isEmpty()) {
      lookAgain.accept(target);
    }
  }

  private Optional<Secret<byte[]>> kubeconfig(HubObject<TargetSpec, TargetStatus> target)
      throws Opener.Refused, IOException {
    if (target.spec().inCluster()) {
      return Optional.empty();
    }
    var ref = target.spec().kubeconfigRef();
    Name name = secretName(target);
    var data = secret(name);
    if (data.isEmpty()) {
      throw new Opener.Refused("Secret %s does not exist".formatted(name));
    }
    boolean there = data.get().use(keys -> keys.containsKey(ref.key()));
    if (!there) {
      throw new Opener.Refused("Secret %s has no key %s".formatted(name, ref.key()));
    }
    return Optional.of(data.get().map(keys -> keys.get(ref.key())));
  }

  private static Name secretName(HubObject<TargetSpec, TargetStatus> target) {
    return new Name(target.name().namespace(), target.spec().kubeconfigRef().name());
  }

  // That we may not read a Secret says nothing about the target.
  private Optional<Secret<Map<String, byte[]>>> secret(Name name) throws Opener.Refused {
    try {
      return hub.secret(name);
    } catch (IOException e) {
      throw new Opener.Refused("could not read Secret %s: %s".formatted(name, e.getMessage()));
    }
  }

  private void away(HubObject<TargetSpec, TargetStatus> target, IOException e) {
    Name name = target.name();
    Failure failure = failure(target, e);
    TargetState before = targets.get(name).orElse(null);
    if (before instanceof Connected connected) {
      // Its Syncs find out when they have something to do.
      targets.put(name, connected.away(failure));
    } else {
      become(name, new Unusable(failure));
    }
    // Later tries that were not even made tell nothing new.
    boolean told =
        Boolean.FALSE.equals(target.status().reachable()) && e.getMessage().contains("not tried:");
    if (!told) {
      boolean answers = !failure.reason().equals(UNREACHABLE);
      write(target, Phase.FAILED, failure.reason(), failure.message(), null, answers);
    }
  }

  private static Failure failure(HubObject<TargetSpec, TargetStatus> target, IOException e) {
    String name = target.name().name();
    Optional<Refusal.Cause> cause =
        e instanceof KubeException no ? Optional.of(no.refusal().cause()) : Optional.empty();
    if (cause.equals(Optional.of(Refusal.Cause.UNAUTHORIZED))) {
      String whose =
          target.spec().inCluster()
              ? "the agent's own credentials"
              : "the credentials of Secret " + secretName(target);
      return new Failure(
          "TargetUnauthorized",
          "cluster %s refuses %s: they may have expired or been revoked".formatted(name, whose));
    }
    if (cause.equals(Optional.of(Refusal.Cause.FORBIDDEN))) {
      return new Failure(
          "TargetForbidden",
          "cluster %s does not let the agent look at it: %s".formatted(name, e.getMessage()));
    }
    return new Failure(
        UNREACHABLE, "cluster %s does not answer: %s".formatted(name, e.getMessage()));
  }

  /** Publishes a state; those who wait for another one look again. */
  private void become(Name name, TargetState state) {
    Optional<TargetState> before = targets.get(name);
    targets.put(name, state);
    if (before.filter(state::equals).isEmpty()) {
      wakeSyncsOf(name);
    }
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
    Optional<HubObject<TargetSpec, TargetStatus>> now = Optional.of(target);
    // Whoever counts its Syncs writes here, too.
    for (int tries = 0; now.isPresent() && tries < TRIES; tries++) {
      now = superseded(now.get(), status(now.get(), phase, condition, info, reachable));
    }
  }

  private static TargetStatus status(
      HubObject<TargetSpec, TargetStatus> target,
      Phase phase,
      Condition condition,
      ServerInfo info,
      Boolean reachable) {
    TargetStatus last = target.status();
    return new TargetStatus(
        condition.observedGeneration(),
        phase,
        Condition.with(last.conditions(), condition),
        info == null ? last.version() : info.version(),
        info == null ? last.identity() : info.identity(),
        reachable,
        last.syncs(),
        last.objects());
  }

  /** What is there now, where it was not what was read. */
  private Optional<HubObject<TargetSpec, TargetStatus>> superseded(
      HubObject<TargetSpec, TargetStatus> target, TargetStatus status) {
    return !status.equals(target.status())
            && writer.get().target(target, status)
                instanceof Write.Superseded<TargetSpec, TargetStatus>(var newest)
        ? Optional.of(newest)
        : Optional.empty();
  }

  private void wakeSyncsOf(Name target) {
    hub.syncs().all().stream()
        .filter(sync -> hub.home(sync.name(), sync.spec().targetRef().name()).equals(target))
        .forEach(sync -> wakeSync.accept(sync.name()));
  }
}
