package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.AllowedKinds;
import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.EnvironmentStatus;
import dev.plumbline.api.v1alpha1.LabelSelector;
import dev.plumbline.api.v1alpha1.LocalRef;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.Quota;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.ServiceAccountRef;
import dev.plumbline.api.v1alpha1.SyncSource;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.api.v1alpha1.TenantInEnvironment;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.hub.SyncDraft;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A hub in memory, in which what a {@link Generation} asks for is carried out at once. */
final class World implements Standing {
  static final String HUB = "plumbline-system";
  static final SyncSpec.Prune PRUNE = new SyncSpec.Prune(true, "20%", false, false, false, false);
  static final Revision HEAD = new Revision(new Name(HUB, "fleet"), "main", "a".repeat(40));

  final Map<String, Lookup<RepositorySpec, RepositoryStatus>> repositories = new HashMap<>();
  final Map<String, Lookup<EnvironmentSpec, EnvironmentStatus>> environments = new HashMap<>();
  final Map<String, Lookup<TargetSpec, TargetStatus>> targets = new HashMap<>();
  final Map<Name, HubObject<SyncSpec, SyncStatus>> syncs = new TreeMap<>();

  /** {@code <branch>:<directory>}. */
  final Set<String> directories = new HashSet<>();

  final Set<String> unknown = new HashSet<>();

  World repository(String pattern) {
    var spec =
        Records.of(RepositorySpec.class, pattern == null ? Map.of() : Map.of("tenants", pattern));
    repositories.put(
        "fleet", new Lookup.Found<>(object("fleet", Map.of(), spec, RepositoryStatus.NONE)));
    return this;
  }

  World environment(String name, Map<String, String> selects) {
    return environment(name, Map.of(), "fleet", selects);
  }

  World environment(
      String name, Map<String, String> labels, String repository, Map<String, String> selects) {
    var spec =
        new EnvironmentSpec(
            new LocalRef(repository),
            name,
            "overlays/" + name,
            new LabelSelector(selects, List.of()));
    environments.put(name, new Lookup.Found<>(object(name, labels, spec, EnvironmentStatus.NONE)));
    return this;
  }

  World target(String name, Map<String, String> labels) {
    var spec = new TargetSpec(null, true, false);
    targets.put(name, new Lookup.Found<>(object(name, labels, spec, TargetStatus.NONE)));
    return this;
  }

  World directory(String tenant, String environment) {
    directories.add(environment + ":tenants/" + tenant + "/overlays/" + environment);
    return this;
  }

  World without(String tenant, String environment) {
    directories.remove(environment + ":tenants/" + tenant + "/overlays/" + environment);
    return this;
  }

  static HubObject<TenantSpec, TenantStatus> tenant(String name, String... environments) {
    return tenant(name, List.of(environments), Map.of(), TenantStatus.NONE);
  }

  static HubObject<TenantSpec, TenantStatus> tenant(
      String name,
      List<String> environments,
      Map<String, String> annotations,
      TenantStatus status) {
    var spec =
        new TenantSpec(
            new LocalRef("fleet"),
            null,
            environments,
            environments.isEmpty() ? new LabelSelector(Map.of(), List.of()) : null,
            null,
            List.of(name),
            false,
            new ServiceAccountRef(name, "plumbline"),
            new AllowedKinds(List.of(), List.of()),
            new Quota(null, null, null),
            PRUNE);
    return new HubObject<>(
        new Name(HUB, name),
        "uid-" + name,
        "1",
        1,
        Map.of(),
        annotations,
        List.of(),
        false,
        Instant.EPOCH,
        spec,
        status);
  }

  /** The status as the next look finds it. */
  static TenantStatus told(Generation generation) {
    return new TenantStatus(
        1L,
        null,
        List.of(),
        null,
        null,
        List.<TenantInEnvironment>copyOf(generation.environments()));
  }

  static <S extends Record, T extends Record> HubObject<S, T> object(
      String name, Map<String, String> labels, S spec, T status) {
    return new HubObject<>(
        new Name(HUB, name),
        "uid-" + name,
        "1",
        1,
        labels,
        Map.of(),
        List.of(),
        false,
        Instant.EPOCH,
        spec,
        status);
  }

  /** A Sync that a person wrote. */
  World written(String name, String tenant) {
    var spec = spec("elsewhere", "main", "local", tenant, null);
    syncs.put(new Name(HUB, name), object(name, Map.of(), spec, SyncStatus.NONE));
    return this;
  }

  static SyncSpec spec(
      String path, String branch, String target, String tenant, SyncSpec.Suspend suspend) {
    var parts = new HashMap<String, Object>();
    parts.put("source", SyncSource.branch("fleet", branch));
    parts.put("path", path);
    parts.put("targetRef", new LocalRef(target));
    parts.put("tenantRef", new LocalRef(tenant));
    parts.put("prune", PRUNE);
    parts.put("suspend", suspend);
    return Records.of(SyncSpec.class, parts);
  }

  Landscape landscape() {
    return new Landscape(
        Map.copyOf(repositories), Map.copyOf(environments), Map.copyOf(targets), this::presence);
  }

  private Presence presence(String repository, String branch, String directory) {
    String asked = branch + ":" + directory;
    if (unknown.contains(asked)) {
      return new Presence.Unknown("not read yet");
    }
    return directories.contains(asked) ? new Presence.There() : new Presence.Missing(HEAD);
  }

  Generation look(HubObject<TenantSpec, TenantStatus> tenant) {
    return Generation.of(tenant, HUB, landscape(), this);
  }

  /** Does what is asked, as the API server and the Syncs would. */
  Generation settle(HubObject<TenantSpec, TenantStatus> tenant) {
    Generation generation = look(tenant);
    generation.writes().forEach(write -> make(write.draft()));
    generation.deletes().forEach(sync -> syncs.remove(sync.name()));
    return generation;
  }

  private void make(SyncDraft draft) {
    var before = syncs.get(draft.name());
    var spec =
        spec(
            draft.path(),
            draft.source().branch(),
            draft.targetRef().name(),
            draft.tenantRef().name(),
            before == null ? null : before.spec().suspend());
    syncs.put(
        draft.name(),
        new HubObject<>(
            draft.name(),
            "uid-" + draft.name().name(),
            "1",
            1,
            draft.labels(),
            draft.annotations(),
            List.of(Marks.SYNC_FINALIZER),
            false,
            Instant.EPOCH,
            spec,
            SyncStatus.NONE));
  }

  @Override
  public Collection<HubObject<SyncSpec, SyncStatus>> of(String tenant) {
    return syncs.values().stream()
        .filter(sync -> new LocalRef(tenant).equals(sync.spec().tenantRef()))
        .toList();
  }

  @Override
  public Lookup<SyncSpec, SyncStatus> at(Name name) {
    return syncs.containsKey(name) ? new Lookup.Found<>(syncs.get(name)) : new Lookup.Absent<>();
  }

  /** What the generated Syncs are for. */
  List<String> triples() {
    return syncs.values().stream()
        .flatMap(sync -> Triple.of(sync).stream())
        .map(Triple::toString)
        .sorted()
        .toList();
  }
}
