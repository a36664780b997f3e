package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.LocalRef;
import dev.plumbline.api.v1alpha1.SyncSource;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantInEnvironment;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.hub.SyncDraft;
import dev.plumbline.model.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What lies between the Syncs a Tenant is to have and those that are there. Used once. */
final class Difference {
  private final HubObject<TenantSpec, TenantStatus> tenant;
  private final String namespace;
  private final Landscape landscape;
  private final Standing standing;
  private final Map<Triple, HubObject<SyncSpec, SyncStatus>> ours = new HashMap<>();
  private final Map<Name, Triple> wanted = new TreeMap<>();
  private final List<Generation.Write> writes = new ArrayList<>();
  private final List<Name> taken = new ArrayList<>();
  private final List<Name> going = new ArrayList<>();

  Difference(
      HubObject<TenantSpec, TenantStatus> tenant,
      String namespace,
      Landscape landscape,
      Standing standing) {
    this.tenant = tenant;
    this.namespace = namespace;
    this.landscape = landscape;
    this.standing = standing;
    for (HubObject<SyncSpec, SyncStatus> sync : standing.generated(tenant.name().name())) {
      if (!sync.deleting() && sync.name().namespace().equals(namespace)) {
        ours.put(Triple.of(sync).orElseThrow(), sync);
      }
    }
  }

  Generation from(String directory) {
    List<Stage> stages = new Stages(tenant, directory, landscape, ours.keySet()).all();
    var told = new ArrayList<TenantInEnvironment>();
    for (Stage stage : stages) {
      stage.wanted().stream().sorted().forEach(target -> want(stage, target));
      told.add(stage.told(stage.wanted().size() + kept(stage)));
    }
    return new Generation(
        Optional.of(directory),
        writes,
        leftOver(stages),
        taken,
        going,
        told,
        Optional.empty(),
        stages.stream().filter(Stage::held).findFirst().flatMap(Stage::message),
        stages.stream().flatMap(stage -> stage.unknown().stream()).findFirst());
  }

  private void want(Stage stage, String target) {
    var triple = new Triple(tenant.name().name(), stage.environment(), target);
    var name = new Name(namespace, triple.syncName());
    if (wanted.putIfAbsent(name, triple) != null) {
      taken.add(name); // six digits are the same, once in sixteen million times
      return;
    }
    SyncDraft draft = draft(name, triple, stage);
    switch (standing.at(name)) {
      case Lookup.Absent<SyncSpec, SyncStatus>() ->
          writes.add(new Generation.Write(draft, Optional.empty()));
      case Lookup.Malformed<SyncSpec, SyncStatus> malformed -> taken.add(name);
      case Lookup.Found<SyncSpec, SyncStatus>(var found) -> {
        if (Triple.of(found).filter(triple::equals).isEmpty()) {
          taken.add(name);
        } else if (found.deleting()) {
          going.add(name);
        } else if (!draft.isMetBy(found)) {
          writes.add(new Generation.Write(draft, Optional.of(found)));
        }
      }
    }
  }

  private SyncDraft draft(Name name, Triple triple, Stage stage) {
    TenantSpec spec = tenant.spec();
    return new SyncDraft(
        name,
        triple.labels(),
        triple.annotations(),
        SyncSource.branch(spec.repositoryRef().name(), stage.branch()),
        Paths.written(stage.path()),
        new LocalRef(triple.target()),
        new LocalRef(triple.tenant()),
        spec.prune());
  }

  private int kept(Stage stage) {
    return (int)
        ours.keySet().stream()
            .filter(triple -> triple.environment().equals(stage.environment()))
            .filter(triple -> isKept(triple, stage))
            .count();
  }

  private List<HubObject<SyncSpec, SyncStatus>> leftOver(List<Stage> stages) {
    return ours.entrySet().stream()
        .filter(entry -> !wanted.containsKey(entry.getValue().name()))
        .filter(entry -> !unreadable(entry.getKey()))
        .filter(entry -> stages.stream().noneMatch(stage -> isKept(entry.getKey(), stage)))
        .map(Map.Entry::getValue)
        .toList();
  }

  private boolean isKept(Triple triple, Stage stage) {
    boolean inStage = stage.environment().equals(triple.environment());
    boolean isWanted = stage.wanted().contains(triple.target());
    return inStage && !isWanted && (stage.kept().contains(triple.target()) || unreadable(triple));
  }

  // What cannot be read may say that it is still wanted.
  private boolean unreadable(Triple triple) {
    return landscape.environment(triple.environment()) instanceof Lookup.Malformed<?, ?>
        || landscape.target(triple.target()) instanceof Lookup.Malformed<?, ?>;
  }
}
