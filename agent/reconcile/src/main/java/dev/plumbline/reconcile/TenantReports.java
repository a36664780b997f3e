package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.api.v1alpha1.TenantStatus.Phase;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.generate.Generation;
import dev.plumbline.reconcile.generate.Triple;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Tells people in the status of a Tenant what it has, and what is in the way. */
final class TenantReports {
  private final Hub hub;
  private final Claims claims;
  private final Supplier<HubWriter> writer;
  private final Clock clock;

  TenantReports(Hub hub, Supplier<HubWriter> writer, Clock clock) {
    this.hub = hub;
    this.claims = new Claims(hub);
    this.writer = writer;
    this.clock = clock;
  }

  /** The state in one word, and why. */
  private record Judgement(Phase phase, String reason, String message) {}

  void generated(
      HubObject<TenantSpec, TenantStatus> tenant,
      Generation generation,
      List<HubObject<SyncSpec, SyncStatus>> syncs) {
    Optional<Judgement> obstacle = obstacle(generation);
    write(tenant, generation, syncs, obstacle);
  }

  void failed(
      HubObject<TenantSpec, TenantStatus> tenant,
      Generation generation,
      List<HubObject<SyncSpec, SyncStatus>> syncs,
      Failure why) {
    write(tenant, generation, syncs, Optional.of(judgement(tenant, why)));
  }

  /** Its Syncs could not be deleted. */
  void failed(HubObject<TenantSpec, TenantStatus> tenant, Failure why) {
    Judgement judgement = judgement(tenant, why);
    write(tenant, ready(tenant, judgement, false), tenant.status().directory(), judgement.phase());
  }

  /** It is being deleted, and waits for these. */
  void deleting(
      HubObject<TenantSpec, TenantStatus> tenant, List<HubObject<SyncSpec, SyncStatus>> left) {
    HubObject<SyncSpec, SyncStatus> first =
        left.stream().filter(sync -> !sync.deleting()).findFirst().orElse(left.getFirst());
    String message =
        Triple.of(first).isPresent() || first.deleting()
            ? "waits for %d Syncs to go; %s".formatted(left.size(), SyncCounts.sentence(first))
            : "waits for Sync %s, which a person wrote: delete it first".formatted(first.name());
    var judgement = new Judgement(Phase.DELETING, "Deleting", message);
    write(tenant, ready(tenant, judgement, false), tenant.status().directory(), Phase.DELETING);
  }

  private static Judgement judgement(HubObject<TenantSpec, TenantStatus> tenant, Failure why) {
    String message =
        why.reason().equals("NamespaceMissing")
            ? "namespace %s, where its Syncs are to be, is not there: %s"
                .formatted(TenantWork.namespaceOf(tenant), why.message())
            : why.message();
    return new Judgement(Phase.FAILED, why.reason(), message);
  }

  private Optional<Judgement> obstacle(Generation generation) {
    if (generation.trouble().isPresent()) {
      var trouble = generation.trouble().get();
      return Optional.of(new Judgement(Phase.FAILED, trouble.reason(), trouble.message()));
    }
    if (!generation.taken().isEmpty()) {
      return Optional.of(
          new Judgement(Phase.FAILED, "NameTaken", taken(generation.taken().getFirst())));
    }
    return generation
        .held()
        .map(why -> new Judgement(Phase.DEGRADED, "DirectoryGone", why))
        .or(() -> generation.unknown().map(why -> new Judgement(Phase.PENDING, "Unknown", why)))
        .or(
            () ->
                generation.going().stream()
                    .findFirst()
                    .map(
                        name ->
                            new Judgement(
                                Phase.WAITING,
                                "Deleting",
                                "Sync %s is being deleted and made again after"
                                    .formatted(name.name()))));
  }

  private String taken(Name name) {
    return switch (hub.syncs().lookup(name)) {
      case Lookup.Malformed<SyncSpec, SyncStatus> malformed -> malformed.sentence();
      case Lookup.Absent<SyncSpec, SyncStatus>() ->
          "two Syncs would be named %s: rename the Tenant".formatted(name);
      case Lookup.Found<SyncSpec, SyncStatus> ignored ->
          "Sync %s is there and was not generated: delete it or give it another name"
              .formatted(name);
    };
  }

  private void write(
      HubObject<TenantSpec, TenantStatus> tenant,
      Generation generation,
      List<HubObject<SyncSpec, SyncStatus>> syncs,
      Optional<Judgement> obstacle) {
    var counts = SyncCounts.of(syncs);
    Judgement judgement = obstacle.orElseGet(() -> bySyncs(counts));
    boolean generated = obstacle.isEmpty();
    List<Condition> conditions = ready(tenant, judgement, judgement.phase() == Phase.READY);
    conditions =
        with(
            conditions,
            tenant,
            "Generated",
            generated,
            generated ? "Generated" : judgement.reason(),
            generated ? "its Syncs are there as wanted" : judgement.message());
    Optional<String> dispute = claims.dispute(tenant);
    conditions =
        with(
            conditions,
            tenant,
            Claims.UNDISPUTED,
            dispute.isEmpty(),
            dispute.isEmpty() ? "Undisputed" : "ClaimedBefore",
            dispute.orElse("no older Tenant claims any of its namespaces"));
    write(
        tenant,
        new TenantStatus(
            tenant.generation(),
            judgement.phase(),
            conditions,
            generation.directory().orElse(null),
            counts.count(),
            generation.trouble().isPresent()
                ? tenant.status().environments()
                : generation.environments()));
  }

  private static Judgement bySyncs(SyncCounts counts) {
    if (counts.firstFailed().isPresent()) {
      return new Judgement(Phase.DEGRADED, "SyncsFailed", counts.firstFailed().get());
    }
    if (!counts.allReady()) {
      return new Judgement(Phase.WAITING, "SyncsNotReady", counts.summary());
    }
    return counts.count().total() == 0
        ? new Judgement(Phase.READY, "NothingToDeliver", "no Environment and Target wants a Sync")
        : new Judgement(Phase.READY, "Ready", counts.summary());
  }

  private List<Condition> ready(
      HubObject<TenantSpec, TenantStatus> tenant, Judgement judgement, boolean ready) {
    return with(
        tenant.status().conditions(),
        tenant,
        Condition.READY,
        ready,
        judgement.reason(),
        judgement.message());
  }

  private List<Condition> with(
      List<Condition> conditions,
      HubObject<TenantSpec, TenantStatus> tenant,
      String type,
      boolean isSo,
      String reason,
      String message) {
    var status = isSo ? Condition.Status.TRUE : Condition.Status.FALSE;
    return Condition.with(
        conditions, new Condition(type, status, tenant.generation(), clock.now(), reason, message));
  }

  private void write(
      HubObject<TenantSpec, TenantStatus> tenant,
      List<Condition> conditions,
      String directory,
      Phase phase) {
    TenantStatus last = tenant.status();
    write(
        tenant,
        new TenantStatus(
            tenant.generation(), phase, conditions, directory, last.syncs(), last.environments()));
  }

  // Who lost the race is told by the watch, and comes back.
  private void write(HubObject<TenantSpec, TenantStatus> tenant, TenantStatus status) {
    writer.get().tenant(tenant, status);
  }
}
